import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

/** A mail that an account can be sent. */
export interface AccountMail {
  kind: 'verification' | 'passwordReset'
  name: string
  collectionId: string
  email: string
}

/** The mails that make sense for a record: none without an email, and no verification of what is verified. */
export function accountMails(collection: Collection, { email, verified }: RecordJson): AccountMail[] {
  if (collection.type !== 'auth' || typeof email !== 'string' || email === '') return []
  const { allowEmailAuth, allowUsernameAuth } = collection.options
  const shared = { collectionId: collection.id, email }
  return [
    ...(verified === true ? [] : [{ kind: 'verification' as const, name: 'verification', ...shared }]),
    // Where nobody signs in with a password, the server refuses to reset one.
    ...(allowEmailAuth || allowUsernameAuth ? [{ kind: 'passwordReset' as const, name: 'password reset', ...shared }] : []),
  ]
}
