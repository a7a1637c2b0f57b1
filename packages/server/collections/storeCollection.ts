import { type AuthCollection, type Collection, cofferAuth } from '@coffer/schema'
import { insertCollection, updateCollection } from '../catalog/storedCollection.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { tokenSecretChanged } from '../events/tokenSecretChanged.ts'

/** Length of a generated secret in characters. */
const secretLength = 50

const secretOf = ({ options }: AuthCollection) => cofferAuth(options).tokens.authToken?.secret ?? ''

/** Whether the rule for sign-ins has changed. Clients of 0.22 have an option in its place, with which tokens stay valid. */
function hasOtherRule(before: AuthCollection, { options }: AuthCollection, isNewer: boolean): boolean {
  if (cofferAuth(before.options).authRule !== cofferAuth(options).authRule) return true
  return isNewer && before.options.onlyVerified !== options.onlyVerified
}

/** Gives a collection a secret of its own, so that its auth tokens are no longer valid. */
function withNewSecret(after: AuthCollection): AuthCollection {
  const { coffer } = after.options
  const authToken = { duration: 0, ...coffer?.tokens?.authToken, secret: randomSecret(secretLength) }
  return { ...after, options: { ...after.options, coffer: { ...coffer, tokens: { ...coffer?.tokens, authToken } } } }
}

/**
 * Stores the row of a base or auth collection. A new rule for sign-ins revokes the auth tokens of the collection, as since
 * PocketBase 0.23. Otherwise, users whom it excludes could use their tokens until these expire.
 * @param isNewer see `ValidationContext.isNewer`
 */
export async function storeCollection(
  transaction: Transaction,
  before: Collection | undefined,
  after: Collection,
  isNewer: boolean,
): Promise<Collection> {
  if (!before) {
    await insertCollection(transaction, after)
    return after
  }
  if (before.type !== 'auth' || after.type !== 'auth') {
    await updateCollection(transaction, after)
    return after
  }
  const isRevoking = hasOtherRule(before, after, isNewer) && secretOf(before) === secretOf(after)
  const stored = isRevoking ? withNewSecret(after) : after
  await updateCollection(transaction, stored)
  if (secretOf(before) !== secretOf(stored)) transaction.emit(tokenSecretChanged({ collectionId: stored.id }))
  return stored
}
