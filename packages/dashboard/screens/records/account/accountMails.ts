import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

/** An email that the server can send to an auth record. */
export interface AccountMail {
  kind: 'verification' | 'passwordReset'
  name: string
  collectionId: string
  email: string
}

/** Returns the emails that can be sent to a record: none without an address, and no verification email if it is verified. */
export function accountMails(collection: Collection, { email, verified }: RecordJson): AccountMail[] {
  if (collection.type !== 'auth' || typeof email !== 'string' || email === '') return []
  const { allowEmailAuth, allowUsernameAuth } = collection.options
  const shared = { collectionId: collection.id, email }
  return [
    ...(verified === true ? [] : [{ kind: 'verification' as const, name: 'verification', ...shared }]),
    // Without password sign-in, the server rejects password resets.
    ...(allowEmailAuth || allowUsernameAuth ? [{ kind: 'passwordReset' as const, name: 'password reset', ...shared }] : []),
  ]
}
