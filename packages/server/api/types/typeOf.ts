import type { JsonSchema } from '@coffer/fields/jsonSchemas'

const literal = (value: unknown): string => JSON.stringify(value)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** All properties of the objects that fields contain are required. */
function objectType(properties: Readonly<Record<string, JsonSchema>>): string {
  const members = Object.entries(properties).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  return `{ ${members.join('; ')} }`
}

/** Returns the TypeScript type of the values that a schema of a field or property describes. Limits have no counterpart. */
export function typeOf({ type, const: constant, enum: choices, anyOf, items, properties }: JsonSchema): string {
  if (constant !== undefined) return literal(constant)
  if (Array.isArray(choices)) return union(choices.map(literal))
  switch (type) {
    case 'array': {
      const item = typeOf(items as JsonSchema)
      return item.includes(' ') ? `(${item})[]` : `${item}[]`
    }
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'string':
      return type
    case 'object':
      return properties ? objectType(properties as Record<string, JsonSchema>) : 'unknown'
    default:
      return Array.isArray(anyOf) ? union(anyOf.map(typeOf)) : 'unknown'
  }
}
