import { findAdmin } from '../auth/admins.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { readRecord, rowOfValues } from '../records/rows/StoredRecord.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { Listener } from './Audience.ts'
import type { DescribedChange } from './DescribedChange.ts'

/** The user behind a listener, and the stored values of an auth record that counts as it was at the change. */
interface Subscriber {
  requester: Requester
  past?: NonNullable<Extract<Listener, { kind: 'authRecord' }>['past']>
}

/**
 * Loads the requester of a listener. After its record is deleted or its tokens are revoked, the listener is a guest, but not yet for
 * the change that does this.
 */
export async function loadSubscriber({ app, change, catalog }: DescribedChange, listener: Listener): Promise<Subscriber> {
  const guest: Subscriber = { requester: { kind: 'guest' } }
  if (listener.kind === 'guest') return guest
  if (listener.kind === 'admin') {
    const admin = await findAdmin(app.db, listener.id)
    return admin?.tokenKey === listener.tokenKey ? { requester: { kind: 'admin', admin } } : guest
  }
  const collection = catalog.byId(listener.collectionId)
  if (collection?.type !== 'auth') return guest
  const isLast = change.revokedTokenKey === listener.tokenKey && change.recordId === listener.id
  const past = listener.past ?? (isLast ? change.record : undefined)
  const record = past ? readRecord(collection, rowOfValues(collection, past)) : await findRecord(app.db, collection, listener.id)
  if (!record || (!isLast && record.values.tokenKey !== listener.tokenKey)) return guest
  return { requester: { kind: 'authRecord', collection, record }, ...(past && { past }) }
}
