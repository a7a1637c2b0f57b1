import { type Collection, parseFields, type Rule } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Dialect } from '../db/Dialect.ts'
import type { Condition } from '../query/compile/Condition.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import type { ChangedCollection } from '../records/changes/RecordChange.ts'
import { type Action, conditionsOf, ruleOf, visibilityFor } from '../records/rules/conditions.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { RealtimeContext } from './DescribedEvents.ts'
import type { Subscription } from './parseSubscription.ts'

/** Returns an option of a subscription; '' if it is not set. */
export function option({ query }: Subscription, name: string): string {
  return query.find(([key]) => key === name)?.[1] ?? ''
}

/** Whether the options use names that only admins can use. Other listeners receive no events for such a subscription. */
function isRestricted(subscription: Subscription): boolean {
  return ['filter', 'sort'].some(name => /@(?:collection|request)\./.test(option(subscription, name)))
}

const ruleFor = ({ isOfOne }: Subscription): Action => (isOfOne ? 'view' : 'list')

/** Whether only admins receive the events of a subscription. */
export function isForAdminsOnly(collection: Collection, subscription: Subscription): boolean {
  return ruleOf(collection, ruleFor(subscription)) === null
}

/**
 * Returns the conditions that a record must meet for a listener to receive its event; undefined if no record can meet them. The
 * rules count as they are now and as they were at the change.
 */
export function conditionsFor(
  { config }: RealtimeContext,
  collection: Collection,
  then: ChangedCollection,
  subscription: Subscription,
  requester: Requester,
): Condition[] | undefined {
  if (requester.kind !== 'admin' && isRestricted(subscription)) return undefined
  const action = ruleFor(subscription)
  const before = { ...collection, listRule: then.listRule, viewRule: then.viewRule }
  const filter = option(subscription, 'filter')
  const rules = conditionsOf(collection, action, requester)
  if (ruleOf(before, action) !== ruleOf(collection, action)) rules.push(...conditionsOf(before, action, requester))
  return filter === ''
    ? rules
    : [...rules, { filter: readFilter(filter), ...visibilityFor(requester, config), allowHidden: false }]
}

/** Returns the collections that conditions join; none if one is invalid. */
export function joinedBy(
  dialect: Dialect,
  collection: Collection,
  catalog: Catalog,
  conditions: readonly Condition[],
): readonly Collection[] {
  try {
    return compileQuery(dialect, { collection, catalog, request: noRequest, conditions }).joined
  } catch {
    return []
  }
}

/** Returns the collections that a subscription's filter joins; none if the filter is invalid. */
function joinedCollections(
  dialect: Dialect,
  subscription: Subscription,
  collection: Collection,
  catalog: Catalog,
): readonly Collection[] {
  const filter = option(subscription, 'filter')
  if (!filter.includes('.')) return []
  try {
    return joinedBy(dialect, collection, catalog, [{ filter: readFilter(filter), allowHidden: false }])
  } catch {
    return []
  }
}

/** Returns the rules that decide which events a subscription receives. */
export function rulesFor(dialect: Dialect, subscription: Subscription, collection: Collection, catalog: Catalog): Rule[] {
  return [
    ruleOf(collection, ruleFor(subscription)),
    ...joinedCollections(dialect, subscription, collection, catalog).map(({ listRule }) => listRule),
  ]
}

/** Whether all guests and users receive the same event: no rule depends on the requester, and no field is hidden from some. */
export function isSameForAll(collection: Collection, subscription: Subscription, rules: readonly Rule[]): boolean {
  return (
    collection.type !== 'auth' &&
    !rules.some(rule => rule?.includes('@request.')) &&
    !isRestricted(subscription) &&
    option(subscription, 'expand') === ''
  )
}

/** Parses the `fields` option; undefined if it selects nothing. */
export function selectionOf(subscription: Subscription): ReturnType<typeof parseFields> | undefined {
  const fields = option(subscription, 'fields')
  return fields === '' ? undefined : parseFields(fields)
}
