import type { Issue } from '../contract.ts'

/** Formats a canonical date for messages: `2022-01-01 01:01:01.5 +0000 UTC`. */
const spelledOut = (date: string) => `${date.replace(/\.?0*Z$/, '')} +0000 UTC`

/** Validates a canonical date against canonical limits; '' means no date or no limit. */
export function validateDate(value: string, { min, max }: { min: string; max: string }): Issue | undefined {
  if (value === '') return undefined
  // Canonical dates sort chronologically as text.
  if (min !== '' && value < min) {
    return { code: 'validation_min_greater_equal_than_required', message: `Must be no less than ${spelledOut(min)}.` }
  }
  if (max !== '' && value > max) {
    return { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${spelledOut(max)}.` }
  }
  return undefined
}
