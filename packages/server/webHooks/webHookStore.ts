import type { DeliveryStore } from '../events/deliveries/Delivery.ts'
import type { Remote } from '../runtime/Remote.ts'
import { deliverWebHook, type WebHookDelivery } from './deliverWebHook.ts'
import type { WebHookService } from './webHookService.ts'

/** Returns what the queue of deliveries needs: the service of the database, and the sender of this thread. */
export function webHookStore(service: Remote<{ webHooks: WebHookService }>['webHooks'], options: WebHookDelivery): DeliveryStore {
  const { plan, trim, targets, due, settle, receiver, disable } = service
  return {
    plan,
    trim,
    targets,
    due,
    settle,
    deliver: async (delivery, signal) => {
      const found = await receiver(delivery.target)
      // It has been disabled since, and continues when it is enabled again.
      if (!found) return { state: 'waiting', outcome: '' }
      const { outcome, isGone } = await deliverWebHook(found, delivery, signal, options)
      if (isGone) await disable(delivery.target)
      return outcome
    },
  }
}
