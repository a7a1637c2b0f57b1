import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../../../test/harness/copySample.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { DataEvent } from '../../db/commits.ts'
import { ensureTable } from '../../db/serverTables.ts'
import { name, sql } from '../../db/sql.ts'
import { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { tokenSecretChanged } from '../../events/tokenSecretChanged.ts'
import { type ChangeListeners, noListeners } from '../ChangeListeners.ts'
import { type RecordsChanged, recordsChanged } from '../events.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { ChangeEvents } from './ChangeEvents.ts'
import { LogCollector } from './LogCollector.ts'

const maxChanges = 10_000

/** Subscriptions that match every change, and need no values of the record. */
const listeners: ChangeListeners = {
  hasAny: true,
  matches: () => true,
  isSubscriber: () => false,
  publicMessage: () => undefined,
  needsRecord: () => false,
}

let copy: SampleCopy
let db: SqliteWriter
let published: DataEvent[] = []
let tags: Collection
let users: Collection

beforeAll(async () => {
  copy = await copySample('magazine', [], 'sqlite')
  db = new SqliteWriter(join(copy.dataDir, 'data.db'))
  db.onEvents({ begin: () => 0, committed: ({ events }) => void published.push(...events), lost: () => undefined })
  const { find } = await loadCatalog(db, 1)
  tags = find('tags') as Collection
  users = find('users') as Collection
})
afterAll(async () => {
  await db.close()
  await copy.remove()
})

const record = (collection: Collection, id: string, tokenKey = 'key'): StoredRecord => ({ collection, values: { id, tokenKey } })

/** Creates that fill an event. */
function addCreates(events: ChangeEvents, count = maxChanges): void {
  for (let index = 0; index < count; index += 1) events.add({ action: 'create', after: record(tags, `tag${index}`) })
}

/** Commits the changes, and returns the event that subscribers receive. */
async function publish(events: ChangeEvents): Promise<RecordsChanged | undefined> {
  published = []
  await db.transaction(transaction => events.emit(transaction))
  return published.find(recordsChanged.is)?.data
}

test('an event holds 10,000 changes of a transaction', async () => {
  const events = new ChangeEvents(listeners)
  addCreates(events)
  const event = await publish(events)
  expect([event?.changes.length, event?.omitted]).toEqual([maxChanges, []])
})

test('an event leaves out the changes beyond 10,000, and names their collections', async () => {
  const events = new ChangeEvents(listeners)
  addCreates(events)
  for (const id of ['one', 'two']) events.add({ action: 'create', after: record(users, id) })
  const event = await publish(events)
  expect([event?.changes.length, event?.omitted]).toEqual([maxChanges, [users.id, users.name]])
  expect(event?.changes.at(-1)?.recordId).toBe(`tag${maxChanges - 1}`)
})

test('changes that an event leaves out still revoke tokens, once for each collection', async () => {
  const events = new ChangeEvents(listeners)
  addCreates(events)
  events.add({ action: 'update', before: record(users, 'reset', 'old key'), after: record(users, 'reset', 'new key') })
  events.add({ action: 'delete', before: record(users, 'deleted', 'key of the deleted') })
  const event = await publish(events)
  expect([event?.changes.length, event?.omitted]).toEqual([maxChanges, [users.id, users.name]])
  expect(published.filter(tokenSecretChanged.is).map(({ data }) => data)).toEqual([{ collectionId: users.id }])
})

test('changes that an event leaves out revoke no tokens if the token keys stay the same', async () => {
  const events = new ChangeEvents(listeners)
  addCreates(events)
  const unchanged = record(users, 'unchanged')
  events.add({ action: 'update', before: unchanged, after: unchanged })
  await publish(events)
  expect(published.filter(tokenSecretChanged.is)).toEqual([])
})

test('entries of the log are written once there are 1,000, and the others at the end of the transaction, in order', async () => {
  const events = new ChangeEvents(noListeners, new LogCollector({ has: () => true }, { kind: 'server' }))
  const counts = await db.transaction(async transaction => {
    await ensureTable(transaction, '_cofferEvents', 'events')
    const written: unknown[] = []
    for (const added of [999, 1, 500]) {
      addCreates(events, added)
      await events.flushLog(transaction)
      written.push(...((await transaction.row(sql`SELECT COUNT(*) FROM ${name('_cofferEvents')}`)) ?? []))
    }
    await events.emit(transaction)
    return written
  })
  expect(counts).toEqual([0, 1_000, 1_000])
  const rows = await db.rows(sql`SELECT content FROM ${name('_cofferEvents')} ORDER BY id`)
  const ids = rows.map(([content]) => JSON.parse(String(content)).recordId)
  const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`)
  expect(ids).toEqual([...idsOf(999), ...idsOf(1), ...idsOf(500)])
})
