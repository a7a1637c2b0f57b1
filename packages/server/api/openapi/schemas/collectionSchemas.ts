import { fieldTypes } from '@coffer/fields'
import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { authOptions, cofferAuthSchema, dateNames, olderAuthOptions, ruleNames, viewOptions } from '@coffer/schema'
import { anyObject, date, flag, integer, list, nullableText, object, pageOf, partial, ref, text } from './objectSchema.ts'
import { sentShapeSchema, shapeSchema } from './shapeSchema.ts'

const types = Object.entries(fieldTypes)

const fieldProperties = {
  system: flag,
  id: text,
  name: text,
  type: { type: 'string', enum: types.map(([type]) => type) },
  required: flag,
  presentable: flag,
  unique: flag,
  help: {
    ...text,
    description: 'A text that forms show with the input. Absent if there is none. An empty text removes a stored one.',
  },
  hidden: {
    ...flag,
    description:
      'Whether only admins see the field. Absent if others do. A stored field stays hidden until it is sent with false.',
  },
}

type Describe = (shape: (typeof fieldTypes)[keyof typeof fieldTypes]['options']) => JsonSchema

/** Describes the options of all field types. */
const fieldOptions = (describe: Describe): JsonSchema => ({
  anyOf: types.map(([type, { label, options }]) => ({ title: `${label} (\`${type}\`)`, ...describe(options) })),
})

const rules = Object.fromEntries(
  ruleNames.map(name => [name, { ...nullableText, description: 'null allows only admins, an empty text everyone.' }]),
)

const definition = {
  id: text,
  name: text,
  type: { type: 'string', enum: ['base', 'auth', 'view'] },
  system: flag,
  schema: list(ref('Field')),
  indexes: list(text),
  ...rules,
  ruleTests: { ...list(ref('RuleTest')), description: 'Expectations about the rules. Absent if there are none.' },
  omittedDates: {
    ...list({ type: 'string', enum: [...dateNames] }),
    description: 'Dates that the records have, but do not show. Absent if they show both.',
  },
}

const noOptions: JsonSchema = { type: 'object', maxProperties: 0 }

const { properties: cofferProperties } = shapeSchema({ schema: cofferAuthSchema })
const { properties: olderProperties, ...older } = shapeSchema(olderAuthOptions)

const shownAuthOptions: JsonSchema = {
  ...older,
  properties: {
    ...(olderProperties as Record<string, JsonSchema>),
    coffer: {
      type: 'object',
      properties: cofferProperties ?? {},
      description: 'What PocketBase 0.22 does not have, where it differs from its default. Only with `coffer=true` in the query.',
    },
  },
}

const sent = {
  ...definition,
  schema: list(ref('FieldInput')),
  options: { anyOf: [sentShapeSchema(authOptions), sentShapeSchema(viewOptions)], description: 'They depend on the type.' },
}

const sentToken = partial({ duration: integer, secret: text })

export const collectionSchemas = {
  Field: object({ ...fieldProperties, options: fieldOptions(shapeSchema) }, ['help', 'hidden']),
  FieldInput: { ...partial({ ...fieldProperties, options: fieldOptions(sentShapeSchema) }), required: ['name', 'type'] },
  AuthOptions: shownAuthOptions,
  ViewOptions: shapeSchema(viewOptions),
  Collection: object(
    {
      ...definition,
      created: date,
      updated: date,
      options: { anyOf: [ref('AuthOptions'), ref('ViewOptions'), noOptions] },
    },
    ['ruleTests', 'omittedDates'],
  ),
  CollectionPage: pageOf(ref('Collection')),
  CollectionCreate: { ...partial(sent), required: ['name'] },
  CollectionUpdate: partial(sent),
  CollectionImport: object(
    {
      collections: list({ ...partial(sent), required: ['name'] }),
      deleteMissing: { ...flag, description: 'Deletes collections and fields that the import does not contain.' },
      superusers: {
        ...partial({ authToken: sentToken, passwordResetToken: sentToken, fileToken: sentToken }),
        description: 'Tokens of admins to change, as `_superusers` has them in exports of PocketBase 0.23 and later.',
      },
    },
    ['deleteMissing', 'superusers'],
  ),
  RecordCounts: { type: 'object', additionalProperties: integer, description: 'Numbers of records by the id of the collection.' },
  ViewPreview: object({ schema: list(ref('Field')), dates: list(text), items: list(anyObject) }),
} satisfies Record<string, JsonSchema>
