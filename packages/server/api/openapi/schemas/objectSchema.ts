import type { JsonSchema } from '@coffer/fields/jsonSchemas'

export const text: JsonSchema = { type: 'string' }
export const nullableText: JsonSchema = { type: ['string', 'null'] }
export const integer: JsonSchema = { type: 'integer' }
export const number: JsonSchema = { type: 'number' }
export const flag: JsonSchema = { type: 'boolean' }
export const anyObject: JsonSchema = { type: 'object' }
export const date: JsonSchema = { type: 'string', description: 'A date in UTC, such as `2024-05-06 07:08:09.000Z`, or empty.' }

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Describes an object. All properties are required except the named ones. */
export function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter(name => !optional.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** Describes an object of which every property can be left out. */
export function partial(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties }
}

/** Describes a page of a list. */
export function pageOf(items: JsonSchema): JsonSchema {
  return object({
    page: integer,
    perPage: integer,
    totalItems: { ...integer, description: '-1 with `skipTotal`.' },
    totalPages: { ...integer, description: '-1 with `skipTotal`.' },
    items: list(items),
  })
}
