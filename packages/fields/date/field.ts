import type { FieldType } from '../contract.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'
import { type DateOptions, dateOptions, validateDateOptions } from './options.ts'
import { describeDateLimits } from './pickDate.ts'
import { toDate } from './toDate.ts'
import { validateDateText } from './typedDate.ts'
import { validateDate } from './validateDate.ts'

/** A UTC date with milliseconds, as `YYYY-MM-DD HH:MM:SS.mmmZ`. */
export const field: FieldType<DateOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'DateTime',
  options: dateOptions,
  validateOptions: validateDateOptions,
  normalize: toDate,
  validate: validateDate,
  validateText: validateDateText,
  decode: toDate,
  describe: limits => `A moment in UTC, as \`2022-01-01 10:00:00.123Z\`. ${describeDateLimits(limits)}`.trim(),
  example: ({ min, max }) => {
    const date = '2022-01-01 10:00:00.123Z'
    if (min !== '' && date < min) return min
    return max !== '' && date > max ? max : date
  },
}
