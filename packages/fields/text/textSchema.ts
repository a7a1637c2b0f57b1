import type { JsonSchema } from '../jsonSchemaContract.ts'

/** Describes a text in a body. The limits apply only to a text that is not empty. */
export function textSchema(limits: JsonSchema, isRequired: boolean): JsonSchema {
  if (isRequired) return { type: 'string', minLength: 1, ...limits }
  const { maxLength, ...others } = limits
  if (Object.keys(others).length === 0) return { type: 'string', ...limits }
  return { type: 'string', anyOf: [{ maxLength: 0 }, limits] }
}
