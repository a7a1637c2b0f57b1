import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openReceiver } from '../harness/openReceiver.ts'
import { titlesOf } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const rounds = isLongRun ? 60 : 12
const text = (id: string, name: string) => ({ id, name, type: 'text' })
const items = { name: 'items', type: 'base', createRule: '', listRule: '', schema: [text('title001', 'title')] }

/** Creates records one after another until `stop`, which returns the titles that were acknowledged. */
function write(node: TestNode, writer: number) {
  const acknowledged: string[] = []
  const failures: unknown[] = []
  let isStopped = false
  const writing = (async () => {
    for (let count = 1; !isStopped; count += 1) {
      const title = `${writer} ${count}`
      const { status, text } = await node.ask('POST', 'collections/items/records', { title }, '')
      if (status === 200) acknowledged.push(title)
      else failures.push([status, text])
    }
  })()
  const stop = async () => {
    isStopped = true
    await writing
    return { acknowledged, failures }
  }
  return { stop }
}

test('collections change on one node while others write: no write fails, none is lost, none is made twice', async () => {
  const nodes = await openNodes(postgres)
  const [one, other] = [await nodes.start('one'), await nodes.start('other')]
  expect(await one.ask('POST', 'collections', items)).toMatchObject({ status: 200 })
  const writers = [one, other, other].map(write)
  for (let round = 1; round <= rounds; round += 1) {
    const node = round % 2 === 0 ? one : other
    const schema =
      round % 3 === 0 ? [text('title001', 'title')] : [text('title001', 'title'), text(`extra${round}00`, `extra${round}`)]
    expect(await node.ask('PATCH', 'collections/items', { schema })).toMatchObject({ status: 200 })
  }
  const results = await Promise.all(writers.map(({ stop }) => stop()))
  expect(results.flatMap(({ failures }) => failures)).toEqual([])
  const acknowledged = results.flatMap(result => result.acknowledged)
  expect(acknowledged.length).toBeGreaterThan(rounds)
  expect((await titlesOf(other)).toSorted()).toEqual(acknowledged.toSorted())
}, 300_000)

test('web hooks of all nodes are sent once, and by another node after the sending node was killed', async () => {
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const nodes = await openNodes(postgres)
  const started = [await nodes.start('one', ['--privateWebHooks']), await nodes.start('other', ['--privateWebHooks'])]
  const [one, other] = started as [TestNode, TestNode]
  expect(await one.ask('POST', 'collections', items)).toMatchObject({ status: 200 })
  const hook = { url: receiver.url, events: ['create'] }
  expect(await other.ask('POST', 'web-hooks', hook)).toMatchObject({ status: 200 })
  for (let count = 1; count <= 10; count += 1) {
    const node = count % 2 === 0 ? one : other
    expect(await node.ask('POST', 'collections/items/records', { title: `${count}` })).toMatchObject({ status: 200 })
  }
  /** Waits for messages. A node that is killed after it has sent one can not record that, so the next node sends it again with the same id. */
  const expectMessages = async (count: number) => {
    const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    await expect.poll(() => ids().size).toBe(count)
    expect(new Set(receiver.received.map(({ json }) => json.data.recordId)).size).toBe(count)
  }
  await receiver.expectReceived(10)
  // Either node can have the duties, so both are killed, one after the other.
  await one.end('SIGKILL')
  expect(await other.ask('POST', 'collections/items/records', { title: 'after the end of one' })).toMatchObject({ status: 200 })
  await expectMessages(11)
  const next = await nodes.start('next', ['--privateWebHooks'])
  await other.end('SIGKILL')
  expect(await next.ask('POST', 'collections/items/records', { title: 'after the end of both' })).toMatchObject({ status: 200 })
  await expectMessages(12)
}, 300_000)
