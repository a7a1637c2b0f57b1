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
  ifUpdated: {
    description: 'The `updated` date of the collection that the change is based on. If it was changed since, nothing is saved.',
    schema: text,
  },
  thumb: { description: 'A thumbnail size that the field allows, such as `100x100`.', schema: text },
  download: { description: 'Whether a browser should save the file instead of showing it.', schema: flag },
  token: { description: 'A file token, for files that are not public.', schema: text },
  state: { description: 'The id of the waiting realtime client.', schema: text },
  code: { description: 'The code of the provider.', schema: text },
  error: { description: 'The error of the provider.', schema: text },
  iss: { description: 'The issuer, which identifies the provider.', schema: text },
} satisfies Record<string, QueryParameter>

export type QueryParameterName = keyof typeof queryParameters
