import type { Issue } from '@coffer/fields'

import { lengthBetween, required, validateEmailFormat } from '@coffer/schema'

export { blank, lengthBetween, required, validateEmailFormat } from '@coffer/schema'

/** Validates the repeated password. */
export const mismatch = (password: string, repetition: string): Issue | undefined =>
  password === repetition ? undefined : { code: 'validation_values_mismatch', message: "Values don't match." }

/** Validates a required email. */
export const emailIssue = (email: string): Issue | undefined =>
  required(email) ?? lengthBetween(email, 1, 255) ?? validateEmailFormat(email)

/** Returns the issues of a form without the valid fields. */
export const present = <Key extends string>(issues: Record<Key, Issue | undefined>): Record<string, Issue> =>
  Object.fromEntries(Object.entries<Issue | undefined>(issues).flatMap(([field, issue]) => (issue ? [[field, issue]] : [])))
