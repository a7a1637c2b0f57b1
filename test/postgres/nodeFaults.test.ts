import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { subscribe } from '../harness/eventStreams.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { expectHealthy, type Outcomes, writeItems } from './harness/ClusterLoad.ts'
import { titlesOf } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Milliseconds for which a node is suspended. After 30 seconds, it begins at the present. */
const pauseMs = isLongRun ? 32_000 : 5_000

const items = { name: 'items', type: 'base', createRule: '', listRule: '', schema: [{ name: 'title', type: 'text' }] }
const records = 'collections/items/records'

/** Subscribes to all records of a node. */
async function listen(node: TestNode) {
  const { clientId, take, ended, close } = await openListener(node.port)
  onTestFinished(close)
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  expect(await subscribe(node.port, clientId, ['items'])).toBe(204)
  const all: string[] = []
  /** Returns the titles of all events so far. */
  const titles = () => {
    all.push(...take().map(({ json }) => String((json as { record?: { title: string } }).record?.title)))
    return all
  }
  return { titles, hasEnded: () => hasEnded }
}

const serves = (node: TestNode) =>
  expect.poll(async () => (await node.ask('GET', 'health')).status, { timeout: 20_000, interval: 100 }).toBe(200)

test('no write is lost or made twice, and no event is missed, while nodes are killed and suspended', async () => {
  const nodes = await openNodes(postgres)
  const [killed, suspended, other] = [await nodes.start('killed'), await nodes.start('suspended'), await nodes.start('other')]
  expect(await other.ask('POST', 'collections', items)).toMatchObject({ status: 200 })
  const [atOther, atSuspended] = [await listen(other), await listen(suspended)]
  const outcomes: Outcomes = { made: [], notMade: [], unknown: [] }
  const writers = [killed, suspended, other].flatMap(node => ['1', '2'].map(writer => writeItems(node, writer, outcomes)))
  const writing = () => new Set(outcomes.made.map(title => title.split(' ')[0]))
  await expect.poll(writing).toEqual(new Set(['killed', 'suspended', 'other']))
  await wait(1_000)
  await killed.end('SIGKILL')
  await wait(500)
  suspended.signal('SIGSTOP')
  await wait(pauseMs)
  suspended.signal('SIGCONT')
  await serves(suspended)
  await wait(500)
  await Promise.all(writers.map(stop => stop()))

  const stored = await titlesOf(suspended)
  expect(new Set(stored).size).toBe(stored.length)
  expect(outcomes.made.filter(title => !stored.includes(title))).toEqual([])
  expect(outcomes.notMade.filter(title => stored.includes(title))).toEqual([])
  expect(stored.every(title => outcomes.made.includes(title) || outcomes.unknown.includes(title))).toBe(true)
  // Clients of a node that was suspended for long load their records again.
  if (isLongRun) await expect.poll(atSuspended.hasEnded).toBe(true)
  for (const { titles, hasEnded } of isLongRun ? [atOther] : [atOther, atSuspended]) {
    // A stream that ends counts as a miss, too: nothing has happened that its client could not receive.
    await expect.poll(() => [titles().length, hasEnded()]).toEqual([stored.length, false])
    expect(titles().toSorted()).toEqual(stored.toSorted())
  }

  // The database crashes: all nodes begin again at the present.
  await postgres.kill()
  await expect.poll(async () => (await other.ask('GET', 'health')).status).toBe(503)
  await postgres.start()
  await Promise.all([serves(suspended), serves(other)])
  await expect.poll(() => atOther.hasEnded() && atSuspended.hasEnded()).toBe(true)
  expect(await suspended.ask('POST', records, { title: 'after the crash' }, '')).toMatchObject({ status: 200 })
  expect(await titlesOf(other)).toEqual([...stored, 'after the crash'])
  await expectHealthy(nodes.options('other'))
}, 300_000)
