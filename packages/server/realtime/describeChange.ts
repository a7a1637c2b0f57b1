import { type Collection, parseFields, type Rule } from '@coffer/schema'
import { findAdmin } from '../auth/admins.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { DeadlineReached } from '../db/deadlines.ts'
import type { Row } from '../db/engine.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { type Audience, audienceKey, type Listener } from '../messages/Audience.ts'
import { jsonText } from '../messages/jsonText.ts'
import type { RecordChange } from '../messages/RecordChange.ts'
import type { Condition } from '../query/compile/Condition.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import { findAllowedRow, type Lookup } from '../records/access/findAllowed.ts'
import { managesRecord } from '../records/access/managesRecord.ts'
import { presentRows } from '../records/serialization/presentRecords.ts'
import { findRecord } from '../rows/findRecord.ts'
import { type Action, conditionsOf, ruleOf, visibilityFor } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'
import { requestValues } from '../rules/requestValues.ts'
import { messageText } from './openMessage.ts'
import { hasOptions, parseSubscription, type Subscription } from './parseSubscription.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import type { TimeBudget } from './TimeBudget.ts'

/** Who listens, as of now; a guest when the account is gone, or the tokens of that time are, but for the change that ended them. */
const requesterOf = async (app: RealtimeContext, listener: Listener, endedKey: string | undefined): Promise<Requester> => {
  if (listener.kind === 'admin') {
    const admin = await findAdmin(app.db, listener.id)
    return admin?.tokenKey === listener.tokenKey ? { kind: 'admin', admin } : { kind: 'guest' }
  }
  if (listener.kind === 'guest') return listener
  const collection = (await app.catalog()).byId(listener.collectionId)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, listener.id) : undefined
  const isCurrent = record?.values.tokenKey === listener.tokenKey || endedKey === listener.tokenKey
  return isCurrent && record && collection?.type === 'auth' ? { kind: 'authRecord', collection, record } : { kind: 'guest' }
}

const option = ({ query }: Subscription, name: string): string => query.find(([key]) => key === name)?.[1] ?? ''

/** What only administrators may ask of a list, nobody else is told about. */
const isRestricted = (subscription: Subscription): boolean =>
  ['filter', 'sort'].some(name => /@(?:collection|request)\./.test(option(subscription, name)))

const ruleFor = ({ isOfOne }: Subscription): Action => (isOfOne ? 'view' : 'list')

/** What a record must meet so that a listener is told of it; undefined when none can. */
const conditionsFor = (
  { config }: RealtimeContext,
  collection: Collection,
  subscription: Subscription,
  requester: Requester,
): Condition[] | undefined => {
  if (requester.kind !== 'admin' && isRestricted(subscription)) return undefined
  const filter = option(subscription, 'filter')
  const rules = conditionsOf(collection, ruleFor(subscription), requester)
  return filter === ''
    ? rules
    : [...rules, { filter: readFilter(filter), ...visibilityFor(requester, config), allowHidden: false }]
}

/** The record without an email that is not public, unless its owner listens, who must be its manager as well. */
const hideEmail = async (
  app: RealtimeContext,
  collection: Collection,
  json: Record<string, unknown>,
  requester: Requester,
  lookup: Lookup,
) => {
  if (collection.type !== 'auth' || json.emailVisibility === true || json.email === undefined) return
  const isOwn = requester.kind === 'authRecord' && requester.record.values.id === json.id
  if (!isOwn || !(await managesRecord(app.db, collection, String(json.id), requester, lookup))) delete json.email
}

const withFields = async (json: Record<string, unknown>, fields: string): Promise<unknown> => {
  if (fields === '') return json
  try {
    const { pickFields } = await import('@coffer/schema/pickFields')
    const selection = parseFields(fields)
    return selection ? pickFields(json, selection) : json
  } catch {
    return json
  }
}

/** What is looked up for one audience. */
interface Hearing {
  app: RealtimeContext
  collection: Collection
  subscription: Subscription
  requester: Requester
  lookup: Lookup
}

const messageOf = async (
  { app, collection, subscription, requester, lookup }: Hearing,
  row: Row,
  action: RecordChange['action'],
) => {
  const [presented] = await presentRows(app.db, collection, [row], requester, lookup, option(subscription, 'expand') || undefined)
  const fields = option(subscription, 'fields')
  if (presented && fields === '' && collection.type !== 'auth') return messageText(action, presented.text())
  const json = presented?.value() ?? {}
  await hideEmail(app, collection, json, requester, lookup)
  return jsonText({ record: await withFields(json, fields), action }).trimEnd()
}

