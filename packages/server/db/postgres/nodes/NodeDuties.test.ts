import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import { NodeDuties } from './NodeDuties.ts'
import { createNodeTables } from './nodeTables.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await openPostgres()
})
afterAll(async () => {
  await server?.close()
})

async function openDuties(given?: string) {
  const address = given ?? (await server.createDatabase())
  // Statements of this test must not wait for a standby.
  const [session, beside] = [new pg.Client(`${address}?options=-csynchronous_commit=off`), new pg.Client(address)]
  await Promise.all([session.connect(), beside.connect()])
  await createNodeTables(statement => session.query(statement))
  const open = (name: string) =>
    new NodeDuties(
      name,
      (text, values) => session.query(text, values),
      (text, values) => beside.query(text, values),
    )
  const set = (values: string) => session.query(`UPDATE "_cofferNodeDuties" SET ${values}`)
  const close = async () => {
    await Promise.all([session.end(), beside.end()])
  }
  return { one: open('one'), other: open('other'), session, set, close }
}

test('one node has the duties until it releases them or their time is over', async () => {
  const { one, other, set, close } = await openDuties()
  expect([await one.take(), await other.take(), await one.take()]).toEqual([0, undefined, 0])
  await one.release()
  expect([await other.take(), await one.take()]).toEqual([0, undefined])
  await set("until = clock_timestamp() - interval '1 ms'")
  expect([await one.take(), await other.take()]).toEqual([0, undefined])
  await close()
})

/** Returns the current minute. Waits for the next one if it can be claimed soon: that is five seconds before it begins. */
async function quietMinute(): Promise<number> {
  const passedMs = Date.now() % 60_000
  if (passedMs > 45_000) await wait(60_100 - passedMs)
  return Math.floor(Date.now() / 60_000) * 60_000
}

const claim = (node: NodeDuties, after = 0, onlyNext = false) => node.claimMinute({ after, onlyNext })

test('a minute is claimed by the node that has the duties, once unless the reply is lost', async () => {
  const { one, other, set, close } = await openDuties()
  const minuteNow = await quietMinute()
  await one.take()
  expect(await claim(other)).toBeUndefined()
  const minute = (await claim(one)) ?? 0
  expect(minute).toBeGreaterThanOrEqual(minuteNow)
  // The node knows that it has started nothing of this minute.
  expect(await claim(one)).toBe(minute)
  expect(await claim(one, minute)).toBeUndefined()
  // The node ends, and another one takes over in the same minute.
  await one.release()
  expect(await other.take()).toBe(minute)
  expect(await claim(other, minute, true)).toBeUndefined()
  // It ended before this minute began.
  await set('minute = minute - 1')
  expect(await other.take()).toBe(minute - 60_000)
  expect(await claim(other, minute - 60_000, true)).toBe(minute)
  // No node ran in the minutes before.
  await set('minute = minute - 2')
  expect(await claim(other, minute - 120_000, true)).toBeUndefined()
  await close()
})

test('the next node makes up for the first minute after the start of a database whose first node ends before that minute', async () => {
  const { one, other, set, close } = await openDuties()
  const minuteNow = await quietMinute()
  expect(await one.take()).toBe(0)
  expect(await claim(one, 0, true)).toBeUndefined()
  await one.release()
  expect(await other.take()).toBe(minuteNow)
  expect(await claim(other, minuteNow, true)).toBeUndefined()
  // A minute passes.
  await set('minute = minute - 1')
  expect(await other.take()).toBe(minuteNow - 60_000)
  expect(await claim(other, minuteNow - 60_000, true)).toBe(minuteNow)
  expect(await claim(other, minuteNow)).toBeUndefined()
  await close()
})

test('a node has claimed a minute when the standby knows it, and takes the duties while it waits for that', async () => {
  const address = await server.createDatabase()
  await server.execute(server.address, `ALTER SYSTEM SET synchronous_standby_names = 'gone'`)
  await server.stop()
  await server.start()
  const { one, session, close } = await openDuties(address)
  await one.take()
  let isClaimed = false
  const claim = one.claimMinute({ after: 0, onlyNext: false }).then(minute => {
    isClaimed = true
    return minute
  })
  const waiting = () =>
    session.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'`)
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1)
  const minute = await one.take()
  expect([minute, isClaimed]).toEqual([expect.any(Number), false])
  await server.execute(server.address, 'ALTER SYSTEM RESET synchronous_standby_names')
  await server.execute(server.address, 'SELECT pg_reload_conf()')
  expect(await claim).toBe(minute)
  await close()
})
