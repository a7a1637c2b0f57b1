import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import type { NodeCommit } from '../../nodes.ts'
import { connectionOptions, createClient } from '../connectionOptions.ts'
import { NodeLog } from './NodeLog.ts'
import { createNodeTables } from './nodeTables.ts'
import { wakeChannel } from './sendEntry.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

const insertion = (numbers: string, size: string) => `INSERT INTO "_cofferNodeLog" (origin, size, content)
  SELECT 'other', ${size}, json_build_object('records', json_build_array(n::text), 'collections', false, 'settings', false,
    'events', json_build_array())::text FROM generate_series(${numbers}) n`

/**
 * Opens the log of a node and a connection of another one.
 * @param onDelivery called with each record that is delivered
 * @param onReset called when the consumers have to recover from what they may have missed
 */
async function openLog(onDelivery: (record: string) => void = () => undefined, onReset: () => void = () => undefined) {
  const address = await server.createDatabase()
  const open = async () => {
    const client = createClient(connectionOptions(address))
    await client.connect()
    return client
  }
  const [own, other] = [await open(), await open()]
  const statements = vi.spyOn(own, 'query')
  /** Returns the number of reads of the log so far. */
  const reads = () => statements.mock.calls.filter(([text]) => String(text).includes('"_cofferNodeLog"')).length
  await createNodeTables(statement => other.query(statement))
  const log = new NodeLog('one', 'addressOfOne')
  const delivered: string[] = []
  const deliver = ({ changes }: NodeCommit) => {
    delivered.push(...changes.records)
    changes.records.forEach(onDelivery)
  }
  log.listen({ deliver, reset: onReset, receive: () => undefined }, (text, values) => other.query(text, values))
  log.attach(own)
  await log.join({ name: 'one', version: '1.0.0', key: '' }, { shared: () => [], isUrgent: () => false })
  const close = async () => {
    await log.leave()
    await Promise.all([own.end(), other.end()])
  }
  return { log, other, open, delivered, reads, close }
}

/** Stops the timers of logs that are opened from now on. Returns a function that lets time pass for them. */
function stopTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds: number) => void vi.advanceTimersByTime(milliseconds)
}

/** Waits until the log has delivered a number of commits. `expect.poll` would let time pass for stopped timers. */
async function untilDelivered(delivered: readonly string[], count: number): Promise<void> {
  while (delivered.length < count) await nextTurn()
}

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => `${first + index}`)

test('commits that do not fit into one read are delivered completely and in their order', async () => {
  const { log, other, delivered, close } = await openLog()
  await other.query(insertion('1, 1234', '100'))
  await log.catchUp()
  expect(delivered).toEqual(numbers(1234))
  // Each of these is as large as a read may be.
  await other.query(insertion('1235, 1300', `${16 * 1024 * 1024}`))
  await log.catchUp()
  expect(delivered).toEqual(numbers(1300))
  await close()
})

test('a notification makes a node read the log although its timer has not fired', async () => {
  stopTimers()
  const { log, other, delivered, reads, close } = await openLog()
  await log.catchUp()
  const before = reads()
  await other.query(insertion('1, 1', '100'))
  expect([delivered, reads()]).toEqual([[], before])
  await other.query(`NOTIFY ${wakeChannel}`)
  await untilDelivered(delivered, 1)
  expect(delivered).toEqual(['1'])
  expect(reads()).toBeGreaterThan(before)
  await close()
})

test('a node that receives no notification reads the log when its timer fires, every 250 ms', async () => {
  const pass = stopTimers()
  const { log, other, delivered, reads, close } = await openLog()
  await log.catchUp()
  for (let count = 1; count <= 3; count += 1) {
    const before = reads()
    await other.query(insertion(`${count}, ${count}`, '100'))
    pass(249)
    await other.query('SELECT 1')
    expect([delivered, reads()]).toEqual([numbers(count - 1), before])
    pass(1)
    await untilDelivered(delivered, count)
    expect(delivered).toEqual(numbers(count))
    // What was delivered is reported, with one more read if the lease was renewed.
    await log.catchUp()
    await log.catchUp()
  }
  await close()
})

test('a commit that becomes visible after later ones is delivered once', async () => {
  const { log, other, open, delivered, close } = await openLog()
  const slow = await open()
  await slow.query('BEGIN')
  await slow.query(insertion('1, 2', '100'))
  for (let number = 3; number <= 6; number += 1) {
    await other.query(insertion(`${number}, ${number}`, '100'))
    await log.catchUp()
  }
  expect(delivered).toEqual(numbers(4, 3))
  await slow.query('COMMIT')
  await log.catchUp()
  await other.query(insertion('7, 7', '100'))
  await log.catchUp()
  expect(delivered).toEqual([...numbers(4, 3), '1', '2', '7'])
  await slow.end()
  await close()
})

/** Hides what is printed, and returns it. */
function capturePrinted() {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => report.mockRestore())
  return () => report.mock.calls.flat().join()
}

