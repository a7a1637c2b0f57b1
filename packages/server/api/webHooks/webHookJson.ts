import { isObject } from '@coffer/fields'
import { mask, type WebHook } from '@coffer/schema'
import type { DeliveryCounts, StoredDelivery } from '../../events/deliveries/Delivery.ts'
import { dateText } from '../../runtime/now.ts'
import type { FormShape } from '../body/readForm.ts'

/** The fields of a body with the options of a web hook. */
export const webHookForm = {
  enabled: 'flag',
  url: 'text',
  collections: 'texts',
  events: 'texts',
  filter: 'text',
  secret: 'text',
} as const satisfies FormShape

/** Returns a web hook for a response. The secret is masked unless the request has created it. */
export function webHookJson(hook: WebHook, { showsSecret }: { showsSecret: boolean }): WebHook {
  return showsSecret ? hook : { ...hook, secret: mask }
}

/** Returns the number of deliveries of a web hook by state. */
export function countsJson({ waiting = 0, delivered = 0, parked = 0 }: DeliveryCounts = {}) {
  return { waiting, delivered, parked }
}

/** Parses what the deliverer has stored about the last attempt. */
function outcomeJson(text: string): object {
  const outcome: unknown = text === '' ? {} : JSON.parse(text)
  return isObject(outcome) ? outcome : {}
}

/** Returns a delivery for a response. */
export function deliveryJson({ id, message, state, created, due, ended, attempts, outcome, content }: StoredDelivery) {
  return {
    id: String(id),
    message,
    state,
    created: dateText(new Date(created)),
    due: state === 'waiting' ? dateText(new Date(due)) : '',
    attempted: ended === 0 ? '' : dateText(new Date(ended)),
    attempts,
    last: outcomeJson(outcome),
    ...(content !== '' && { body: JSON.parse(content) as unknown }),
  }
}
