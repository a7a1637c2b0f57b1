import type { Shape } from '@coffer/fields'
import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { toJsonSchema } from '@valibot/to-json-schema'

type Override = Parameters<NonNullable<NonNullable<Parameters<typeof toJsonSchema>[1]>['overrideSchema']>>[0]

/** Whether a parsed object always has a key: it has, unless the key is optional and has no default. */
function hasValue(schema: object, key: string): boolean {
  const { entries = {} } = schema as { entries?: Record<string, { type: string; default?: unknown }> }
  const entry = entries[key]
  return entry === undefined || !['nullish', 'optional'].includes(entry.type) || entry.default !== undefined
}

/** Describes parsed values: a default replaces a missing value and null, so every key is present. */
function describeParsed({ valibotSchema, jsonSchema }: Override): JsonSchema | undefined {
  switch (valibotSchema.type) {
    case 'optional': {
      // The default of a group is an empty object, to which the defaults of its properties are added.
      const { default: _, ...group } = jsonSchema
      return jsonSchema.type === 'object' ? group : undefined
    }
    case 'nullish': {
      const [value = {}] = jsonSchema.anyOf ?? []
      return typeof value === 'object' ? { ...value, default: jsonSchema.default } : undefined
    }
    case 'object':
      return { ...jsonSchema, required: Object.keys(jsonSchema.properties ?? {}).filter(key => hasValue(valibotSchema, key)) }
    default:
      return undefined
  }
}

/** Describes settings or options in a response. */
export function shapeSchema({ schema }: Pick<Shape<unknown>, 'schema'>): JsonSchema {
  // Transformations and custom checks have no counterpart in JSON Schema; the types of the values say enough.
  const options = { errorMode: 'ignore', overrideSchema: describeParsed } as const
  const { $schema: _, ...described } = toJsonSchema(schema, options)
  return described
}

/** Removes keywords from a schema and all schemas in it. */
function withoutKeywords(schema: unknown, keywords: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map(part => withoutKeywords(part, keywords))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keywords.includes(keyword))
      .map(([keyword, part]) => [keyword, withoutKeywords(part, keywords)]),
  )
}

/** Describes settings or options in a body, which can leave out any of them. */
export function sentShapeSchema(shape: Pick<Shape<unknown>, 'schema'>): JsonSchema {
  return withoutKeywords(shapeSchema(shape), ['required', 'default']) as JsonSchema
}
