import type { FieldJsonSchema, JsonSchema } from '../jsonSchemaContract.ts'
import { listSchema, textsSchema } from '../list/listSchema.ts'
import { isMultiple } from './abilities.ts'
import type { RelationOptions } from './options.ts'

const id: JsonSchema = { type: 'string' }

export const jsonSchema: FieldJsonSchema<RelationOptions> = {
  value: options => (isMultiple(options) ? { type: 'array', items: id } : id),
  input: (options, isRequired) => {
    if (!isMultiple(options)) return isRequired ? { ...id, minLength: 1 } : id
    return listSchema(id, { isRequired, min: options.minSelect, max: options.maxSelect })
  },
  operands: options => (isMultiple(options) ? { '+': textsSchema(id), '-': textsSchema(id) } : {}),
}
