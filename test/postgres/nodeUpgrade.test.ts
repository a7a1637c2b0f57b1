import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { productVersion } from '../../packages/server/config/config.ts'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { askApi } from '../harness/askApi.ts'
import { runCoffer } from '../harness/coffer.ts'
import { openBalancer } from '../harness/openBalancer.ts'
import { nodeAdmin, nodeEnvironment, openNodes, type TestNode, type TestNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { ClusterLoad, createLoadCollections } from './harness/ClusterLoad.ts'
import { copyAsNextVersion } from './harness/copyAsNextVersion.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

let round = 0
/** Returns the results of `strftime()` on a node. Each filter is another one, so that no response is cached. */
async function yearsOf(node: TestNode): Promise<string[]> {
  const years: string[] = []
  for (const year of ['2026', 'next']) {
    round += 1
    const filter = encodeURIComponent(`strftime("%Y", title) = "${year}" && title != "${round}"`)
    const { json } = await node.ask('GET', `collections/notes/records?filter=${filter}`)
    if (json.totalItems === 1) years.push(year)
  }
  return years
}

test('during a rolling upgrade, each node filters by the functions of its own version, whichever program has started last', async () => {
  const { program, version: nextVersion } = await copyAsNextVersion('next')
  const nodes = await openNodes(postgres)
  const [one, other] = [await nodes.start('one'), await nodes.start('other')]
  expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  expect(await one.ask('POST', 'collections/notes/records', { title: '2026-03-01 10:00:00.000Z' })).toMatchObject({ status: 200 })
  expect([await yearsOf(one), await yearsOf(other)]).toEqual([['2026'], ['2026']])

  // A command of the next version, and then the nodes one after the other.
  const words = ['admin', 'create', 'second@example.com', 'a secret password', ...nodes.options('command')]
  expect(await runCoffer(words, { program })).toMatchObject({ status: 0, stderr: '' })
  expect([await yearsOf(one), await yearsOf(other)]).toEqual([['2026'], ['2026']])
  await one.end('SIGTERM')
  const upgraded = await nodes.start('one', [], { program })
  expect([await yearsOf(upgraded), await yearsOf(other)]).toEqual([['next'], ['2026']])
  const { text } = await other.ask('GET', 'nodes')
  expect((JSON.parse(text) as NodeStatus[]).map(({ version }) => version)).toEqual([nextVersion, productVersion()])
  await other.end('SIGTERM')
  const last = await nodes.start('other', [], { program })
  expect([await yearsOf(upgraded), await yearsOf(last)]).toEqual([['next'], ['next']])
  const schemas = await postgres.execute(nodes.address, `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'coffer\\_%'`)
  expect(schemas).toHaveLength(1)
}, 120_000)

/** Opens nodes behind a load balancer, and clients that know only its address. */
async function openBalanced(nodes: TestNodes, names: readonly string[]) {
  const running = new Map<string, TestNode>()
  const start = (name: string, program?: string) => nodes.start(name, ['--drainSeconds', '3'], program ? { program } : {})
  for (const name of names) running.set(name, await start(name))
  const balancer = await openBalancer([...running.values()].map(({ port }) => port))
  onTestFinished(balancer.close)
  const { json } = await askApi(balancer.port, 'POST', '/api/admins/auth-with-password', { body: nodeAdmin })
  const ask: TestNode['ask'] = (method, path, body, token = String(json.token)) =>
    askApi(balancer.port, method, `/api/${path}`, { ...(body && { body }), ...(token !== '' && { token }) })
  const clients = names.map(
    (name): TestNode => ({ ...(running.get(name) as TestNode), name: `of ${name}`, port: balancer.port, ask }),
  )
  /** Stops a node as its supervisor does, and starts it with another program. */
  const upgrade = async (name: string, program: string) => {
    const former = running.get(name) as TestNode
    expect(await former.end('SIGTERM')).toMatchObject({ status: 0 })
    const upgraded = await start(name, program)
    running.set(name, upgraded)
    balancer.replace(former.port, upgraded.port)
  }
  return { clients, upgrade }
}

test('during a rolling upgrade behind a load balancer, clients lose no request and no change, and at most have to reconnect', async () => {
  const { program, version } = await copyAsNextVersion('next')
  const nodes = await openNodes(postgres)
  const names = ['one', 'two', 'three']
  const { clients, upgrade } = await openBalanced(nodes, names)
  const [client] = clients as [TestNode]
  await createLoadCollections(client)
  const load = new ClusterLoad(clients)
  onTestFinished(() => load.close())
  load.start(clients)
  try {
    await load.progress(clients)
    for (const name of names) {
      await upgrade(name, program)
      await load.progress(clients)
    }
  } finally {
    await load.stop()
  }
  const { text } = await client.ask('GET', 'nodes')
  expect((JSON.parse(text) as NodeStatus[]).map(node => node.version)).toEqual(names.map(() => version))
  // Each request got a response that says whether its change was made.
  expect(load.outcomes.unknown).toEqual([])
  await load.expectIntact(client)
  // A client can meet each node once before its upgrade.
  expect(Math.max(...load.connections)).toBeLessThanOrEqual(1 + names.length)
}, 240_000)

test('a node of a version after the next one does not start beside running nodes, and says why', async () => {
  const { program, version } = await copyAsNextVersion('later', 2)
  const nodes = await openNodes(postgres)
  const one = await nodes.start('one')
  const words = ['serve', '--http', '127.0.0.1:0', ...nodes.options('later'), '--node', 'later']
  const { status, stderr } = await runCoffer(words, { program, env: nodeEnvironment })
  const reason = `The node "one" has version ${productVersion()}, which can't run beside ${version}. Upgrade one minor version at a time.`
  expect([status, stderr]).toEqual([1, expect.stringContaining(reason)])
  expect(await one.ask('GET', 'health')).toMatchObject({ status: 200 })
}, 120_000)
