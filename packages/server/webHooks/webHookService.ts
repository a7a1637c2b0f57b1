import { databaseTime } from '../db/databaseTime.ts'
import type { PlanResult } from '../events/deliveries/Delivery.ts'
import { deliveryOperations } from '../events/deliveries/deliveryOperations.ts'
import { planDeliveries } from '../events/deliveries/planDeliveries.ts'
import { targetsOf } from '../events/deliveries/storedDeliveries.ts'
import { hasChangeLog, hooksConsumer } from '../events/log/appendEntries.ts'
import { trimLog } from '../events/log/trimLog.ts'
import { nowAfter } from '../runtime/now.ts'
import type { MessageReceiver } from './deliverWebHook.ts'
import { type LiveWebHooks, webHooksConsumer, webHooksConsumerOf } from './planWebHooks.ts'
import { changeWebHooks, loadWebHooks } from './storedWebHooks.ts'

export type WebHookService = ReturnType<typeof createWebHookService>

/** Creates the operations on the database that delivering web hooks needs. Until a web hook is enabled, there are no tables. */
export function createWebHookService(app: LiveWebHooks) {
  const { db } = app
  const enabledHooks = async () => (await loadWebHooks(db, app.config.encryptionKey)).filter(({ enabled }) => enabled)
  const consumer = webHooksConsumerOf(app)
  return {
    /** Plans the deliveries of the next changes in the log. Returns whether there are more changes. */
    plan: async (): Promise<PlanResult> => (await hasChangeLog(db)) && planDeliveries(db, consumer),
    /** Removes what is no longer needed from the log. Returns the number of changes that nobody has handled. */
    trim: async (): Promise<number> =>
      (await hasChangeLog(db))
        ? db.transaction(transaction =>
            trimLog(transaction, app.config.hooksDir === undefined ? [webHooksConsumer] : [webHooksConsumer, hooksConsumer]),
          )
        : 0,
    /** Lists the enabled web hooks with deliveries that wait. */
    targets: async (): Promise<string[]> => {
      const enabled = await enabledHooks()
      if (enabled.length === 0) return []
      const waiting = await targetsOf(db, webHooksConsumer)
      return enabled.map(({ id }) => id).filter(id => waiting.includes(id))
    },
    ...deliveryOperations(db, webHooksConsumer),
    /** Returns where to send the messages of a web hook, and how and when to sign them. */
    receiver: async (id: string): Promise<MessageReceiver | undefined> => {
      const hook = (await enabledHooks()).find(hook => hook.id === id)
      return hook && { url: hook.url, secret: hook.secret, now: databaseTime(db) }
    },
    /** Disables a web hook whose receiver wants no further messages. */
    disable: (id: string): Promise<void> =>
      db.transaction(transaction =>
        changeWebHooks(transaction, app.config.encryptionKey, hooks =>
          hooks.map(hook => (hook.id === id ? { ...hook, enabled: false, updated: nowAfter(hook) } : hook)),
        ),
      ),
  }
}
