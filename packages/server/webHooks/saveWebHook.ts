import {
  collectIssues,
  defaultWebHook,
  mask,
  validateWebHook,
  type WebHook,
  type WebHookEvent,
  webHookEvents,
} from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { randomId } from '../crypto/randomText.ts'
import type { Dialect } from '../db/Dialect.ts'
import { databaseTime } from '../db/databaseTime.ts'
import { ensureTable } from '../db/serverTables.ts'
import { Rejection } from '../errors/Rejection.ts'
import { addDeliveries, deliveryDue, removeDeliveries, sendAgain } from '../events/deliveries/storedDeliveries.ts'
import { hasChangeLog } from '../events/log/appendEntries.ts'
import { findRuleError } from '../records/rules/findRuleError.ts'
import { now, nowAfter } from '../runtime/now.ts'
import { type WebHooksContext, webHooksConsumer } from './planWebHooks.ts'
import { createWebHookSecret } from './signMessage.ts'
import { changeWebHooks, loadWebHooks } from './storedWebHooks.ts'
import { testMessage } from './webHookMessage.ts'

/** Maximum number of web hooks. Each change is checked against all of them. */
const maxWebHooks = 50

/** The submitted options of a web hook. */
export interface WebHookInput {
  enabled?: boolean
  url?: string
  collections?: readonly string[]
  events?: readonly string[]
  filter?: string
  /** `''` for a new one, the mask for the stored one. */
  secret?: string
}

/** Returns the issue of a filter that names what one of the collections does not have. */
function filterIssue(dialect: Dialect, { filter, collections }: WebHook, catalog: Catalog) {
  if (filter === '') return undefined
  for (const collection of catalog.all) {
    if (collection.type === 'view' || (collections.length > 0 && !collections.includes(collection.id))) continue
    const error = findRuleError(dialect, filter, collection, catalog)
    if (error)
      return { code: 'validation_invalid_filter', message: `The filter is invalid for ${collection.name}: ${error.reason}.` }
  }
}

function assertValid(dialect: Dialect, hook: WebHook, catalog: Catalog): void {
  const issues = validateWebHook(hook, catalog.all)
  const unknown = hook.events.some(event => !webHookEvents.includes(event))
  const isUrl = URL.canParse(hook.url)
  const all = collectIssues({
    ...issues,
    url: issues.url ?? (isUrl ? undefined : { code: 'validation_is_url', message: 'Must be a valid URL.' }),
    events: unknown ? { code: 'validation_invalid_events', message: `Choose from ${webHookEvents.join(', ')}.` } : issues.events,
    filter: issues.filter ?? filterIssue(dialect, hook, catalog),
  })
  if (Object.keys(all).length > 0) throw new Rejection('invalid', { issues: all })
}

function applyInput(hook: WebHook, { secret, events, ...input }: WebHookInput): WebHook {
  const chosen = secret === undefined || secret === mask ? hook.secret : secret
  return {
    ...hook,
    ...input,
    ...(events && { events: [...new Set(events)] as WebHookEvent[] }),
    secret: chosen === '' ? createWebHookSecret() : chosen,
  }
}

const missing = () => new Rejection('missing')

/** Changes the stored web hooks in a transaction, and creates the tables of deliveries. */
async function change(
  { db, config }: WebHooksContext,
  save: (hooks: readonly WebHook[]) => readonly WebHook[],
  removed?: string,
): Promise<void> {
  await db.transaction(async transaction => {
    await changeWebHooks(transaction, config.encryptionKey, save)
    await ensureTable(transaction, '_cofferEvents', 'events')
    if (removed !== undefined) await removeDeliveries(transaction, webHooksConsumer, removed)
    // Deliveries of a web hook that is enabled again can wait.
    transaction.emit(deliveryDue(undefined))
  })
}

/**
 * Creates a web hook, with a new secret unless one is given.
 * @throws Rejection with issues by field, or if there are too many
 */
export async function createWebHook(app: WebHooksContext, input: WebHookInput): Promise<WebHook> {
  const moment = now()
  const hook = applyInput({ ...defaultWebHook, id: randomId(), secret: '', created: moment, updated: moment }, input)
  assertValid(app.db.dialect, hook, app.catalog)
  await change(app, hooks => {
    if (hooks.length >= maxWebHooks)
      throw new Rejection('conflict', { message: `There are ${maxWebHooks} web hooks already. Delete one first.` })
    return [...hooks, hook]
  })
  return hook
}

/**
 * Updates a web hook.
 * @throws Rejection `missing`, or with issues by field
 */
export async function updateWebHook(
  app: WebHooksContext,
  id: string,
  input: WebHookInput,
): Promise<{ before: WebHook; after: WebHook }> {
  const { catalog } = app
  let saved: { before: WebHook; after: WebHook } | undefined
  await change(app, hooks => {
    const before = hooks.find(hook => hook.id === id)
    if (!before) throw missing()
    const after = { ...applyInput(before, input), updated: nowAfter(before) }
    assertValid(app.db.dialect, after, catalog)
    saved = { before, after }
    return hooks.map(hook => (hook.id === id ? after : hook))
  })
  if (!saved) throw missing()
  return saved
}

/**
 * Deletes a web hook and its deliveries.
 * @throws Rejection `missing`
 */
export async function deleteWebHook(app: WebHooksContext, id: string): Promise<void> {
  await change(
    app,
    hooks => {
      if (!hooks.some(hook => hook.id === id)) throw missing()
      return hooks.filter(hook => hook.id !== id)
    },
    id,
  )
}

/**
 * Sends a message again, with all attempts.
 * @throws Rejection `missing` if the web hook has no such delivery
 */
export async function sendWebHookAgain({ db }: Pick<WebHooksContext, 'db'>, hook: string, delivery: number): Promise<void> {
  const key = { consumer: webHooksConsumer, target: hook, id: delivery }
  const isFound = await db.transaction(
    async transaction => (await hasChangeLog(transaction)) && (await sendAgain(transaction, key, databaseTime(db))),
  )
  if (!isFound) throw missing()
}

/**
 * Sends a test message to a web hook.
 * @throws Rejection `missing`, or `conflict` if the web hook is disabled
 */
export async function sendTestMessage(
  { db, config }: Omit<WebHooksContext, 'catalog' | 'recordFormat'>,
  id: string,
): Promise<void> {
  await db.transaction(async transaction => {
    const hook = (await loadWebHooks(transaction, config.encryptionKey)).find(hook => hook.id === id)
    if (!hook) throw missing()
    if (!hook.enabled) throw new Rejection('conflict', { message: 'The web hook is disabled. Enable it first.' })
    const message = { target: id, subject: 'test', content: testMessage() }
    await addDeliveries(transaction, webHooksConsumer, [message], databaseTime(db))
    transaction.emit(deliveryDue(undefined))
  })
}
