import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { flag, text } from './schemas/objectSchema.ts'

interface QueryParameter {
  description: string
  schema: JsonSchema
}

/** The query parameters that endpoints name in their operations. */
export const queryParameters = {
  page: { description: 'The page, from 1.', schema: { type: 'integer', default: 1 } },
  perPage: { description: 'The number of items on a page, at most 500.', schema: { type: 'integer', default: 30 } },
  skipTotal: {
    description: 'Leaves out the count of all items, which makes the request faster: `totalItems` and `totalPages` are -1.',
    schema: { type: 'boolean', default: false },
  },
  filter: { description: 'A filter expression, such as `title ~ "sea" && created > "2024-01-01"`.', schema: text },
  sort: { description: 'Field names joined by commas; `-` in front of a name sorts descending: `-created,id`.', schema: text },
  expand: {
    description:
      'Relations whose records are returned in `expand`, joined by commas; dots lead further: `author,comments_via_post.user`.',
    schema: text,
  },
  fields: {
    description: 'Names of the keys to return, joined by commas: `id,title,expand.author.name`. All other keys are left out.',
    schema: text,
  },
  undo: {
    description: 'For admins: a key under which the change can be undone for a while.',
    schema: { type: 'string', pattern: '^([a-z0-9]{15,40})?$' },
  },
  persona: {
    description: 'A requester: `guest`, `new:COLLECTION` for a new user that is not verified, or `COLLECTION/RECORD_ID`.',
    schema: text,
  },
  collection: { description: 'The name or id of a collection.', schema: text },
  collections: {
    description: 'Names of collections, joined by commas. Their records are counted exactly, however many there are.',
    schema: text,
  },
  reached: {
    description:
      'By which action the records are reached; or that their email or protected files are, or their events on a realtime topic.',
    schema: {
      type: 'string',
      enum: ['list', 'view', 'update', 'delete', 'manage', 'emails', 'protectedFiles', 'collectionTopic', 'recordTopics'],
    },
  },
  everyRequest: {
    description:
      '`1` lists only records that every request reaches, whatever data, parameters and headers it sends. By default, the request decides that reaches the most.',
    schema: { type: 'string', enum: ['1'] },
  },
  difference: {
    description:
      'Lists only the records that the persona gains, or those that it loses, if `rule` replaces the stored rule. With `newQuery`: the records that only the new query shows, only the stored one, or both with other values.',
    schema: { type: 'string', enum: ['gained', 'lost', 'changed'] },
  },
  removed: {
    description:
      'The fields that are removed with the change, as JSON by the name or id of their collection, with null for a removed collection: `{"users": ["banned"]}`.',
    schema: text,
  },
  newQuery: {
    description: 'Another query of the view that `collection` names. The persona and what is reached do not count then.',
    schema: text,
  },
  rule: {
    description: 'The new rule of the action that `reached` names. If it is absent, only admins have access.',
    schema: text,
  },
  allowFailingTests: {
    description: '`1` saves the change also if it makes rule tests fail.',
    schema: { type: 'string', enum: ['1'] },
  },
  coffer: {
    description: '`true` returns the options of auth collections that PocketBase 0.22 does not have, in `options.coffer`.',
    schema: flag,
  },
  ifUpdated: {
    description: 'The `updated` date of the collection that the change is based on. If it was changed since, nothing is saved.',
    schema: text,
  },
  thumb: { description: 'A thumbnail size that the field allows, such as `100x100`.', schema: text },
  download: { description: 'Whether a browser should save the file instead of showing it.', schema: flag },
  draining: {
    description: '`404` lets a server that is about to stop respond 404 instead of 503.',
    schema: { type: 'string', enum: ['404'] },
  },
  token: { description: 'A file token, for files that are not public.', schema: text },
  state: { description: 'The id of the waiting realtime client.', schema: text },
  code: { description: 'The code of the provider.', schema: text },
  error: { description: 'The error of the provider.', schema: text },
  iss: { description: 'The issuer, which identifies the provider.', schema: text },
} satisfies Record<string, QueryParameter>

export type QueryParameterName = keyof typeof queryParameters
