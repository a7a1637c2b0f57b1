import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../../test/harness/openPostgres.ts'
import { connectionOptions, createClient } from '../connectionOptions.ts'
import { NodeCounters } from './NodeCounters.ts'
import { createNodeTables } from './nodeTables.ts'

let server: PostgresServer
let clients: pg.Client[]
let nodes: NodeCounters[]
beforeAll(async () => {
  server = await openPostgres()
  const options = connectionOptions(await server.createDatabase())
  clients = Array.from({ length: 6 }, () => createClient(options))
  await Promise.all(clients.map(client => client.connect()))
  await createNodeTables(async statement => clients[0]?.query(statement))
  nodes = clients.map(client => new NodeCounters((text, values) => client.query(text, values)))
})
afterAll(async () => {
  await Promise.all((clients ?? []).map(client => client.end()))
  await server?.close()
})

/** Calls a function 60 times at once, on each node in turn. */
const atOnce = <T>(run: (node: NodeCounters) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 60 }, (_, index) => run(nodes[index % nodes.length] as NodeCounters)))

const hour = 3_600_000

/** Makes an hour pass for everything that is counted. */
async function passHour(): Promise<void> {
  await clients[0]?.query(`UPDATE "_cofferAttempts" SET "fullAt" = "fullAt" - ${hour}`)
  await clients[0]?.query(`UPDATE "_cofferNodeWindows" SET ends = ends - ${hour}`)
}

const isTaken = (waits: number[]) => waits.every(wait => wait === 0)

test('nodes take together exactly the tokens of a bucket, and none of another bucket if one is empty', async () => {
  const pair = { name: 'pair', size: 10, intervalMs: hour }
  const address = { name: 'address', size: 12, intervalMs: hour }
  const waits = await atOnce(node => node.takeTokens([pair, address]))
  expect(waits.filter(isTaken)).toHaveLength(10)
  const [first] = waits.filter(wait => !isTaken(wait))
  expect(first?.[0]).toBeGreaterThan(hour / 2)
  expect(first?.[0]).toBeLessThanOrEqual(hour)
  const others = await atOnce(node => node.takeTokens([address]))
  expect(others.filter(isTaken)).toHaveLength(2)
  await nodes[0]?.giveBackTokens([pair, address])
  expect((await atOnce(node => node.takeTokens([pair, address]))).filter(isTaken)).toHaveLength(1)
})

test('a bucket regains a token after each interval', async () => {
  const bucket = { name: 'short', size: 2, intervalMs: hour }
  expect((await atOnce(node => node.takeTokens([bucket]))).filter(isTaken)).toHaveLength(2)
  await passHour()
  expect((await atOnce(node => node.takeTokens([bucket]))).filter(isTaken)).toHaveLength(1)
})

test('nodes take together exactly the requests of a window, and as many of the next one', async () => {
  const take = { key: 'window', durationMs: hour, count: 3, maxRequests: 40 }
  const granted = (taken: { granted: number }[]) => taken.reduce((sum, { granted }) => sum + granted, 0)
  const first = await atOnce(node => node.takeRequests(take))
  expect(granted(first)).toBe(40)
  for (const { leftMs } of first) expect(leftMs).toBeLessThanOrEqual(hour)
  await passHour()
  expect(granted(await atOnce(node => node.takeRequests(take)))).toBe(40)
  // A shorter limit ends a window that is open.
  const { leftMs } = (await nodes[0]?.takeRequests({ ...take, durationMs: 50 })) ?? { leftMs: 1_000 }
  expect(leftMs).toBeLessThanOrEqual(50)
})

test('what no longer counts is removed', async () => {
  await nodes[0]?.takeTokens([{ name: 'full again', size: 2, intervalMs: 1 }])
  await nodes[0]?.takeTokens([{ name: 'lasting', size: 2, intervalMs: 60_000 }])
  await nodes[0]?.takeRequests({ key: 'over', durationMs: 1, count: 1, maxRequests: 1 })
  await nodes[0]?.takeRequests({ key: 'open', durationMs: 60_000, count: 1, maxRequests: 1 })
  await new Promise(resolve => setTimeout(resolve, 5))
  await nodes[0]?.trim()
  const names = async (query: string) => (await clients[0]?.query(query))?.rows.map(({ name }) => name)
  expect(await names(`SELECT name FROM "_cofferAttempts" WHERE name IN ('full again', 'lasting')`)).toEqual(['lasting'])
  expect(await names(`SELECT key AS name FROM "_cofferNodeWindows" WHERE key IN ('over', 'open')`)).toEqual(['open'])
})
