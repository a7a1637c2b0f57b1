import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { EditedCollection } from './EditedCollection.ts'

export const leastPassword = 6
export const mostPassword = 72

/** What can be told without the server of the options of accounts; a length that is stored already is let be. */
export function authIssues({ type, auth: { minPasswordLength }, stored }: EditedCollection): FieldErrors {
  if (type !== 'auth') return {}
  const isStored = stored?.type === 'auth' && stored.options.minPasswordLength === minPasswordLength
  if (isStored || isBetween(minPasswordLength)) return {}
  return { 'options.minPasswordLength': `Write a whole number from ${leastPassword} to ${mostPassword}.` }
}

const isBetween = (length: number) => Number.isInteger(length) && length >= leastPassword && length <= mostPassword
