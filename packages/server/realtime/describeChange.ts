import type { Collection } from '@coffer/schema'
import { findAdmin } from '../auth/admins.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { DatabaseError, isDatabaseError, isTemporary } from '../db/DatabaseError.ts'
import { findDiskProblem } from '../db/diskProblem.ts'
import { readsView } from '../db/engine.ts'
import { jsonText } from '../messages/json.ts'
import { findAllowedRow, type Lookup, type PastVersion } from '../records/access/findAllowed.ts'
import { managesRecord } from '../records/access/managesRecord.ts'
import type { RecordChange } from '../records/changes/RecordChange.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { hasHiddenFields } from '../records/rows/hiddenFields.ts'
import { readRecord, rowOfValues } from '../records/rows/StoredRecord.ts'
import { createActor } from '../records/rules/Actor.ts'
import { ruleOf } from '../records/rules/conditions.ts'
import type { Requester } from '../records/rules/Requester.ts'
import { showRows } from '../records/visible/showRecords.ts'
import type { VisibleRecord } from '../records/visible/VisibleRecord.ts'
import { memoizeByObject } from '../runtime/cache/memoizeByObject.ts'
import { type Audience, type Listener, sessionKey } from './Audience.ts'
import type { DescribedEvents, DescribeRequest, RealtimeContext } from './DescribedEvents.ts'
import { hasOptions, parseSubscription, type Subscription } from './parseSubscription.ts'
import { messageText } from './publicMessage.ts'
import { conditionsFor, isSameForAll, joinedBy, option, rulesFor, selectionOf } from './subscriberConditions.ts'
import type { TimeBudget } from './TimeBudget.ts'

/** A change whose collection still exists, with the version of the record that it left. */
interface DescribedChange {
  app: RealtimeContext
  change: RecordChange
  collection: Collection
  catalog: Catalog
  past: PastVersion
  /** Ids of collections with removed records that are not known here. */
  unknown: readonly string[]
}

/** Thrown if a condition reads a collection with removed records that are not known here. */
class RemovedNeededError extends Error {}

/** The user behind a listener, and the stored values of an auth record that counts as it was at the change. */
interface Subscriber {
  requester: Requester
  past?: NonNullable<Extract<Listener, { kind: 'authRecord' }>['past']>
}

/**
 * Loads the requester of a listener. After its record is deleted or its tokens are revoked, the listener is a guest, but not yet for
 * the change that does this.
 */
async function subscriberOf({ app, change, catalog }: DescribedChange, listener: Listener): Promise<Subscriber> {
  const guest: Subscriber = { requester: { kind: 'guest' } }
  if (listener.kind === 'guest') return guest
  if (listener.kind === 'admin') {
    const admin = await findAdmin(app.db, listener.id)
    return admin?.tokenKey === listener.tokenKey ? { requester: { kind: 'admin', admin } } : guest
  }
  const collection = catalog.byId(listener.collectionId)
  if (collection?.type !== 'auth') return guest
  const isLast = change.revokedTokenKey === listener.tokenKey && change.recordId === listener.id
  const past = listener.past ?? (isLast ? change.record : undefined)
  const record = past ? readRecord(collection, rowOfValues(collection, past)) : await findRecord(app.db, collection, listener.id)
  if (!record || (!isLast && record.values.tokenKey !== listener.tokenKey)) return guest
  return { requester: { kind: 'authRecord', collection, record }, ...(past && { past }) }
}

/** The user who receives an event, and whether hidden emails are shown to an admin. */
interface Recipient {
  requester: Requester
  showsEmails: boolean
}

/** Whether a hidden email is shown: to the record's owner, if the owner can manage the record, and to some admins. */
async function showsHiddenEmail(
  { app, change, collection }: DescribedChange,
  shown: VisibleRecord,
  { requester, showsEmails }: Recipient,
  lookup: Lookup,
): Promise<boolean> {
  if (requester.kind === 'admin' && showsEmails) return true
  if (collection.type !== 'auth' || !shown.showsEmail) return shown.showsEmail
  const isOwn = requester.kind === 'authRecord' && requester.record.values.id === change.recordId
  return isOwn && (await managesRecord(app.db, collection, change.recordId, requester, lookup))
}

async function withFields(json: Record<string, unknown>, subscription: Subscription): Promise<unknown> {
  try {
    const selection = selectionOf(subscription)
    if (!selection) return json
    const { pickFields } = await import('@coffer/schema/pickFields')
    return pickFields(json, selection)
  } catch {
    return json
  }
}

