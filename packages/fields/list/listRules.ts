import type { BodyModifier, FieldType } from '../contract.ts'
import { toLast, toList } from './toList.ts'

/** One text, or a list of unique, non-empty texts. */
export type ListValue = string | string[]

type SharedRule = 'column' | 'empty' | 'isEmpty' | 'normalize' | 'encode' | 'decode' | 'toJson' | 'isMultiple' | 'filterModifiers'

/** The rules shared by all types whose value is one text, or several as a JSON array. */
export function listRules<Options extends object>(
  isMultiple: (options: Options) => boolean,
): Pick<FieldType<Options, ListValue>, SharedRule> {
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
export function countTexts(value: ListValue): number {
  return typeof value === 'string' ? Number(value !== '') : value.length
}

export function tooManyIssue(limit: number) {
  return {
    code: 'validation_too_many_values',
    message: `Select no more than ${limit}.`,
  }
}

/** Returns the value without the texts of the operand. */
export function removeTexts(value: ListValue, operand: unknown): ListValue {
  const removed = new Set(toList(operand))
  if (typeof value === 'string') return removed.has(value) ? '' : value
  return value.filter(item => !removed.has(item))
}

/** Adds texts to the start of a list. They replace a single text only if it is empty. */
export function prependList(value: ListValue, operand: unknown): ListValue {
  return typeof value === 'string' ? value || toLast(operand) : toList([...toList(operand), ...value])
}

/** `+` appends to a list and replaces a single text; `-` removes texts. */
export function modifyList(value: ListValue, modifier: BodyModifier, operand: unknown): ListValue {
  if (modifier === '-') return removeTexts(value, operand)
  return typeof value === 'string' ? toLast(operand) || value : toList([...value, ...toList(operand)])
}
