import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { type Fault, type FaultyCoffer, faultyCoffer } from './harness/faultyCoffer.ts'

const records = '/api/collections/scratch/records'

/** The last acknowledged and the last sent number of a record. */
interface Count {
  acknowledged: number
  sent: number
}

/** Increments its own record until the server is gone. */
async function countUp(port: number, counts: Map<string, Count>): Promise<void> {
  const text = 'x'.repeat(5000)
  let id: string | undefined
  for (let n = 1; ; n += 1) {
    const count = id === undefined ? undefined : counts.get(id)
    if (count) count.sent = n
    const body = { n, t: text }
    const { status, json } = await askApi(port, id ? 'PATCH' : 'POST', id ? `${records}/${id}` : records, { body })
    if (status === 503) await wait(20)
    if (status !== 200) continue
    id ??= String(json.id)
    counts.set(id, { acknowledged: n, sent: n })
  }
}

function assertCounts(dataDir: string, counts: ReadonlyMap<string, Count>): void {
  expect(queryDatabase(dataDir, 'data', 'PRAGMA integrity_check')).toEqual([['ok']])
  const stored = new Map(queryDatabase(dataDir, 'data', 'SELECT id, n FROM scratch').map(([id, n]) => [String(id), Number(n)]))
  const wrong = [...counts].filter(([id, { acknowledged, sent }]) => {
    const n = stored.get(id) ?? 0
    return n < acknowledged || n > sent
  })
  expect(
    wrong.map(([id, count]) => ({ id, ...count, stored: stored.get(id) })),
    `of ${counts.size} records`,
  ).toEqual([])
}

const faults: Fault[] = [
  { call: 'sync', file: 'data.db-wal', error: 'SLOW', times: 4 },
  { call: 'sync', file: 'data.db-wal', error: 'EIO', times: 1 },
  { call: 'sync', file: 'data.db', error: 'EIO', times: 1 },
  { call: 'write', file: 'data.db-wal', error: 'EIO', times: 2 },
  { call: 'write', file: 'data.db', error: 'ENOSPC', times: 2 },
  { call: 'truncate', file: 'data.db-wal', error: 'EIO', times: 1 },
]

/** Lets clients write while random system calls fail, a few at a time. */
async function writeWhileCallsFail(faulty: FaultyCoffer, counts: Map<string, Count>): Promise<void> {
  const coffer = await faulty.start()
  const clients = Array.from({ length: 6 }, () => countUp(coffer.port, counts).catch(() => undefined))
  while (counts.size === 0) await wait(5)
  for (const fault of faults.toSorted(() => Math.random() - 0.5)) {
    await wait(Math.random() * 150)
    faulty.fail(fault)
    await wait(Math.random() * 300)
  }
  faulty.fail()
  await wait(1500 + Math.random() * 300)
  await coffer.end('SIGKILL')
  await Promise.all(clients)
}

// The first power cut of each test leaves nothing but what was synced, and the others also some of the pages written since.

/**
 * Cuts the power three times while clients count and syncs are slow.
 * @param others starts other clients, which send requests until the server is gone
 */
async function cutDuringSlowSyncs(
  faulty: FaultyCoffer,
  counting: number,
  others: (port: number) => Promise<void>[] = () => [],
): Promise<void> {
  const counts = new Map<string, Count>()
  for (let round = 0; round < 3; round += 1) {
    const coffer = await faulty.start()
    const counters = Array.from({ length: counting }, () => countUp(coffer.port, counts))
    const clients = [...counters, ...others(coffer.port)].map(client => client.catch(() => undefined))
    while (counts.size < (round + 1) * counting) await wait(5)
    // Commits of other clients follow while the sync of the first one runs, and share the next one.
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'SLOW' })
    await wait(450 + Math.random() * 250)
    await coffer.end('SIGKILL')
    await Promise.all(clients)
    faulty.fail()
    faulty.cutPower({ storesSome: round > 0 })
    assertCounts(faulty.dataDir, counts)
  }
}

test('a power cut between a commit and its sync loses no acknowledged change, whatever is committed during the sync', async context => {
  const faulty = await faultyCoffer(context)
  await cutDuringSlowSyncs(faulty, 6)
})

/** A create rule that is checked after the insertion, so that the group of a rejected creation is rolled back and runs again, one by one. */
const onlyCounted = "UPDATE _collections SET createRule = 'n > 0' WHERE name = 'scratch'"

/** Creates records that the rule rejects until the server is gone. */
async function createRejected(port: number, statuses: number[]): Promise<void> {
  for (;;) {
    const { status } = await askApi(port, 'POST', records, { body: { n: -1, t: 'rejected' } })
    if (status === 503) await wait(20)
    else statuses.push(status)
  }
}

test('a power cut loses no acknowledged change that was repeated after its group failed, and stores no rejected change', async context => {
  const faulty = await faultyCoffer(context, [{ sql: onlyCounted }])
  const statuses: number[] = []
  const rejected = (port: number) => Array.from({ length: 2 }, () => createRejected(port, statuses))
  await cutDuringSlowSyncs(faulty, 4, rejected)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect(queryDatabase(faulty.dataDir, 'data', "SELECT COUNT(*) FROM scratch WHERE t = 'rejected'")).toEqual([[0]])
})

test('power cuts between failing system calls lose no acknowledged change', async context => {
  const faulty = await faultyCoffer(context)
  const counts = new Map<string, Count>()
  for (let round = 0; round < 2; round += 1) {
    await writeWhileCallsFail(faulty, counts)
    faulty.cutPower({ storesSome: round > 0 })
    assertCounts(faulty.dataDir, counts)
  }
  expect([...counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(50)
})
