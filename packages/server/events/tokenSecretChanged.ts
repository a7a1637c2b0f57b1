import { defineEvent } from './defineEvent.ts'

/** The auth tokens that a new secret revokes: of all admins, of all auth records, or of the auth records of one collection. */
export type SecretOwner = 'admins' | 'authRecords' | { collectionId: string }

/** The secret that auth tokens are signed with has changed. */
export const tokenSecretChanged = defineEvent<SecretOwner>('tokenSecretChanged')
