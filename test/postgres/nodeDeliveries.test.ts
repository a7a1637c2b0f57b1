import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openReceiver, type Reaction, type ReceivedMessage } from '../harness/openReceiver.ts'
import { clockAhead, isAhead } from './harness/clockAhead.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Time limit of what a node does within a few seconds. */
const actionLimit = { timeout: 60_000 }

/** Waits until a node has the duties. */
function expectDuties(node: TestNode) {
  const holder = async () => {
    const list = JSON.parse((await node.ask('GET', 'nodes')).text) as NodeStatus[]
    return list.find(({ hasDuties }) => hasDuties)?.name
  }
  return expect.poll(holder, actionLimit).toBe(node.name)
}

async function createNote(node: TestNode, title: string): Promise<void> {
  expect(await node.ask('POST', 'collections/notes/records', { title }, '')).toMatchObject({ status: 200 })
}

interface ListedDelivery {
  state: string
  attempts: number
  body: ReceivedMessage['json']
}

const titleOf = ({ data }: ReceivedMessage['json']) => data.record?.title

test('a failed web hook is sent again at its time by a node with another clock: neither an hour late nor an hour early', async () => {
  const failures: Reaction[] = [
    { status: 500, headers: { 'Retry-After': '20' } },
    { status: 500, headers: { 'Retry-After': '1800' } },
  ]
  const receiver = await openReceiver(({ json }) => (titleOf(json) === 'failing' ? (failures.shift() ?? {}) : {}))
  onTestFinished(receiver.close)
  const failing = () => receiver.received.filter(({ json }) => titleOf(json) === 'failing')
  const nodes = await openNodes(postgres)
  const ahead = await nodes.start('ahead', ['--privateWebHooks'], { env: clockAhead })
  await expectDuties(ahead)
  const exact = await nodes.start('exact', ['--privateWebHooks'])
  expect(await exact.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const { json: hook } = await exact.ask('POST', 'web-hooks', { url: receiver.url, events: ['create'] })
  const deliveryOf = async (node: TestNode, title: string) => {
    const list = JSON.parse((await node.ask('GET', `web-hooks/${hook.id}/deliveries`)).text) as ListedDelivery[]
    return list.find(({ body }) => titleOf(body) === title)
  }
  const expectDelivery = (node: TestNode, title: string, wanted: Partial<ListedDelivery>) =>
    expect.poll(() => deliveryOf(node, title), actionLimit).toMatchObject(wanted)

  await createNote(exact, 'failing')
  await expectDelivery(exact, 'failing', { state: 'waiting', attempts: 1 })
  await ahead.end('SIGKILL')
  await expectDelivery(exact, 'failing', { state: 'waiting', attempts: 2 })
  // Receivers reject messages that were signed at another time.
  expect(failing().map(({ headers }) => isAhead(Number(headers['webhook-timestamp']) * 1_000))).toEqual([false, false])

  const later = await nodes.start('later', ['--privateWebHooks'], { env: clockAhead })
  await exact.end('SIGKILL')
  await expectDuties(later)
  for (const title of ['a note', 'another note']) {
    await createNote(later, title)
    await expectDelivery(later, title, { state: 'delivered', attempts: 1 })
  }
  expect(failing()).toHaveLength(2)
  expect(await deliveryOf(later, 'failing')).toMatchObject({ state: 'waiting', attempts: 2 })
  // The clock of this node is indeed ahead.
  const [note] = await postgres.execute(nodes.address, `SELECT created FROM notes WHERE title = 'another note'`)
  expect(isAhead(Date.parse(String(note?.created).replace(' ', 'T')))).toBe(true)
}, 300_000)

/** Stores a record for each record that is created. */
const hook = `import { data, onRecord } from 'coffer'
onRecord('notes', {
  async afterCreate({ record }) {
    await data.collection('calls').create({ title: record.title })
  },
})`

test('hooks after changes are called once for the changes of all nodes, and by another node after the calling node was killed', async () => {
  const nodes = await openNodes(postgres)
  const start = (name: string) => {
    const folder = join(dirname(nodes.options(name)[1] ?? ''), 'hooks')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'calls.ts'), hook)
    return nodes.start(name)
  }
  const [one, other] = [await start('one'), await start('other')]
  for (const name of ['notes', 'calls'])
    expect(await one.ask('POST', 'collections', { ...notes, name })).toMatchObject({ status: 200 })
  const calls = async (node: TestNode) => {
    const { json } = await node.ask('GET', 'collections/calls/records?perPage=500&fields=title')
    return (json.items as { title: string }[]).map(({ title }) => title).sort()
  }
  const waiting = () => postgres.execute(nodes.address, `SELECT id FROM "_cofferDeliveries" WHERE state = 'waiting'`)
  /** Waits until the hook was called for these records, and until that is stored, so that no node calls it again. */
  const expectCalls = async (node: TestNode, titles: readonly string[]) => {
    await expect.poll(() => calls(node), actionLimit).toEqual(titles.toSorted())
    await expect.poll(waiting, actionLimit).toEqual([])
    expect(await calls(node)).toEqual(titles.toSorted())
  }

  const titles = Array.from({ length: 10 }, (_, index) => `note ${index}`)
  for (const [index, title] of titles.entries()) await createNote(index % 2 === 0 ? one : other, title)
  await expectCalls(other, titles)
  // Either node can have the duties, so both are killed, one after the other.
  await one.end('SIGKILL')
  await createNote(other, 'after the end of one')
  await expectCalls(other, [...titles, 'after the end of one'])
  const next = await start('next')
  await other.end('SIGKILL')
  await createNote(next, 'after the end of both')
  await expectCalls(next, [...titles, 'after the end of one', 'after the end of both'])
}, 300_000)
