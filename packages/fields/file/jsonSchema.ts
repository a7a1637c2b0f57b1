import type { FieldJsonSchema, JsonSchema } from '../jsonSchemaContract.ts'
import { listSchema, textsSchema } from '../list/listSchema.ts'
import { isMultiple } from './abilities.ts'
import type { FileOptions } from './options.ts'

const name: JsonSchema = { type: 'string' }

/** The names of stored files. The upload itself depends on the content type of the body, so it is not described here. */
export const jsonSchema: FieldJsonSchema<FileOptions> = {
  value: options => (isMultiple(options) ? { type: 'array', items: name } : name),
  input: (options, isRequired) => {
    if (!isMultiple(options)) return isRequired ? { ...name, minLength: 1 } : name
    return listSchema(name, { isRequired, max: options.maxSelect })
  },
  operands: () => ({ '-': textsSchema(name) }),
}