/** @throws DatabaseError of the kind `deadline` after the deadline: what happens outside of a statement takes time, too */
function assertTime({ deadline }: Lookup): void {
  if (deadline !== undefined && performance.now() > deadline)
    throw new DatabaseError('deadline', 'The evaluation exceeded its deadline.')
}

async function createMessage(
  described: DescribedChange,
  subscription: Subscription,
  recipient: Recipient,
  lookup: Lookup,
): Promise<string> {
  const { app, change, collection, past } = described
  const { requester } = recipient
  const expand = option(subscription, 'expand') || undefined
  if (expand !== undefined) assertTime(lookup)
  const [shown] = await showRows(app.db, collection, [past.row], requester, lookup, expand)
  // Expanding reads any number of records.
  if (expand !== undefined) assertTime(lookup)
  if (!shown) throw new Error('A record is missing from the records that are shown.')
  const record = { ...shown, showsEmail: await showsHiddenEmail(described, shown, recipient, lookup) }
  if (option(subscription, 'fields') === '') return messageText(change.action, app.recordFormat.text(record))
  return jsonText({ record: await withFields(app.recordFormat.value(record), subscription), action: change.action }).trimEnd()
}

/** Creates the event for one audience; undefined if it cannot see the record. */
async function createEvent(
  described: DescribedChange,
  { subscription: text, listener }: Audience,
  deadline?: number,
): Promise<string | undefined> {
  const { app, change, collection, catalog, past, unknown } = described
  const subscription = parseSubscription(text)
  const { requester, past: pastAuth } = await subscriberOf(described, listener)
  const { query, headers } = subscription
  const actor = createActor(requester, { method: 'GET', query, headers }, { context: 'realtime', pastAuth })
  const lookup: Lookup = {
    catalog,
    request: actor.values,
    past,
    ...(deadline !== undefined && { deadline }),
  }
  const conditions = conditionsFor(app, collection, change.collection, subscription, requester)
  if (!conditions) return undefined
  if (unknown.length > 0 && joinedBy(app.db.dialect, collection, catalog, conditions).some(({ id }) => unknown.includes(id))) {
    throw new RemovedNeededError()
  }
  if (!(await findAllowedRow(app.db, collection, change.recordId, conditions, lookup))) return undefined
  const showsEmails = listener.kind === 'admin' && listener.showsEmails === true
  return createMessage(described, subscription, { requester, showsEmails }, lookup)
}

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

/** Whether any rule of a catalog reads the options of subscriptions. */
const readsOptions = memoizeByObject(({ all }: Catalog): boolean =>
  all.some(collection =>
    [collection.listRule, collection.viewRule, manageRuleOf(collection)].some(rule =>
      /@request\.(?:query|headers)/.test(rule ?? ''),
    ),
  ),
)

/** Returns the same key for audiences that receive the same event, however their subscriptions are written. */
function evaluationKey({ catalog }: DescribedChange, { subscription: text, listener }: Audience): string {
  const subscription = parseSubscription(text)
  const read = ['filter', 'sort', 'expand', 'fields'].map(name => option(subscription, name))
  const all = readsOptions(catalog) ? [subscription.query, subscription.headers] : []
  return JSON.stringify([hasOptions(text), subscription.isOfOne, sessionKey(listener), read, all])
}

/** Ignores errors of invalid rules and filters, which match no record. If the database cannot answer, nothing is known about the record. */
function ignoreInvalid(error: unknown): undefined {
  if (isTemporary(error) || findDiskProblem(error)) throw error
}

function ignoreUnlessDeadline(error: unknown): undefined {
  if (isDatabaseError(error, 'deadline')) throw error
  ignoreInvalid(error)
}

/** Whether only admins receive the events of a subscription, and the listener is none. */
function isClosedTo({ collection }: DescribedChange, { subscription, listener }: Audience): boolean {
  const action = parseSubscription(subscription).isOfOne ? 'view' : 'list'
  return listener.kind !== 'admin' && ruleOf(collection, action) === null
}

/** Maximum number of characters of the distinct events of one change. Without it, `fields` and `expand` multiply a long record. */
const maxCharacters = 32 * 1024 * 1024

/** Number of audiences evaluated before other work can run. */
const maxAudiencesPerBatch = 20

