import type { Shape } from '@coffer/fields'
import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { toJsonSchema } from '@valibot/to-json-schema'

type Override = Parameters<NonNullable<NonNullable<Parameters<typeof toJsonSchema>[1]>['overrideSchema']>>[0]

/** Describes parsed values: a default replaces a missing value and null, so every key is present. */
const describeParsed = ({ valibotSchema, jsonSchema }: Override): JsonSchema | undefined => {
  switch (valibotSchema.type) {
    case 'nullish': {
      const [value = {}] = jsonSchema.anyOf ?? []
      return typeof value === 'object' ? { ...value, default: jsonSchema.default } : undefined
    }
    case 'object':
      return { ...jsonSchema, required: Object.keys(jsonSchema.properties ?? {}) }
    default:
      return undefined
  }
}

/** Describes settings or options in a response. */
export const shapeSchema = ({ schema }: Pick<Shape<unknown>, 'schema'>): JsonSchema => {
  // Transformations and custom checks have no counterpart in JSON Schema; the types of the values say enough.
  const options = { errorMode: 'ignore', overrideSchema: describeParsed } as const
  const { $schema: _, ...described } = toJsonSchema(schema, options)
  return described
}

/** Removes keywords from a schema and all schemas in it. */
const withoutKeywords = (schema: unknown, keywords: readonly string[]): unknown => {
  if (Array.isArray(schema)) return schema.map(part => withoutKeywords(part, keywords))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keywords.includes(keyword))
      .map(([keyword, part]) => [keyword, withoutKeywords(part, keywords)]),
  )
}

/** Describes settings or options in a body, which can leave out any of them. */
export const sentShapeSchema = (shape: Pick<Shape<unknown>, 'schema'>): JsonSchema =>
  withoutKeywords(shapeSchema(shape), ['required', 'default']) as JsonSchema