const describeTo = async (
  app: RealtimeContext,
  change: RecordChange,
  { subscription: text, listener }: Audience,
  deadline?: number,
): Promise<string | undefined> => {
  const subscription = parseSubscription(text)
  const catalog = await app.catalog()
  const collection = catalog.byId(change.collection.id)
  if (!collection) return undefined
  const requester = await requesterOf(app, listener, change.endedKey)
  const { query, headers } = subscription
  const request: ApiRequest = { method: 'GET', url: '', params: {}, query, headers, remoteIp: '', body: { kind: 'none' } }
  const lookup = {
    ...{ catalog, request: requestValues(request, requester, {}, 'realtime') },
    ...(deadline !== undefined && { deadline }),
  }
  const conditions = conditionsFor(app, collection, subscription, requester)
  if (!conditions) return undefined
  // Conditions are asked of the record as it is by now, so then that is what is told: before, it may have been nobody's business.
  const isOpen = change.row !== undefined && conditions.length === 0
  const row = isOpen ? change.row : await findAllowedRow(app.db, collection, change.recordId, conditions, lookup)
  if (!row) return undefined
  const hearing = { app, collection, subscription, requester, lookup }
  const message = await messageOf(hearing, row, change.action)
  const isLast = listener.kind !== 'guest' && listener.tokenKey === change.endedKey
  // With the tokens ends what may be told: of this change, but of nothing that came after it.
  if (isLast && change.row && message !== (await messageOf(hearing, change.row, change.action))) return undefined
  return message
}

/** The collections of which a subscription's filter joins records; none where the filter cannot be asked. */
const joinedBy = (subscription: Subscription, collection: Collection, catalog: Catalog): readonly Collection[] => {
  const filter = option(subscription, 'filter')
  if (!filter.includes('.')) return []
  try {
    const conditions = [{ filter: readFilter(filter), allowHidden: false }]
    return compileQuery({ collection, catalog, request: noRequest, conditions }).joined
  } catch {
    return []
  }
}

/** The rules that decide what a subscription is told of. */
const rulesFor = (subscription: Subscription, collection: Collection, catalog: Catalog): Rule[] => [
  ruleOf(collection, ruleFor(subscription)),
  ...joinedBy(subscription, collection, catalog).map(({ listRule }) => listRule),
]

/** Whether all are told the same, but for administrators where there is a rule: nothing asks who they are, or is hidden from some. */
const isAlike = (collection: Collection, subscription: Subscription, rules: readonly Rule[]): boolean =>
  collection.type !== 'auth' &&
  !rules.some(rule => rule?.includes('@request.')) &&
  !isRestricted(subscription) &&
  option(subscription, 'expand') === ''

/** In whose place an audience is asked for: one guest stands for all who are told what guests are. */
const placeOf = (collection: Collection, catalog: Catalog, audience: Audience): Audience => {
  const subscription = parseSubscription(audience.subscription)
  const rules = rulesFor(subscription, collection, catalog)
  const isRuled = audience.listener.kind !== 'admin' || rules.every(rule => rule === '')
  return isRuled && isAlike(collection, subscription, rules) ? { ...audience, listener: { kind: 'guest' } } : audience
}

/** A filter that is broken lets nobody through. */
const silentUnlessLate = (error: unknown): undefined => {
  if (error instanceof DeadlineReached) throw error
}

/** For how many audiences is asked before others have the thread. */
const mostAtOnce = 20

/** How an audience is asked for: those without options as they come, for the others there is only so much time. */
interface Asking {
  patience: TimeBudget
  /** Lets others have the thread in between. */
  rest: () => Promise<void>
}

/**
 * What each audience is told of a change, as JSON; undefined for those who must not hear of it, or ask for too much, and null for
 * those of whom only a process can say it, as that takes a read of a view. Of a deletion this asks before its commit.
 */
export const describeChange = async (
  app: RealtimeContext,
  change: RecordChange,
  audiences: readonly Audience[],
  { patience, rest }: Asking,
): Promise<(string | null | undefined)[]> => {
  const catalog = await app.catalog()
  const collection = catalog.byId(change.collection.id)
  if (!collection) return audiences.map(() => undefined)
  const places = audiences.map(audience => placeOf(collection, catalog, audience))
  const keys = places.map(audienceKey)
  const choosy = new Map<string, Audience>()
  /** Of those whose description reads a view. */
  const undescribed = new Set<string>()
  const describe = async (audience: Audience, deadline?: number): Promise<string | undefined> => {
    const { rejectedViews } = app.db
    try {
      return await describeTo(app, change, audience, deadline)
    } finally {
      if (app.db.rejectedViews !== rejectedViews) undescribed.add(audienceKey(audience))
    }
  }
  const told = new Map<string, string | undefined>()
  for (const [index, place] of places.entries()) {
    const key = keys[index] ?? ''
    if (hasOptions(place.subscription)) choosy.set(key, place)
    else if (!told.has(key)) {
      if (told.size % mostAtOnce === mostAtOnce - 1) await rest()
      // A rule that is broken lets nobody through.
      told.set(key, await describe(place).catch(() => undefined))
    }
  }
  const ask = (audience: Audience, deadline: number) => describe(audience, deadline).catch(silentUnlessLate)
  const chosen = await patience.askAll(choosy, ask, rest)
  return keys.map(key => (undescribed.has(key) ? null : (told.get(key) ?? chosen.get(key))))
}
