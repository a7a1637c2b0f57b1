import type { JsonSchema } from '../jsonSchemaContract.ts'

interface ListLimits {
  isRequired: boolean
  min?: number | null
  max: number | null
}

/** Describes several texts in a body. A minimum applies only to a list that is not empty. */
export function listSchema(items: JsonSchema, { isRequired, min, max }: ListLimits): JsonSchema {
  const list = { type: 'array', items, ...(max !== null && { maxItems: max }) }
  if (isRequired) return { ...list, minItems: Math.max(1, min ?? 1) }
  return min ? { ...list, anyOf: [{ maxItems: 0 }, { minItems: min }] } : list
}

/** Describes one text or several, as an operand of a modifier. */
export function textsSchema(item: JsonSchema): JsonSchema {
  return { anyOf: [item, { type: 'array', items: item }] }
}
