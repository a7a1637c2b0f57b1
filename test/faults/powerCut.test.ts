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

test('a power cut between a commit and its sync loses no acknowledged change, whatever is committed during the sync', async context => {
  const faulty = await faultyCoffer(context)
  const counts = new Map<string, Count>()
  for (let round = 0; round < 3; round += 1) {
    const coffer = await faulty.start()
    const clients = Array.from({ length: 6 }, () => countUp(coffer.port, counts).catch(() => undefined))
    while (counts.size < (round + 1) * 6) await wait(5)
    // Commits of other clients follow while the sync of the first one runs, and share the next one.
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'SLOW' })
    await wait(450 + Math.random() * 250)
    await coffer.end('SIGKILL')
    await Promise.all(clients)
    faulty.fail()
    faulty.cutPower({ storesSome: round > 0 })
    assertCounts(faulty.dataDir, counts)
  }
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
