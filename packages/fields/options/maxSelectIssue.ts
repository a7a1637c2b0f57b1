import type { OptionIssue } from '../contract.ts'
import { parseTypedNumber } from '../number/typedNumber.ts'

/** Whether an option contains, as text, a maximum that is too low for a field with several values. */
export const isMaxSelectTooLow = (value: unknown): boolean => typeof value === 'string' && parseTypedNumber(value) !== undefined

export const maxSelectTooLowIssue = (key: string): OptionIssue => ({
  path: [key],
  code: 'validation_min_greater_equal_than_required',
  message: 'Must be 2 or more. Choose Single for one value.',
})
