import type { StoredDelivery } from '../../events/deliveries/Delivery.ts'
import { listParked } from '../../events/deliveries/storedDeliveries.ts'
import { hasChangeLog, hooksConsumer } from '../../events/log/appendEntries.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { HookCall } from '../../messages/HookCall.ts'
import { dateText } from '../../runtime/now.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

/** Maximum number of calls in a response. */
const maxCalls = 100

/** Returns what an admin sees of a call. Its content is cut off if it is long. */
function callJson({ id, target, content, created, ended, attempts, outcome }: StoredDelivery) {
  const event = content === '' ? undefined : (JSON.parse(content) as HookCall)
  const { error = '' } = JSON.parse(outcome || '{}') as { error?: string }
  return {
    id,
    hook: target,
    created: dateText(new Date(created)),
    ended: dateText(new Date(ended)),
    attempts,
    error,
    collection: event?.collection.name ?? '',
    record: String(event?.record?.id ?? ''),
  }
}

/** Returns the newest calls of hooks after changes that were given up after all attempts. */
export const listParkedCalls: Endpoint = {
  method: 'GET',
  path: '/code/parked',
  operation: { id: 'listParkedCalls', summary: 'List calls of hooks that were given up', returns: 'ParkedCalls' },
  guard: adminOnly,
  steps: inReader(async ({ app: { db } }) =>
    jsonReply((await hasChangeLog(db)) ? (await listParked(db, hooksConsumer, maxCalls)).map(callJson) : []),
  ),
}
