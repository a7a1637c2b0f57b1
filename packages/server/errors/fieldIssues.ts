import type { Issue } from '@coffer/fields'
import { lengthBetween, required, validateEmailFormat } from '@coffer/schema'

export { blank, collectIssues, lengthBetween, required, validateEmailFormat } from '@coffer/schema'

export const valuesMismatch: Issue = { code: 'validation_values_mismatch', message: "Values don't match." }

/** Validates the repeated password. */
export function mismatch(password: string, repetition: string): Issue | undefined {
  return password === repetition ? undefined : valuesMismatch
}

/** Validates a required email. */
export function emailIssue(email: string): Issue | undefined {
  return required(email) ?? lengthBetween(email, 1, 255) ?? validateEmailFormat(email)
}
