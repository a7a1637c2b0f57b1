import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { hasHiddenFields } from '../records/rows/hiddenFields.ts'
import { ruleOf } from '../records/rules/conditions.ts'
import { memoizeByObject } from '../runtime/cache/memoizeByObject.ts'
import { type Audience, sessionKey } from './Audience.ts'
import type { DescribedChange } from './DescribedChange.ts'
import { hasOptions, parseSubscription } from './parseSubscription.ts'
import { isSameForAll, option, rulesFor } from './subscriberConditions.ts'

/** Replaces the listener by a guest if both receive the same events, so that all such listeners share one evaluation. */
export function representativeOf({ app, change, collection, catalog }: DescribedChange, audience: Audience): Audience {
  const subscription = parseSubscription(audience.subscription)
  const { listRule, viewRule } = change.collection
  const rules = [...rulesFor(app.db.dialect, subscription, collection, catalog), listRule, viewRule]
  const seesNoMore = !hasHiddenFields(collection) && rules.every(rule => rule === '')
  const { listener } = audience
  const showsEmails = collection.type === 'auth' && listener.kind === 'admin' && listener.showsEmails
  const canBeGuest = !showsEmails && (listener.kind !== 'admin' || seesNoMore)
  return canBeGuest && isSameForAll(collection, subscription, rules) ? { ...audience, listener: { kind: 'guest' } } : audience
}

function manageRuleOf(collection: Collection) {
  return collection.type === 'auth' ? collection.options.manageRule : null
}

/** Whether any rule of a catalog reads the options of subscriptions. */
const readsOptions = memoizeByObject(({ all }: Catalog): boolean =>
  all.some(collection =>
    [collection.listRule, collection.viewRule, manageRuleOf(collection)].some(rule =>
      /@request\.(?:query|headers)/.test(rule ?? ''),
    ),
  ),
)

/** Returns the same key for audiences that receive the same event, however their subscriptions are written. */
export function evaluationKey({ catalog }: DescribedChange, { subscription: text, listener }: Audience): string {
  const subscription = parseSubscription(text)
  const read = ['filter', 'sort', 'expand', 'fields'].map(name => option(subscription, name))
  const all = readsOptions(catalog) ? [subscription.query, subscription.headers] : []
  return JSON.stringify([hasOptions(text), subscription.isOfOne, sessionKey(listener), read, all])
}

/** Whether only admins receive the events of a subscription, and the listener is none. */
export function isClosedTo({ collection }: DescribedChange, { subscription, listener }: Audience): boolean {
  const action = parseSubscription(subscription).isOfOne ? 'view' : 'list'
  return listener.kind !== 'admin' && ruleOf(collection, action) === null
}
