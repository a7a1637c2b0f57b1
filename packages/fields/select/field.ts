import type { FieldType, Issue } from '../contract.ts'
import { countTexts, type ListValue, listRules, modifyList, prependList, tooManyIssue } from '../list/listRules.ts'
import { sentence } from '../sentence.ts'
import { abilities, isMultiple } from './abilities.ts'
import { type SelectOptions, selectOptions, validateSelectOptions } from './options.ts'

function validate(value: ListValue, { maxSelect, values }: SelectOptions): Issue | undefined {
  const count = countTexts(value)
  if (count > 1 && count > maxSelect) return tooManyIssue(maxSelect)
  const chosen = typeof value === 'string' ? [value] : value
  const unknown = chosen.find(item => item !== '' && !values?.includes(item))
  return unknown === undefined ? undefined : { code: 'validation_invalid_value', message: sentence(`Invalid value ${unknown}`) }
}

const describe = ({ maxSelect, values }: SelectOptions): string =>
  `${maxSelect > 1 ? `Up to ${maxSelect}` : 'One'} of ${(values ?? []).map(value => `"${value}"`).join(', ')}.`

function example(options: SelectOptions): ListValue {
  const values = options.values?.filter(Boolean) ?? []
  return isMultiple(options) ? [...new Set(values)].slice(0, options.maxSelect) : (values[0] ?? '')
}

/** One or several of the given values. */
export const field: FieldType<SelectOptions, ListValue> = {
  ...listRules(isMultiple),
  ...abilities,
  label: 'Select',
  options: selectOptions,
  validateOptions: validateSelectOptions,
  validate,
  modify: modifyList,
  prepend: prependList,
  describe,
  example,
}
