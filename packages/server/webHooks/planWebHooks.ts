import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection, WebHook } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { isTemporary } from '../db/DatabaseError.ts'
import type { Engine, Reader } from '../db/engine.ts'
import { messageOf } from '../errors/inspectError.ts'
import type { PlannedDelivery } from '../events/deliveries/Delivery.ts'
import type { LogConsumer } from '../events/deliveries/planDeliveries.ts'
import type { LoggedChange } from '../events/log/ChangeEntry.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import { meetsConditions } from '../query/select/selectRecords.ts'
import type { RecordFormat } from '../records/visible/VisibleRecord.ts'
import { receives } from './loggedChanges.ts'
import { loadWebHooks } from './storedWebHooks.ts'
import { webHookMessage } from './webHookMessage.ts'

/** The name of the consumer of the log that all web hooks share. */
export const webHooksConsumer = 'webHooks'

/** Milliseconds for which a filter can run, because it runs in the thread that writes. */
const maxFilterMs = 200

/** The parts of the app that web hooks use. */
export interface WebHooksContext {
  db: Engine
  catalog: Catalog
  recordFormat: RecordFormat
  config: { encryptionKey: string; hooksDir?: string }
}

/** What web hooks use while collections change. */
export interface LiveWebHooks extends Omit<WebHooksContext, 'catalog' | 'recordFormat'> {
  /** Returns the context as of the last commit. */
  snapshot: () => Promise<WebHooksContext>
}

/**
 * Whether a change matches the filter of a web hook. The filter is checked on the record as the change left it. It has the meaning of 0.22
 * whatever the one of rules is, so that a change of theirs sends no records to other servers.
 */
async function matches(reader: Reader, catalog: Catalog, collection: Collection, filter: string, change: LoggedChange) {
  if (filter === '') return true
  const record = change.record ?? change.before
  // Other requests run between the filters.
  await nextTurn()
  if (!record) throw new Error('The record is too long for the log, so the filter cannot be checked.')
  return meetsConditions(reader, {
    collection,
    catalog,
    request: noRequest,
    conditions: [{ filter: readFilter(filter), allowHidden: true, emptyMatches: false }],
    past: { record },
    deadline: performance.now() + maxFilterMs,
  })
}

/** Plans the deliveries of one change. A filter that cannot be checked parks its delivery, so that the admin sees the reason. */
async function planChange(
  { db, catalog, recordFormat }: WebHooksContext,
  hooks: readonly WebHook[],
  change: LoggedChange,
): Promise<PlannedDelivery[]> {
  const collection = catalog.byId(change.collection.id)
  if (!collection) return []
  const planned: PlannedDelivery[] = []
  for (const { id, filter } of hooks.filter(hook => receives(hook, collection.id, change.action))) {
    const content = webHookMessage(collection, change, recordFormat)
    const delivery = { target: id, subject: `${collection.id}/${change.recordId}`, content }
    try {
      if (await matches(db, catalog, collection, filter, change)) planned.push(delivery)
    } catch (error) {
      if (isTemporary(error)) throw error
      planned.push({ ...delivery, problem: `The filter could not be checked: ${messageOf(error)}` })
    }
  }
  return planned
}

/** Returns the consumer that plans the deliveries of all web hooks. */
export function webHooksConsumerOf({ db, config, snapshot }: LiveWebHooks): LogConsumer {
  return {
    name: webHooksConsumer,
    plan: async changes => {
      const [hooks, app] = [await loadWebHooks(db, config.encryptionKey), await snapshot()]
      const planned: PlannedDelivery[] = []
      for (const change of changes) planned.push(...(await planChange(app, hooks, change)))
      return planned
    },
  }
}
