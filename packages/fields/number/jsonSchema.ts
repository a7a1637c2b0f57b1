import type { FieldJsonSchema, JsonSchema } from '../jsonSchemaContract.ts'
import type { NumberOptions } from './options.ts'

const number: JsonSchema = { type: 'number' }

export const jsonSchema: FieldJsonSchema<NumberOptions> = {
  value: () => number,
  // Zero means no value, so the limits do not apply to it.
  input: ({ min, max, noDecimal }, isRequired) => {
    const type = { type: noDecimal ? 'integer' : 'number' }
    const limits = { ...(min !== null && { minimum: min }), ...(max !== null && { maximum: max }) }
    if (isRequired) return { ...type, ...limits, not: { const: 0 } }
    return (min ?? 0) <= 0 && (max ?? 0) >= 0 ? { ...type, ...limits } : { ...type, anyOf: [{ const: 0 }, limits] }
  },
  operands: () => ({ '+': number, '-': number }),
}