const unreadable = `INSERT INTO "_cofferNodeLog" (origin, size, content) VALUES ('other', 5, 'no JSON')`

test('a commit that a node cannot read or deliver makes its consumers recover, and the node goes on with the next one', async () => {
  const printed = capturePrinted()
  let resets = 0
  const { log, other, delivered, close } = await openLog(
    record => {
      if (record === '2') throw new Error('A consumer fails.')
    },
    () => {
      resets += 1
    },
  )
  const before = resets
  await other.query(insertion('1, 3', '100'))
  await log.catchUp()
  expect([delivered, resets - before]).toEqual([numbers(3), 1])
  await other.query(unreadable)
  await other.query(insertion('4, 4', '100'))
  await log.catchUp()
  expect([delivered, resets - before]).toEqual([numbers(4), 2])
  // Changes of rules would wait for it otherwise.
  const pending = `SELECT FROM "_cofferNodeLog", "_cofferNodes" WHERE NOT pg_visible_in_snapshot(xid, applied::pg_snapshot)`
  await expect.poll(async () => (await other.query(pending)).rowCount).toBe(0)
  expect(printed()).toContain('This node could not apply a change')
  await close()
})

test('a node whose reads fail does not renew its lease, so no change waits for it', async () => {
  capturePrinted()
  let isBroken = false
  const { log, other, close } = await openLog(undefined, () => {
    if (isBroken) throw new Error('The caches cannot be dropped.')
  })
  const lease = async () => (await other.query('SELECT lease::text FROM "_cofferNodes"')).rows[0]?.lease
  isBroken = true
  await other.query(unreadable)
  await expect(log.catchUp()).rejects.toThrow('The caches cannot be dropped.')
  const before = await lease()
  for (let read = 1; read <= 3; read += 1) await expect(log.catchUp()).rejects.toThrow('The caches cannot be dropped.')
  expect(await lease()).toBe(before)
  isBroken = false
  await log.catchUp()
  await expect.poll(lease).not.toBe(before)
  await close()
})

test('a node whose first read after a long silence fails still lets its consumers recover before it serves', async () => {
  // Without its timer, the node reads only when the test says so.
  stopTimers()
  const happened: string[] = []
  const { log, other, close } = await openLog(undefined, () => happened.push('reset'))
  log.onLease(({ hasLapsed }) => happened.push(hasLapsed ? 'lapsed' : 'renewed'))
  const readNow = performance.now.bind(performance)
  let skippedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => readNow() + skippedMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const catchUp = () => {
    // Each read that may renew the lease does.
    skippedMs += 1_000
    return log.catchUp()
  }
  await catchUp()
  happened.length = 0
  await other.query(`UPDATE "_cofferNodes" SET lease = clock_timestamp() - interval '40 s'`)
  // The node can renew its lease, and cannot read the log.
  await other.query('INSERT INTO "_cofferNodeState" VALUES (2, 0)')
  await expect(catchUp()).rejects.toThrow('more than one row')
  await other.query('DELETE FROM "_cofferNodeState" WHERE id = 2')
  expect(happened).toEqual([])
  for (let read = 1; read <= 3; read += 1) await catchUp()
  expect(happened).toEqual(['reset', 'lapsed', 'renewed'])
  await close()
})

test('a commit waits for a node that renews its lease, and only a second for one whose lease ends far in the future', async () => {
  const { log, other, close } = await openLog()
  await other.query(`INSERT INTO "_cofferNodes" (name, version, key, address, lease, applied)
    VALUES ('gone', '1.0.0', '', 'addressOfGone', clock_timestamp() + interval '1 day', '1:1:')`)
  const { rows } = await other.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')
  const xid = rows[0]?.xid ?? ''
  const startedAt = performance.now()
  await log.appliedByAll(xid)
  expect(performance.now() - startedAt).toBeGreaterThan(1_000)

  let isApplied = false
  const applied = log.appliedByAll(xid).then(() => {
    isApplied = true
  })
  for (let round = 1; round <= 8; round += 1) {
    await other.query(`UPDATE "_cofferNodes" SET lease = lease + interval '1 s' WHERE name = 'gone'`)
    await wait(250)
  }
  expect(isApplied).toBe(false)
  await other.query(`UPDATE "_cofferNodes" SET applied = pg_current_snapshot()::text WHERE name = 'gone'`)
  await applied
  await close()
})

const ownCommit: NodeCommit = { changes: { records: new Set(['own']), collections: false, settings: false }, events: [] }

/** Opens a log whose node loses its session while a transaction of its own commits. */
async function openLosing() {
  const { log, other, open, delivered, close } = await openLog()
  await other.query('BEGIN')
  const { rows } = await other.query<{ xid: string }>(
    `INSERT INTO "_cofferNodeLog" (origin, size, content) VALUES ($1, 2, '{}') RETURNING xid::text`,
    [log.origin],
  )
  const xid = rows[0]?.xid ?? ''
  log.own.begin(xid, ownCommit)
  log.lose()
  const session = await open()
  log.attach(session)
  const end = async () => {
    await close()
    await session.end()
  }
  return { log, other, open, delivered, xid, end }
}

