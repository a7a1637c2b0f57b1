import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { createResuming } from '../harness/openResuming.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

async function create(node: TestNode, title: string) {
  const { status, json } = await node.ask('POST', 'collections/notes/records', { title }, '')
  expect(status).toBe(200)
  return String(json.id)
}

test('a client that reconnects to its node receives the missed events of all nodes, once and in order, and none that a new rule hides', async () => {
  const nodes = await openNodes(postgres)
  const [holder, other, third] = [await nodes.start('holder'), await nodes.start('other'), await nodes.start('third')]
  expect(await holder.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const listener = createResuming(holder.port, { subscriptions: ['notes/*'] })
  onTestFinished(listener.cut)
  expect(await listener.connect()).toBe(204)
  const received = () =>
    listener.received.map(({ event, json }) => (event === '@resync' ? event : `${json.action} ${json.record?.title}`))
  const deleted = await create(other, 'deleted')
  await expect.poll(received).toEqual(['create deleted'])

  listener.cut()
  for (const [index, node] of [other, holder, third].entries()) await create(node, `missed ${index}`)
  expect(await third.ask('DELETE', `collections/notes/records/${deleted}`)).toMatchObject({ status: 204 })
  expect(await listener.connect()).toBe(204)
  await create(other, 'later')
  const missed = ['create missed 0', 'create missed 1', 'create missed 2', 'delete deleted']
  const before = ['create deleted', ...missed, 'create later']
  await expect.poll(received).toEqual(before)

  listener.cut()
  await create(other, 'hidden')
  const rule = 'title != "hidden"'
  expect(await third.ask('PATCH', 'collections/notes', { listRule: rule, viewRule: rule })).toMatchObject({ status: 200 })
  expect(await listener.connect()).toBe(204)
  await create(holder, 'visible')
  await expect.poll(received).toEqual([...before, '@resync', 'create visible'])
})
