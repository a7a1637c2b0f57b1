import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { copyAsNextVersion } from './harness/copyAsNextVersion.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Opens two nodes, of which one has been suspended for so long that others no longer compare themselves with it, and the other has ended. */
async function openSuspended() {
  const nodes = await openNodes(postgres)
  const [suspended, other] = [await nodes.start('suspended'), await nodes.start('other')]
  expect(await other.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  suspended.signal('SIGSTOP')
  const lapse = `UPDATE "_cofferNodes" SET lease = clock_timestamp() - interval '6 s' WHERE name = 'suspended'`
  await postgres.execute(nodes.address, lapse)
  await other.end('SIGTERM')
  return { nodes, suspended }
}

/** Wakes a node up, and returns the statuses of its responses until its end. */
async function wake(node: TestNode): Promise<number[]> {
  const statuses: number[] = []
  node.signal('SIGCONT')
  while (node.isRunning()) {
    const response = await node.ask('GET', 'collections/notes/records', undefined, '').catch(() => undefined)
    if (response) statuses.push(response.status)
  }
  return statuses
}

test('a node that was suspended ends without serving if nodes with another encryption key have started in the meantime', async () => {
  const { nodes, suspended } = await openSuspended()
  const env = { COFFER_ENCRYPTION_KEY: 'k'.repeat(32) }
  const third = await nodes.start('third', [], { env })
  const statuses = await wake(suspended)
  expect(statuses.filter(status => status !== 503)).toEqual([])
  expect(suspended.output()).toContain(
    'Error: The node "third" has another encryption key. Give all nodes the same one. This node had not responded for a while, and ends',
  )
  expect(await third.ask('GET', 'health')).toMatchObject({ status: 200 })
})

test('a node that was suspended ends without serving if it cannot read the stored settings anymore', async () => {
  const { nodes, suspended } = await openSuspended()
  const env = { COFFER_ENCRYPTION_KEY: 'k'.repeat(32) }
  const third = await nodes.start('third', [], { env })
  expect(await third.ask('PATCH', 'settings', { meta: { appName: 'Encrypted' } })).toMatchObject({ status: 200 })
  await third.end('SIGTERM')
  const statuses = await wake(suspended)
  expect(statuses.filter(status => status !== 503)).toEqual([])
  expect(suspended.output()).toContain('A node must be able to read the stored settings:')
})

test('a node that was suspended ends without serving if nodes of a version that is too new have started in the meantime', async () => {
  const { nodes, suspended } = await openSuspended()
  const { program, version } = await copyAsNextVersion('next', 2)
  const third = await nodes.start('third', [], { program })
  const statuses = await wake(suspended)
  expect(statuses.filter(status => status !== 503)).toEqual([])
  expect(suspended.output()).toContain(`The node "third" has version ${version}, which can't run beside`)
  expect(await third.ask('GET', 'health')).toMatchObject({ status: 200 })
})

test('a node that was suspended serves again if it fits the nodes that have started in the meantime', async () => {
  const { nodes, suspended } = await openSuspended()
  await nodes.start('third')
  suspended.signal('SIGCONT')
  await expect.poll(async () => (await suspended.ask('GET', 'health')).status, { timeout: 60_000 }).toBe(200)
})
