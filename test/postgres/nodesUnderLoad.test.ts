import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode, type TestNodes } from '../harness/openNodes.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { ClusterLoad, createLoadCollections, expectHealthy, loadFields } from './harness/ClusterLoad.ts'
import { type FaultyLine, openFaultyLine } from './harness/openFaultyLine.ts'

const faultMs = isLongRun ? 20_000 : 1_000
const openTransactionMs = isLongRun ? 60_000 : 2_000
const schemaChanges = isLongRun ? 30 : 4
const names = ['one', 'two', 'three']

const ends: (() => Promise<void>)[] = []
let nodes: TestNodes
let running: TestNode[]
let lines: FaultyLine[]
let load: ClusterLoad

beforeAll(async () => {
  const postgres = await openPostgres()
  ends.push(postgres.close)
  nodes = await openNodes(postgres, end => ends.push(end))
  lines = await Promise.all(names.map(() => openFaultyLine(nodes.address)))
  running = []
  for (const [index, name] of names.entries())
    running.push(await nodes.start(name, [], { database: lines[index]?.address ?? nodes.address }))
  await createLoadCollections(running[0] as TestNode)
  load = new ClusterLoad(running)
}, 60_000)
afterAll(async () => {
  await load?.close()
  for (const line of lines ?? []) line.close()
  for (const end of ends.toReversed()) await end()
})

/** Runs a fault under load, and expects that the nodes go on after it. */
async function withLoad(fault: () => Promise<void>): Promise<void> {
  load.start(running)
  try {
    await load.progress(running)
    await fault()
    for (const line of lines) line.release()
    await load.progress(running)
  } finally {
    await load.stop()
  }
  await load.expectIntact(running[2] as TestNode)
  if (isLongRun) await expectHealthy(nodes.options('one'))
}

/** Opens a transaction of another program on the database, which runs until `end`. */
async function openTransaction(...statements: string[]) {
  const client = new pg.Client(nodes.address)
  await client.connect()
  for (const statement of ['BEGIN ISOLATION LEVEL SERIALIZABLE', ...statements]) await client.query(statement)
  return {
    end: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

describe('three nodes under load lose, repeat and leak nothing', { timeout: 300_000 }, () => {
  test('while connections to PostgreSQL are cut before, in the middle of and after a COMMIT', async () => {
    await withLoad(async () => {
      for (const line of lines) line.cutCommits(7)
      await wait(faultMs)
      const cut = () => lines.flatMap(line => Object.values(line.cut))
      await expect.poll(() => Math.min(...cut()), { timeout: 30_000 }).toBeGreaterThan(0)
      for (const line of lines) line.cutCommits(0)
    })
  })

  test('while one of them cannot reach PostgreSQL, and answers 503 instead of cached data', async () => {
    const [reachable, cutOff] = [running.slice(0, 2), running[2] as TestNode]
    for (const fault of isLongRun ? (['hold', 'refuse'] as const) : (['hold'] as const))
      await withLoad(async () => {
        lines[2]?.[fault]()
        // Its lease lapses, and it no longer serves.
        await wait(1_100)
        expect((await cutOff.ask('GET', 'collections/items/records', undefined, '')).status).toBe(503)
        expect((await cutOff.ask('GET', 'health')).status).toBe(503)
        await load.progress(reachable)
        await wait(faultMs)
      })
  })

  test('while another program holds a lock, so that all connections of the nodes that write are taken', async () => {
    await withLoad(async () => {
      const lock = await openTransaction('LOCK TABLE items IN SHARE ROW EXCLUSIVE MODE')
      const titles = Array.from({ length: 100 }, (_, index) => `waits ${index}.`)
      const waiting = titles.map((title, index) =>
        (running[index % 3] as TestNode).ask('POST', 'collections/items/records', { title }, ''),
      )
      await wait(faultMs)
      // Reads have connections of their own.
      for (const node of running) {
        const read = await node.ask('GET', `collections/items/records?filter=title!="${node.name}"`, undefined, '')
        expect(read.status, read.text).toBe(200)
        expect((await node.ask('GET', 'health')).status).toBe(200)
      }
      await lock.end()
      // A node rejects what has waited for too long, and says when to send it again.
      for (const [index, { status, text, headers }] of (await Promise.all(waiting)).entries()) {
        const isMade = status === 200
        expect(isMade || (status === 503 && headers.has('Retry-After')), `${status} ${text}`).toBe(true)
        load.outcomes[isMade ? 'made' : 'notMade'].push(titles[index] as string)
      }
    })
  })

  test('while one transaction of another program stays open', async () => {
    await withLoad(async () => {
      const open = await openTransaction('SELECT pg_current_xact_id()', 'SELECT count(*) FROM items')
      const until = performance.now() + openTransactionMs
      const connections = load.connections
      while (performance.now() < until) await load.progress(running)
      // No event waits for the transaction, and no stream has to be opened again.
      expect(load.connections).toEqual(connections)
      await open.end()
    })
  })

  test('while the nodes change, one after another, the collection to which all of them write', async () => {
    await withLoad(async () => {
      const [title] = loadFields
      for (let round = 0; round < schemaChanges; round += 1) {
        const schema = round % 2 === 0 ? [title, { name: `extra${round}`, type: 'text' }] : [title]
        const changed = await (running[round % 3] as TestNode).ask('PATCH', 'collections/items', { schema })
        expect(changed.status, changed.text).toBe(200)
      }
      await load.progress(running)
    })
    await expectHealthy(nodes.options('one'))
  })
})
