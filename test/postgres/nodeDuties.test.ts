import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { openNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openReceiver, type Reaction } from '../harness/openReceiver.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Log entries that are ten days old. */
const oldEntries = `INSERT INTO _logs (id, level, message, data, created, updated)
  SELECT 'old' || n, 0, 'old', '{}', d, d FROM generate_series(1, 500) n, to_char(now() - interval '10 days', 'YYYY-MM-DD') d`

test('a node that wakes up after another one has taken its duties repeats no web hook and removes nothing from the log', async () => {
  const first = Promise.withResolvers<Reaction>()
  const receiver = await openReceiver((_, received) => (received.length === 0 ? first.promise : {}))
  onTestFinished(receiver.close)
  const nodes = await openNodes(postgres)
  const [late, other] = [await nodes.start('late', ['--privateWebHooks']), await nodes.start('other', ['--privateWebHooks'])]
  const holder = async () => {
    const list = JSON.parse((await other.ask('GET', 'nodes')).text) as NodeStatus[]
    return list.find(node => node.hasDuties)?.name
  }
  const expectDuties = (name: string) => expect.poll(holder, { timeout: 10_000 }).toBe(name)
  const countOld = async () => (await other.ask('GET', 'logs?filter=message="old"&perPage=1')).json.totalItems
  const retain = async (maxDays: number) =>
    expect(await other.ask('PATCH', 'settings', { logs: { maxDays } })).toMatchObject({ status: 200 })
  await expectDuties('late')
  expect(await late.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const { json: hook } = await late.ask('POST', 'web-hooks', { url: receiver.url, events: ['create'] })
  await retain(30)
  await postgres.execute(nodes.address, oldEntries)
  expect(await late.ask('POST', 'collections/notes/records', { title: 'sent twice' })).toMatchObject({ status: 200 })
  await receiver.expectReceived(1)

  // The node is suspended while it waits for the response of the receiver. The other node leaves the log alone until it has the duties.
  late.signal('SIGSTOP')
  await retain(5)
  for (let count = await countOld(); (await holder()) === 'late'; count = await countOld()) {
    expect(count).toBe(500)
    await wait(100)
  }
  await expectDuties('other')
  await expect.poll(countOld, { timeout: 10_000 }).toBe(0)
  await receiver.expectReceived(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  const deliveries = async () => JSON.parse((await other.ask('GET', `web-hooks/${hook.id}/deliveries`)).text)
  await expect.poll(deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }])

  await retain(30)
  await postgres.execute(nodes.address, oldEntries)
  late.signal('SIGCONT')
  // For the node that wakes up, its attempt has failed.
  first.resolve({ status: 500 })
  await expect.poll(async () => (await late.ask('GET', 'health')).status).toBe(200)
  await receiver.expectReceived(2)
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  expect(await countOld()).toBe(500)
  await expectDuties('other')
}, 120_000)