interface EvaluationOptions {
  /** For subscriptions with options. */
  budget: TimeBudget
  /** Lets other work run between two evaluations. */
  yieldThread: () => Promise<void>
}

/** Returns the change as the audiences see it; undefined if its collection does not exist anymore, or if nobody needs its record. */
function changeOf(app: RealtimeContext, { change, removed }: DescribeRequest): DescribedChange | undefined {
  const { catalog } = app
  const collection = catalog.byId(change.collection.id)
  if (!collection || !change.record) return undefined
  return {
    app,
    change,
    collection,
    catalog,
    past: {
      collectionId: collection.id,
      record: change.record,
      row: rowOfValues(collection, change.record),
      ...(removed?.records && { others: removed.records }),
    },
    unknown: removed && !removed.records ? removed.collections : [],
  }
}

/**
 * Creates the event of a change for each audience, as JSON. The conditions are checked on the version of the record that the change
 * left, with the current rights of the audience.
 * @throws DatabaseError if the database cannot answer, see `isTemporary`
 */
export async function describeChange(
  app: RealtimeContext,
  request: DescribeRequest,
  { budget, yieldThread }: EvaluationOptions,
): Promise<DescribedEvents> {
  const { audiences } = request
  const described = changeOf(app, request)
  if (!described) return { texts: [], textOf: audiences.map(() => undefined), late: [], needRemoved: [], spentMs: 0 }
  let parsingMs = 0
  const representatives: Audience[] = []
  const keys: string[] = []
  for (let start = 0; start < audiences.length; start += maxAudiencesPerBatch) {
    if (start > 0) await yieldThread()
    const startedAt = performance.now()
    const some = audiences.slice(start, start + maxAudiencesPerBatch).map(audience => representativeOf(described, audience))
    representatives.push(...some)
    keys.push(...some.map(audience => evaluationKey(described, audience)))
    parsingMs += performance.now() - startedAt
  }
  const withOptions = new Map<string, { key: string; audience: Audience }>()
  /** Keys of audiences whose evaluation reads a view. */
  const needsProcess = new Set<string>()
  const needsRemoved = new Set<string>()
  const late = new Set<string>()
  let characters = 0
  const describe = async (key: string, audience: Audience, deadline?: number): Promise<string | undefined> => {
    if (characters > maxCharacters) {
      late.add(key)
      return undefined
    }
    try {
      const event = await app.db.runWithoutViews(() => createEvent(described, audience, deadline))
      if (event !== readsView) {
        characters += event?.length ?? 0
        return event
      }
      needsProcess.add(key)
    } catch (error) {
      if (!(error instanceof RemovedNeededError)) throw error
      needsRemoved.add(key)
    }
    return undefined
  }
  const messages = new Map<string, string | undefined>()
  for (const [index, representative] of representatives.entries()) {
    const key = keys[index] ?? ''
    if (hasOptions(representative.subscription)) withOptions.set(key, { key, audience: representative })
    else if (!messages.has(key)) {
      if (messages.size % maxAudiencesPerBatch === maxAudiencesPerBatch - 1) await yieldThread()
      messages.set(key, await describe(key, representative).catch(ignoreInvalid))
    }
  }
  const evaluate = ({ key, audience }: { key: string; audience: Audience }, deadline: number) =>
    describe(key, audience, deadline).catch(ignoreUnlessDeadline)
  const inTime = await budget.evaluateAll(withOptions, evaluate, yieldThread)
  for (const key of withOptions.keys()) {
    if (inTime.has(key)) messages.set(key, inTime.get(key))
    else late.add(key)
  }
  const texts: string[] = []
  const positions = new Map<string, number>()
  const positionOf = (text: string): number => {
    const known = positions.get(text)
    if (known !== undefined) return known
    positions.set(text, texts.length)
    return texts.push(text) - 1
  }
  const textOf = keys.map(key => {
    if (needsProcess.has(key)) return null
    const message = messages.get(key)
    return message === undefined ? undefined : positionOf(message)
  })
  // If only admins can see the records, other clients are not told that an event may have been missed: it would reveal a change.
  for (const [key, { audience }] of withOptions) if (isClosedTo(described, audience)) late.delete(key)
  const positionsOf = (some: ReadonlySet<string>) => [...keys.keys()].filter(index => some.has(keys[index] ?? ''))
  return {
    texts,
    textOf,
    late: positionsOf(late),
    spentMs: parsingMs + budget.spentMs,
    needRemoved: positionsOf(needsRemoved),
  }
}
