import { findAllowedRow, type Lookup } from '../records/access/findAllowed.ts'
import type { RecordChange } from '../records/changes/RecordChange.ts'
import { createActor } from '../records/rules/Actor.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { Audience } from './Audience.ts'
import type { DescribedChange } from './DescribedChange.ts'
import { loadSubscriber } from './loadSubscriber.ts'
import { parseSubscription } from './parseSubscription.ts'
import { serializeEvent } from './serializeEvent.ts'
import { conditionsFor, joinedBy } from './subscriberConditions.ts'

/** Thrown if a condition reads a collection with removed records that are not known here. */
export class RemovedNeededError extends Error {}

/** Thrown if an audience can see a change that it has missed, but perhaps could not when it was made. */
export class EarlierRightsError extends Error {}

/** Whether a requester's own record was created or changed after a change, or at the same time. */
function isNewerThan(requester: Requester, { collection, recordId, record, changedAt }: RecordChange): boolean {
  if (requester.kind !== 'authRecord') return false
  const { id, updated } = requester.record.values
  const isLastOfOwn = collection.id === requester.collection.id && recordId === id && record?.updated === updated
  return !isLastOfOwn && String(updated) >= changedAt
}

/**
 * Creates the event for one audience, as JSON; undefined if it cannot see the record.
 * @throws RemovedNeededError
 * @throws EarlierRightsError
 */
export async function createEvent(
  described: DescribedChange,
  { subscription: text, listener }: Audience,
  deadline?: number,
): Promise<string | undefined> {
  const { app, change, collection, catalog, past, unknown, isMissed } = described
  const subscription = parseSubscription(text)
  const { requester, past: pastAuth } = await loadSubscriber(described, listener)
  const { query, headers } = subscription
  const actor = createActor(requester, { method: 'GET', query, headers }, { context: 'realtime', pastAuth })
  const lookup: Lookup = {
    catalog,
    request: actor.values,
    past,
    ...(deadline !== undefined && { deadline }),
  }
  const conditions = conditionsFor(app, collection, change.collection, subscription, requester)
  if (!conditions) return undefined
  if (unknown.length > 0 && joinedBy(app.db.dialect, collection, catalog, conditions).some(({ id }) => unknown.includes(id))) {
    throw new RemovedNeededError()
  }
  if (!(await findAllowedRow(app.db, collection, change.recordId, conditions, lookup))) return undefined
  if (isMissed && isNewerThan(requester, change)) throw new EarlierRightsError()
  const showsEmails = listener.kind === 'admin' && listener.showsEmails === true
  return serializeEvent(described, subscription, { requester, showsEmails }, lookup)
}
