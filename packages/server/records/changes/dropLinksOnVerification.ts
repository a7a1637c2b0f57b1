import { randomSecret } from '../../crypto/randomText.ts'
import { boundList } from '../../db/boundList.ts'
import type { Transaction } from '../../db/engine.ts'
import { removeExternalAuths } from '../rows/externalAuths.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { UndoRecorder } from '../undo/UndoRecorder.ts'

/**
 * Unlinks the OAuth2 providers of an auth record that becomes verified, and invalidates its tokens if there were any. They were
 * linked before the email was verified, perhaps by someone who does not own the address.
 * @param recorder collects the links for the undo, if the change can be undone
 */
export async function dropLinksOnVerification(
  transaction: Transaction,
  before: StoredRecord,
  after: StoredRecord,
  recorder?: UndoRecorder,
): Promise<StoredRecord> {
  if (after.collection.type !== 'auth' || before.values.verified === true || after.values.verified !== true) return after
  await recorder?.addLinks(transaction, after.collection, boundList([String(after.values.id)]))
  const changes = await removeExternalAuths(transaction, after.collection.id, String(after.values.id))
  return changes === 0 ? after : { ...after, values: { ...after.values, tokenKey: randomSecret(50) } }
}
