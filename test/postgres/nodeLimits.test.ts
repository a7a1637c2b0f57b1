import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

const ends: (() => Promise<void>)[] = []
let nodes: TestNode[]
beforeAll(async () => {
  const postgres = await openPostgres()
  ends.push(postgres.close)
  const { start } = await openNodes(postgres, end => ends.push(end))
  nodes = await Promise.all([start('one'), start('two'), start('three')])
  const [one] = nodes
  await one?.ask('POST', 'collections', notes)
  for (const username of ['ann', 'bob']) {
    const user = { username, email: `${username}@example.com`, password, passwordConfirm: password }
    expect(await one?.ask('POST', 'collections/users/records', user)).toMatchObject({ status: 200 })
  }
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const password = 'a secret password'

const nodeAt = (index: number): TestNode => nodes[index % nodes.length] as TestNode

/** Sends requests to the nodes in turn, all at once, and counts the responses by status. */
async function countAtOnce(count: number, send: (node: TestNode) => ReturnType<TestNode['ask']>) {
  const statuses = await Promise.all(Array.from({ length: count }, async (_, index) => (await send(nodeAt(index))).status))
  return Object.fromEntries(Array.from(Map.groupBy(statuses, String), ([status, { length }]) => [status, length]))
}

const signIn = (identity: string, given: string) => (node: TestNode) =>
  node.ask('POST', 'collections/users/auth-with-password', { identity, password: given }, '')

test('an attacker who tries all nodes has as many attempts as at one server, also after right passwords', async () => {
  for (const index of [0, 1, 2, 3]) expect((await signIn('bob', password)(nodeAt(index))).status).toBe(200)
  expect(await countAtOnce(30, signIn('ann', 'wrong password'))).toEqual({ 400: 10, 429: 20 })
  const again = await Promise.all(nodes.map(signIn('ann', password)))
  for (const { status, headers } of again) {
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30)
  }
  for (const node of nodes) expect((await signIn('bob', password)(node)).status).toBe(200)
})

test('requests for mails are limited at all nodes together', async () => {
  const request = (node: TestNode) =>
    node.ask('POST', 'collections/users/request-password-reset', { email: 'nobody@example.com' }, '')
  expect(await countAtOnce(30, request)).toEqual({ 204: 20, 429: 10 })
})

test('the limits of requests count at all nodes together, and none is ever exceeded', async () => {
  const rules = [
    { label: 'notes:list', maxRequests: 200, duration: 600, audience: '' },
    { label: 'notes:create', maxRequests: 7, duration: 600, audience: '' },
    { label: 'GET /api/health', maxRequests: 3, duration: 2, audience: '' },
  ]
  const [one] = nodes
  const rateLimits = { enabled: true, excludedIPs: [], rules }
  // The settings of today's dialect have the limits.
  const { status } = await fetch(`http://127.0.0.1:${one?.port}/today/api/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Authorization: await adminToken() },
    body: JSON.stringify({ rateLimits }),
  })
  expect(status).toBe(200)
  const list = (node: TestNode) => node.ask('GET', 'collections/notes/records', undefined, '')
  const lists = await countAtOnce(400, list)
  // A node takes ten requests at a time, so what the others have taken and not used can be missing.
  expect(lists[200]).toBeLessThanOrEqual(200)
  expect(lists[200]).toBeGreaterThanOrEqual(200 - 2 * 9)
  // What is left is used by later requests to the nodes that have taken it.
  const later = await countAtOnce(90, list)
  expect((lists[200] ?? 0) + (later[200] ?? 0)).toBe(200)
  for (const node of nodes) expect((await list(node)).status).toBe(429)
  const create = (node: TestNode) => node.ask('POST', 'collections/notes/records', { title: 'x' }, '')
  expect(await countAtOnce(30, create)).toEqual({ 200: 7, 429: 23 })
  const health = (node: TestNode) => node.ask('GET', 'health', undefined, '')
  expect(await countAtOnce(9, health)).toEqual({ 200: 3, 429: 6 })
  await expect.poll(async () => (await health(nodeAt(1))).status, { interval: 200 }).toBe(200)
})

async function adminToken(): Promise<string> {
  const { json } = await nodeAt(0).ask('POST', 'admins/auth-with-password', { identity: 'admin@example.com', password }, '')
  return String(json.token)
}
