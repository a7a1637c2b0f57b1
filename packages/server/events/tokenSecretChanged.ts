import { defineEvent } from './defineEvent.ts'

/** The auth tokens that must be verified again: of all admins, of all auth records, or of the auth records of one collection. */
export type SecretOwner = 'admins' | 'authRecords' | { collectionId: string }

/** The secret that auth tokens are signed with has changed, or a transaction revoked too many of them to name each one. */
export const tokenSecretChanged = defineEvent<SecretOwner>('tokenSecretChanged')
