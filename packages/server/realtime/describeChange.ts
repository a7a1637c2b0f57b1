import { type Collection, parseFields, type Rule } from '@coffer/schema'
import { findAdmin } from '../auth/admins.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { isCausedBy, isDatabaseError } from '../db/DatabaseError.ts'
import type { Row } from '../db/engine.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { type Audience, audienceKey, type Listener } from '../messages/Audience.ts'
import { jsonText } from '../messages/json.ts'
import type { RecordChange } from '../messages/RecordChange.ts'
import type { Condition } from '../query/compile/Condition.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import { findAllowedRow, type Lookup } from '../records/access/findAllowed.ts'
import { managesRecord } from '../records/access/managesRecord.ts'
import { serializeRows } from '../records/serialization/serializeRecords.ts'
import { findRecord } from '../rows/findRecord.ts'
import { type Action, conditionsOf, ruleOf, visibilityFor } from '../rules/conditions.ts'
import type { Requester } from '../rules/Requester.ts'
import { requestValues } from '../rules/requestValues.ts'
import { hasOptions, parseSubscription, type Subscription } from './parseSubscription.ts'
import { messageText } from './publicMessage.ts'
import type { RealtimeContext } from './RealtimeContext.ts'
import type { TimeBudget } from './TimeBudget.ts'

/** Loads the current requester of a listener. After its record is deleted or its tokens are revoked, the listener is a guest. */
const requesterOf = async (app: RealtimeContext, listener: Listener, revokedTokenKey: string | undefined): Promise<Requester> => {
  if (listener.kind === 'admin') {
    const admin = await findAdmin(app.db, listener.id)
    return admin?.tokenKey === listener.tokenKey ? { kind: 'admin', admin } : { kind: 'guest' }
  }
  if (listener.kind === 'guest') return listener
  const collection = (await app.catalog()).byId(listener.collectionId)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, listener.id) : undefined
  const isCurrent = record?.values.tokenKey === listener.tokenKey || revokedTokenKey === listener.tokenKey
  return isCurrent && record && collection?.type === 'auth' ? { kind: 'authRecord', collection, record } : { kind: 'guest' }
}

const option = ({ query }: Subscription, name: string): string => query.find(([key]) => key === name)?.[1] ?? ''

/** Whether the options use names that only admins can use. Other listeners receive no events for such a subscription. */
const isRestricted = (subscription: Subscription): boolean =>
  ['filter', 'sort'].some(name => /@(?:collection|request)\./.test(option(subscription, name)))

const ruleFor = ({ isOfOne }: Subscription): Action => (isOfOne ? 'view' : 'list')

/** Returns the conditions a record must meet for a listener to receive its event; undefined if no record can meet them. */
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

/** Removes an email that is not public, unless the listener is the record's owner and can manage the record. */
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

/** The values that creating the event for one audience needs. */
interface EventContext {
  app: RealtimeContext
  collection: Collection
  subscription: Subscription
  requester: Requester
  lookup: Lookup
}

const createMessage = async (
  { app, collection, subscription, requester, lookup }: EventContext,
  row: Row,
  action: RecordChange['action'],
) => {
  const [serialized] = await serializeRows(
    app.db,
    collection,
    [row],
    requester,
    lookup,
    option(subscription, 'expand') || undefined,
  )
  const fields = option(subscription, 'fields')
  if (serialized && fields === '' && collection.type !== 'auth') return messageText(action, serialized.text())
  const json = serialized?.value() ?? {}
  await hideEmail(app, collection, json, requester, lookup)
  return jsonText({ record: await withFields(json, fields), action }).trimEnd()
}

const createEvent = async (
  app: RealtimeContext,
  change: RecordChange,
  { subscription: text, listener }: Audience,
  deadline?: number,
): Promise<string | undefined> => {
  const subscription = parseSubscription(text)
  const catalog = await app.catalog()
  const collection = catalog.byId(change.collection.id)
  if (!collection) return undefined
  const requester = await requesterOf(app, listener, change.revokedTokenKey)
  const { query, headers } = subscription
  const request: ApiRequest = { method: 'GET', url: '', params: {}, query, headers, remoteIp: '', body: { kind: 'none' } }
  const lookup = {
    catalog,
    request: requestValues(request, requester, {}, 'realtime'),
    ...(deadline !== undefined && { deadline }),
  }
  const conditions = conditionsFor(app, collection, subscription, requester)
  if (!conditions) return undefined
  // If there are conditions, they are checked on the current record, so the event must contain it too: the earlier version may be hidden.
  const isOpen = change.row !== undefined && conditions.length === 0
  const row = isOpen ? change.row : await findAllowedRow(app.db, collection, change.recordId, conditions, lookup)
  if (!row) return undefined
  const context = { app, collection, subscription, requester, lookup }
  const message = await createMessage(context, row, change.action)
  const isLast = listener.kind !== 'guest' && listener.tokenKey === change.revokedTokenKey
  // After its tokens are revoked, a listener must not see later changes. If the record has changed again, it receives no event.
  if (isLast && change.row && message !== (await createMessage(context, change.row, change.action))) return undefined
  return message
}

