import type { OptionIssue } from '../contract.ts'
import { parseTypedNumber } from '../number/typedNumber.ts'

/** Whether an option contains, as text, a maximum that is too low for a field with several values. */
export function isMaxSelectTooLow(value: unknown): boolean {
  return typeof value === 'string' && parseTypedNumber(value) !== undefined
}

export function maxSelectTooLowIssue(key: string): OptionIssue {
  return {
    path: [key],
    code: 'validation_min_greater_equal_than_required',
    message: 'Must be 2 or more. Choose Single for one value.',
  }
}
