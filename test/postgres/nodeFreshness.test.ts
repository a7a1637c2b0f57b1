import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Attempts to get an answer in the second before the lease of a node lapses, which a busy machine can miss. */
const maxAttempts = 20

const statusAt = async (node: TestNode) => (await node.ask('GET', 'collections/notes/records', undefined, '')).status

const expectAnswers = (node: TestNode) => expect.poll(() => statusAt(node), { timeout: 20_000 }).toBe(200)

test('a node with --freshness answers without a read of the log for each request, and a node without it does not', async () => {
  const nodes = await openNodes(postgres)
  const [exact, relaxed] = [await nodes.start('exact'), await nodes.start('relaxed', ['--freshness', '60000'])]
  expect(await exact.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const client = new pg.Client(nodes.address)
  await client.connect()
  onTestFinished(() => client.end())
  /** Returns the status of a response that a node has sent while no node could read the log. */
  const statusWithoutReads = async (node: TestNode) => {
    await expectAnswers(node)
    await client.query('BEGIN; LOCK TABLE "_cofferNodeState" IN ACCESS EXCLUSIVE MODE')
    try {
      return await statusAt(node)
    } finally {
      await client.query('ROLLBACK')
    }
  }

  let status = 0
  for (let attempt = 1; attempt <= maxAttempts && status !== 200; attempt += 1) status = await statusWithoutReads(relaxed)
  expect(status).toBe(200)
  for (let attempt = 1; attempt <= 3; attempt += 1) expect(await statusWithoutReads(exact)).toBe(503)
}, 300_000)
