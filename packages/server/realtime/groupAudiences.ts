import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { hasHiddenFields } from '../records/rows/hiddenFields.ts'
import { memoizeByObject } from '../runtime/cache/memoizeByObject.ts'
import { type Audience, sessionKey } from './Audience.ts'
import type { DescribedChange } from './DescribedChange.ts'
import { hasOptions, parseSubscription } from './parseSubscription.ts'
import { isSameForAll, option, rulesFor } from './subscriberConditions.ts'

/** Number of audiences that are grouped or evaluated before other work can run. */
export const maxAudiencesPerBatch = 20

/** Replaces the listener by a guest if both receive the same events, so that all such listeners share one evaluation. */
function representativeOf({ app, change, collection, catalog }: DescribedChange, audience: Audience): Audience {
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

/** Matches rules and filters that read the options of subscriptions. */
const optionName = /@request\.(?:query|headers)/

/** Whether any rule of a catalog reads the options of subscriptions. */
const readsOptions = memoizeByObject(({ all }: Catalog): boolean =>
  all.some(collection =>
    [collection.listRule, collection.viewRule, manageRuleOf(collection)].some(rule => optionName.test(rule ?? '')),
  ),
)

/** Returns the same key for audiences that receive the same event, however their subscriptions are written. */
function evaluationKey({ catalog }: DescribedChange, { subscription: text, listener }: Audience): string {
  const subscription = parseSubscription(text)
  const read = ['filter', 'sort', 'expand', 'fields'].map(name => option(subscription, name))
  const readsAll = readsOptions(catalog) || read.some(text => optionName.test(text))
  const all = readsAll ? [subscription.query, subscription.headers] : []
  return JSON.stringify([hasOptions(text), subscription.isOfOne, sessionKey(listener), read, all])
}

/** An audience, and the key that it shares with those that receive the same event. */
export interface GroupedAudience {
  key: string
  audience: Audience
}

/**
 * Groups audiences by the event that they receive, in the given order. A listener that receives the same event as a guest becomes one.
 * @param yieldThread lets other work run
 */
export async function groupAudiences(
  described: DescribedChange,
  audiences: readonly Audience[],
  yieldThread: () => Promise<void>,
): Promise<{ grouped: GroupedAudience[]; spentMs: number }> {
  const grouped: GroupedAudience[] = []
  let spentMs = 0
  for (let start = 0; start < audiences.length; start += maxAudiencesPerBatch) {
    if (start > 0) await yieldThread()
    const startedAt = performance.now()
    for (const given of audiences.slice(start, start + maxAudiencesPerBatch)) {
      const audience = representativeOf(described, given)
      grouped.push({ key: evaluationKey(described, audience), audience })
    }
    spentMs += performance.now() - startedAt
  }
  return { grouped, spentMs }
}
