import { randomSecret } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import { removeExternalAuths } from '../../rows/externalAuths.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/**
 * An account that becomes verified loses the providers that were linked while it was not: whoever linked them may not own
 * the address. Its sessions end with them.
 */
export const dropLinksOnVerification = async (
  transaction: Transaction,
  before: StoredRecord,
  after: StoredRecord,
): Promise<StoredRecord> => {
  if (after.collection.type !== 'auth' || before.values.verified === true || after.values.verified !== true) return after
  const changes = await removeExternalAuths(transaction, after.collection.id, String(after.values.id))
  return changes === 0 ? after : { ...after, values: { ...after.values, tokenKey: randomSecret(50) } }
}
