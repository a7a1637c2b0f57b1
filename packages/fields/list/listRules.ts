import type { BodyModifier, FieldType } from '../contract.ts'
import { toLast, toList } from './toList.ts'

/** One text, or a list of unique, non-empty texts. */
export type ListValue = string | string[]

type SharedRule = 'column' | 'empty' | 'isEmpty' | 'normalize' | 'encode' | 'decode' | 'toJson' | 'isMultiple' | 'filterModifiers'

/** The rules shared by all types whose value is one text, or several as a JSON array. */
export const listRules = <Options extends object>(
  isMultiple: (options: Options) => boolean,
): Pick<FieldType<Options, ListValue>, SharedRule> => {
  const normalize = (input: unknown, options: Options) => (isMultiple(options) ? toList(input) : toLast(input))
  return {
    column: options => (isMultiple(options) ? 'list' : 'text'),
    empty: options => (isMultiple(options) ? [] : ''),
    isEmpty: value => value.length === 0,
    normalize,
    encode: value => (typeof value === 'string' ? value : JSON.stringify(value)),
    decode: normalize,
    toJson: value => value,
    isMultiple,
    filterModifiers: () => ['each', 'length'],
  }
}

/** Returns the number of texts of a value. */
export const countTexts = (value: ListValue): number => (typeof value === 'string' ? Number(value !== '') : value.length)

export const tooManyIssue = (limit: number) => ({
  code: 'validation_too_many_values',
  message: `Select no more than ${limit}.`,
})

/** Returns the value without the texts of the operand. */
export const removeTexts = (value: ListValue, operand: unknown): ListValue => {
  const removed = new Set(toList(operand))
  if (typeof value === 'string') return removed.has(value) ? '' : value
  return value.filter(item => !removed.has(item))
}

/** `+` appends to a list and replaces a single text; `-` removes texts. */
export const modifyList = (value: ListValue, modifier: BodyModifier, operand: unknown): ListValue => {
  if (modifier === '-') return removeTexts(value, operand)
  return typeof value === 'string' ? toLast(operand) || value : toList([...value, ...toList(operand)])
}
