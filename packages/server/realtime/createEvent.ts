import { findAllowedRow, type Lookup } from '../records/access/findAllowed.ts'
import { createActor } from '../records/rules/Actor.ts'
import type { Audience } from './Audience.ts'
import type { DescribedChange } from './DescribedChange.ts'
import { loadSubscriber } from './loadSubscriber.ts'
import { parseSubscription } from './parseSubscription.ts'
import { serializeEvent } from './serializeEvent.ts'
import { conditionsFor, joinedBy } from './subscriberConditions.ts'

/** Thrown if a condition reads a collection with removed records that are not known here. */
export class RemovedNeededError extends Error {}

/**
 * Creates the event for one audience, as JSON; undefined if it cannot see the record.
 * @throws RemovedNeededError
 */
export async function createEvent(
  described: DescribedChange,
  { subscription: text, listener }: Audience,
  deadline?: number,
): Promise<string | undefined> {
  const { app, change, collection, catalog, past, unknown } = described
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
  const showsEmails = listener.kind === 'admin' && listener.showsEmails === true
  return serializeEvent(described, subscription, { requester, showsEmails }, lookup)
}
