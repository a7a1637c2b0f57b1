import type { FieldType } from '../contract.ts'
import { abilities } from './abilities.ts'
import { type NumberOptions, numberOptions, validateNumberOptions } from './options.ts'
import { numberHelp, validateNumberText } from './typedNumber.ts'
import { validateNumber } from './validateNumber.ts'

const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const infiniteForm = /^[+-]?inf(?:inity)?$/i

function parseNumber(text: string): number {
  if (decimalForm.test(text)) {
    const parsed = Number(text)
    return Number.isFinite(parsed) ? parsed : 0
  }
  if (infiniteForm.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return text.toLowerCase() === 'nan' ? Number.NaN : 0
}

function toNumber(input: unknown): number {
  if (typeof input === 'number') return input
  if (typeof input === 'string') return parseNumber(input)
  if (typeof input === 'boolean' || typeof input === 'bigint') return Number(input)
  return 0
}

// SQLite does not store negative zero.
const normalize = (input: unknown): number => toNumber(input) + 0

/** A 64-bit floating-point number. */
export const field: FieldType<NumberOptions, number> = {
  ...abilities,
  label: 'Number',
  options: numberOptions,
  validateOptions: validateNumberOptions,
  column: () => 'number',
  empty: () => 0,
  isEmpty: value => value === 0,
  normalize,
  validateText: validateNumberText,
  validate: validateNumber,
  encode: value => value,
  decode: normalize,
  // The database can contain infinity, which JSON cannot represent.
  toJson: value => (Number.isFinite(value) ? value : 0),
  isMultiple: () => false,
  filterModifiers: () => [],
  modify: (value, modifier, operand) => normalize(modifier === '+' ? value + normalize(operand) : value - normalize(operand)),
  describe: options => numberHelp(options) || 'Any number.',
  example: options => {
    const number = Math.min(Math.max(123, options.min ?? 123), options.max ?? 123)
    return validateNumber(number, options) ? 0 : number
  },
}
