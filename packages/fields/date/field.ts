import type { FieldType, Issue } from '../contract.ts'
import { textRules } from '../text/textRules.ts'
import { dateAbilities } from './abilities.ts'
import { type DateOptions, dateOptions, validateDateOptions } from './options.ts'
import { parseDate } from './parseDate.ts'

const normalize = (input: unknown): string => (typeof input === 'string' ? parseDate(input) : '')

/** A canonical date the way messages show it: `2022-01-01 01:01:01.5 +0000 UTC`. */
const spelledOut = (date: string) => `${date.replace(/\.?0*Z$/, '')} +0000 UTC`

// Canonical dates sort as text in the order of time.
const validate = (value: string, { min, max }: DateOptions): Issue | undefined => {
  if (value === '') return undefined
  if (min !== '' && value < min) {
    return { code: 'validation_min_greater_equal_than_required', message: `Must be no less than ${spelledOut(min)}.` }
  }
  if (max !== '' && value > max) {
    return { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${spelledOut(max)}.` }
  }
  return undefined
}

/** A moment in UTC, to the millisecond, as `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export const dateField: FieldType<DateOptions, string> = {
  ...textRules,
  ...dateAbilities,
  type: 'date',
  label: 'DateTime',
  options: dateOptions,
  validateOptions: validateDateOptions,
  normalize,
  validate,
  decode: normalize,
  example: ({ min, max }) => {
    const date = '2022-01-01 10:00:00.123Z'
    if (min !== '' && date < min) return min
    return max !== '' && date > max ? max : date
  },
}