/** Returns the collections that a subscription's filter joins; none if the filter is invalid. */
const joinedCollections = (subscription: Subscription, collection: Collection, catalog: Catalog): readonly Collection[] => {
  const filter = option(subscription, 'filter')
  if (!filter.includes('.')) return []
  try {
    const conditions = [{ filter: readFilter(filter), allowHidden: false }]
    return compileQuery({ collection, catalog, request: noRequest, conditions }).joined
  } catch {
    return []
  }
}

/** Returns the rules that decide which events a subscription receives. */
const rulesFor = (subscription: Subscription, collection: Collection, catalog: Catalog): Rule[] => [
  ruleOf(collection, ruleFor(subscription)),
  ...joinedCollections(subscription, collection, catalog).map(({ listRule }) => listRule),
]

/** Whether all guests and users receive the same event: no rule depends on the requester, and no field is hidden from some. */
const isSameForAll = (collection: Collection, subscription: Subscription, rules: readonly Rule[]): boolean =>
  collection.type !== 'auth' &&
  !rules.some(rule => rule?.includes('@request.')) &&
  !isRestricted(subscription) &&
  option(subscription, 'expand') === ''

/** Replaces the listener by a guest if both receive the same events, so that all such listeners share one evaluation. */
const representativeOf = (collection: Collection, catalog: Catalog, audience: Audience): Audience => {
  const subscription = parseSubscription(audience.subscription)
  const rules = rulesFor(subscription, collection, catalog)
  const canBeGuest = audience.listener.kind !== 'admin' || rules.every(rule => rule === '')
  return canBeGuest && isSameForAll(collection, subscription, rules) ? { ...audience, listener: { kind: 'guest' } } : audience
}

/** Ignores errors of invalid rules and filters, which match no record. Without a connection, nothing is known about the record. */
const ignoreInvalid = (error: unknown): undefined => {
  if (isCausedBy(error, 'unreachable')) throw error
}

const ignoreUnlessDeadline = (error: unknown): undefined => {
  if (isDatabaseError(error, 'deadline')) throw error
  ignoreInvalid(error)
}

/** Number of audiences evaluated before other work can run. */
const maxAudiencesPerBatch = 20

interface EvaluationOptions {
  /** For subscriptions with options. */
  budget: TimeBudget
  /** Lets other work run between two evaluations. */
  yieldThread: () => Promise<void>
}

/**
 * Creates the event of a change for each audience, as JSON: undefined for an audience that cannot see the record or takes too long
 * to evaluate, and null if the evaluation reads a view, which needs a process. For a deletion, call this before the commit.
 * @throws DatabaseError of the kind `unreachable` if there is no connection
 */
export const describeChange = async (
  app: RealtimeContext,
  change: RecordChange,
  audiences: readonly Audience[],
  { budget, yieldThread }: EvaluationOptions,
): Promise<(string | null | undefined)[]> => {
  const catalog = await app.catalog()
  const collection = catalog.byId(change.collection.id)
  if (!collection) return audiences.map(() => undefined)
  const representatives = audiences.map(audience => representativeOf(collection, catalog, audience))
  const keys = representatives.map(audienceKey)
  const withOptions = new Map<string, Audience>()
  /** Keys of audiences whose evaluation reads a view. */
  const needsProcess = new Set<string>()
  const describe = async (audience: Audience, deadline?: number): Promise<string | undefined> => {
    const { rejectedViews } = app.db
    try {
      return await createEvent(app, change, audience, deadline)
    } finally {
      if (app.db.rejectedViews !== rejectedViews) needsProcess.add(audienceKey(audience))
    }
  }
  const messages = new Map<string, string | undefined>()
  for (const [index, representative] of representatives.entries()) {
    const key = keys[index] ?? ''
    if (hasOptions(representative.subscription)) withOptions.set(key, representative)
    else if (!messages.has(key)) {
      if (messages.size % maxAudiencesPerBatch === maxAudiencesPerBatch - 1) await yieldThread()
      messages.set(key, await describe(representative).catch(ignoreInvalid))
    }
  }
  const evaluate = (audience: Audience, deadline: number) => describe(audience, deadline).catch(ignoreUnlessDeadline)
  const messagesWithOptions = await budget.evaluateAll(withOptions, evaluate, yieldThread)
  return keys.map(key => (needsProcess.has(key) ? null : (messages.get(key) ?? messagesWithOptions.get(key))))
}
