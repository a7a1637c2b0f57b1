import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { EditedCollection } from './EditedCollection.ts'

export const smallestMinPasswordLength = 6
export const largestMinPasswordLength = 72

/** Validates the auth options that can be checked without the server. Accepts an unchanged stored length. */
export function authIssues({ type, auth: { minPasswordLength }, stored }: EditedCollection): FieldErrors {
  if (type !== 'auth') return {}
  const isStored = stored?.type === 'auth' && stored.options.minPasswordLength === minPasswordLength
  if (isStored || isBetween(minPasswordLength)) return {}
  return { 'options.minPasswordLength': `Enter a whole number from ${smallestMinPasswordLength} to ${largestMinPasswordLength}.` }
}

const isBetween = (length: number) =>
  Number.isInteger(length) && length >= smallestMinPasswordLength && length <= largestMinPasswordLength
