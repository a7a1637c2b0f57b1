import type { FieldJsonSchema, JsonSchema } from '../jsonSchemaContract.ts'
import { listSchema, textsSchema } from '../list/listSchema.ts'
import { isMultiple } from './abilities.ts'
import type { SelectOptions } from './options.ts'

const choices = ({ values }: SelectOptions, ...others: string[]): JsonSchema => ({
  type: 'string',
  enum: [...new Set([...(values ?? []), ...others])],
})

export const jsonSchema: FieldJsonSchema<SelectOptions> = {
  value: options => (isMultiple(options) ? { type: 'array', items: choices(options) } : choices(options, '')),
  input: (options, isRequired) => {
    if (!isMultiple(options)) return isRequired ? choices(options) : choices(options, '')
    return listSchema(choices(options), { isRequired, max: options.maxSelect })
  },
  operands: options => {
    if (!isMultiple(options)) return {}
    const operand = textsSchema(choices(options))
    return { '+': operand, '-': operand }
  },
}
