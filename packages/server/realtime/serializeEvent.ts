import { DatabaseError } from '../db/DatabaseError.ts'
import { jsonText } from '../messages/json.ts'
import type { Lookup } from '../records/access/findAllowed.ts'
import { managesRecord } from '../records/access/managesRecord.ts'
import type { Requester } from '../records/rules/Requester.ts'
import { showRows } from '../records/visible/showRecords.ts'
import type { VisibleRecord } from '../records/visible/VisibleRecord.ts'
import type { DescribedChange } from './DescribedChange.ts'
import type { Subscription } from './parseSubscription.ts'
import { option, selectionOf } from './subscriberConditions.ts'

/** The user who receives an event, and whether hidden emails are shown to an admin. */
interface Recipient {
  requester: Requester
  showsEmails: boolean
}

/** Whether a hidden email is shown: to the record's owner, if the owner can manage the record, and to some admins. */
async function showsHiddenEmail(
  { app, change, collection }: DescribedChange,
  shown: VisibleRecord,
  { requester, showsEmails }: Recipient,
  lookup: Lookup,
): Promise<boolean> {
  if (requester.kind === 'admin' && showsEmails) return true
  if (collection.type !== 'auth' || !shown.showsEmail) return shown.showsEmail
  const isOwn = requester.kind === 'authRecord' && requester.record.values.id === change.recordId
  return isOwn && (await managesRecord(app.db, collection, change.recordId, requester, lookup))
}

async function withFields(json: Record<string, unknown>, subscription: Subscription): Promise<unknown> {
  try {
    const selection = selectionOf(subscription)
    if (!selection) return json
    const { pickFields } = await import('@coffer/schema/pickFields')
    return pickFields(json, selection)
  } catch {
    return json
  }
}

/** @throws DatabaseError of the kind `deadline` after the deadline: what happens outside of a statement takes time, too */
function assertTime({ deadline }: Lookup): void {
  if (deadline !== undefined && performance.now() > deadline)
    throw new DatabaseError('deadline', 'The evaluation exceeded its deadline.')
}

/** Serializes the event of a change, with what its recipient can see of the record. */
export async function serializeEvent(
  described: DescribedChange,
  subscription: Subscription,
  recipient: Recipient,
  lookup: Lookup,
): Promise<string> {
  const { app, change, collection, past } = described
  const { requester } = recipient
  const expand = option(subscription, 'expand') || undefined
  if (expand !== undefined) assertTime(lookup)
  const [shown] = await showRows(app.db, collection, [past.row], requester, lookup, expand)
  // Expanding reads any number of records.
  if (expand !== undefined) assertTime(lookup)
  if (!shown) throw new Error('A record is missing from the records that are shown.')
  const record = { ...shown, showsEmail: await showsHiddenEmail(described, shown, recipient, lookup) }
  const { text, value, event } = app.recordFormat
  if (option(subscription, 'fields') === '') return event(change.action, text(record))
  return event(change.action, jsonText(await withFields(value(record), subscription)).trimEnd())
}
