import type { FieldType, Issue } from '../contract.ts'
import { decimalText } from '../decimalText.ts'
import { numberAbilities } from './abilities.ts'
import { type NumberOptions, noDecimalIssue, numberOptions, validateNumberOptions } from './options.ts'

const decimalForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const infiniteForm = /^[+-]?inf(?:inity)?$/i

const parseNumber = (text: string): number => {
  if (decimalForm.test(text)) {
    const parsed = Number(text)
    return Number.isFinite(parsed) ? parsed : 0
  }
  if (infiniteForm.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return text.toLowerCase() === 'nan' ? Number.NaN : 0
}

const toNumber = (input: unknown): number => {
  if (typeof input === 'number') return input
  if (typeof input === 'string') return parseNumber(input)
  if (typeof input === 'boolean' || typeof input === 'bigint') return Number(input)
  return 0
}

// SQLite has no negative zero.
const normalize = (input: unknown): number => toNumber(input) + 0

const sixDecimals = (value: number) => (Math.abs(value) < 1e21 ? value.toFixed(6) : `${decimalText(value)}.000000`)

const validate = (value: number, { min, max, noDecimal }: NumberOptions): Issue | undefined => {
  if (value === 0) return undefined
  if (!Number.isFinite(value)) {
    return { code: 'validation_nan', message: 'The submitted number is not properly formatted.' }
  }
  if (noDecimal && !Number.isInteger(value)) return noDecimalIssue
  if (min !== null && value < min) {
    return { code: 'validation_min_number_constraint', message: `Must be larger than ${sixDecimals(min)}.` }
  }
  if (max !== null && value > max) {
    return { code: 'validation_max_number_constraint', message: `Must be less than ${sixDecimals(max)}.` }
  }
  return undefined
}

/** A 64-bit float. */
export const numberField: FieldType<NumberOptions, number> = {
  ...numberAbilities,
  type: 'number',
  label: 'Number',
  options: numberOptions,
  validateOptions: validateNumberOptions,
  column: () => 'NUMERIC DEFAULT 0 NOT NULL',
  empty: () => 0,
  isEmpty: value => value === 0,
  normalize,
  validate,
  encode: value => value,
  decode: normalize,
  // A file may hold an infinite number, an answer in JSON cannot.
  toJson: value => (Number.isFinite(value) ? value : 0),
  isMultiple: () => false,
  filterModifiers: () => [],
  modify: (value, modifier, operand) => normalize(modifier === '+' ? value + normalize(operand) : value - normalize(operand)),
  example: options => {
    const number = Math.min(Math.max(123, options.min ?? 123), options.max ?? 123)
    return validate(number, options) ? 0 : number
  },
}
