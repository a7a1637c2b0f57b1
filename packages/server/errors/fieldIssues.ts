import type { Issue } from '@coffer/fields'
import { lengthBetween, required, validateEmailFormat } from '@coffer/schema'

export { blank, collectIssues, lengthBetween, required, validateEmailFormat } from '@coffer/schema'

/** Validates the repeated password. */
export const mismatch = (password: string, repetition: string): Issue | undefined =>
  password === repetition ? undefined : { code: 'validation_values_mismatch', message: "Values don't match." }

/** Validates a required email. */
export const emailIssue = (email: string): Issue | undefined =>
  required(email) ?? lengthBetween(email, 1, 255) ?? validateEmailFormat(email)