test('a commit that is found on disk after the node has opened a new session is delivered once', async () => {
  const { log, other, delivered, xid, end } = await openLosing()
  await other.query('COMMIT')
  await log.rejoin()
  await log.catchUp()
  expect(delivered).toEqual([])
  await log.deliverOwn(xid)
  await log.catchUp()
  expect(delivered).toEqual(['own'])
  await end()
})

test('a commit that ends after the node has opened a new session is delivered in the order of the log', async () => {
  const { log, other, open, delivered, xid, end } = await openLosing()
  await log.rejoin()
  const third = await open()
  await third.query(insertion('1, 1', '100'))
  await log.catchUp()
  await other.query('COMMIT')
  await log.deliverOwn(xid)
  await third.query(insertion('2, 2', '100'))
  await log.catchUp()
  expect(delivered).toEqual(['1', 'own', '2'])
  await third.end()
  await end()
})

test('a node whose connection is lost in the middle of a read delivers no commit twice on its next connection', async () => {
  const { log, other, open, delivered, close } = await openLog(record => {
    if (record === '500') log.lose()
  })
  await other.query(insertion('1, 1234', '100'))
  await expect(log.catchUp()).rejects.toThrow('The session of this node is lost.')
  const session = await open()
  log.attach(session)
  // A request can arrive before the node has joined the others again. From then on, the consumers recover from what they have missed.
  await expect(log.catchUp()).rejects.toThrow('The session of this node is lost.')
  await log.rejoin()
  await other.query(insertion('1235, 1235', '100'))
  await log.catchUp()
  expect(delivered).toEqual([...numbers(500), '1235'])
  await close()
  await session.end()
})

test('a node that is stopped while it joins the others again is no longer listed', async () => {
  const { log, other, open, close } = await openLog()
  const [session, third] = [await open(), await open()]
  log.lose()
  log.attach(session)
  await other.query('BEGIN; LOCK TABLE "_cofferNodes" IN SHARE MODE')
  const joining = log.rejoin()
  const waiting = async () =>
    (await third.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  const leaving = log.leave()
  await other.query('COMMIT')
  await Promise.all([joining, leaving])
  expect((await third.query('SELECT name FROM "_cofferNodes"')).rows).toEqual([])
  await expect(log.catchUp()).rejects.toThrow('The session of this node is lost.')
  await close()
  await Promise.all([session.end(), third.end()])
})

test('a node knows by how much its clock differs from the clock of the database', async () => {
  const { log, close } = await openLog()
  const readNow = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => readNow() - 60 * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  const minutes = async () => {
    await log.catchUp()
    return Math.round(log.clockOffsetMs / 60_000)
  }
  await expect.poll(minutes).toBe(60)
  await close()
})

test('a read that takes long does not distort what a node knows about the clock of the database', async () => {
  // The measurement is wrong by half a second at most.
  const deliveryMs = 600
  const { log, other, close } = await openLog(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deliveryMs)
  })
  const offsets: number[] = []
  log.onLease(() => offsets.push(log.clockOffsetMs))
  const readNow = performance.now.bind(performance)
  // The next read renews the lease.
  vi.spyOn(performance, 'now').mockImplementation(() => readNow() + 1_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await other.query(insertion('1, 1', '100'))
  await log.catchUp()
  expect(offsets).not.toEqual([])
  expect(Math.min(...offsets)).toBeGreaterThan(-deliveryMs)
  await close()
})

test('a node renews its lease while the removal of old changes waits for a lock of another program', async () => {
  const { log, other, open, close } = await openLog()
  const blocking = await open()
  const readNow = performance.now.bind(performance)
  let skippedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => readNow() + skippedMs)
  onTestFinished(() => void vi.restoreAllMocks())
  await log.duties.take()
  await other.query(insertion('1, 3', '100'))
  const first = async (query: string) => (await blocking.query<{ count: number }>(query)).rows[0]?.count
  const stored = () => first('SELECT count(*)::int FROM "_cofferNodeLog"')
  const waiting = () =>
    first(`SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  // The first removal ends before the changes, and the second one after them.
  skippedMs = 60_000
  await log.catchUp()
  await blocking.query('BEGIN')
  await blocking.query('SELECT FROM "_cofferNodeLog" FOR UPDATE')
  skippedMs = 120_000
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  const leases: string[] = []
  for (let read = 1; read <= 3; read += 1) {
    skippedMs += 1_000
    await log.catchUp()
    leases.push(String(await first(`SELECT lease::text AS count FROM "_cofferNodes" WHERE name = 'one'`)))
  }
  expect(new Set(leases).size).toBe(3)
  expect(await stored()).toBe(3)
  await blocking.query('COMMIT')
  await expect.poll(stored, { timeout: 10_000 }).toBe(0)
  await blocking.end()
  await close()
})
