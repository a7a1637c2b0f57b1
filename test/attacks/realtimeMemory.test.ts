import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOfRun } from '../harness/copySample.ts'
import { subscriptionWith } from '../harness/eventStreams.ts'
import { AttackedServer, numbers, records } from '../harness/realtimeAttack.ts'
import { signToken } from '../harness/signToken.ts'

/** Longer records are not sent: with more than 16 MiB in the events of a transaction, subscribers load them again. */
const megabyte = 1_000_000
/** A busy machine collects garbage late, and reads of PostgreSQL receive their whole result. */
const maxMegabytes = databaseOfRun() === 'postgres' ? 1_100 : 800
const maxGrownMegabytes = 400
const attackers = ['one address', 'one address, signed in,', 'fifty addresses'] as const

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start()
}, 480_000)
afterAll(() => server.stop(), 240_000)

test('the streams of attackers count for their addresses behind the trusted proxy', async () => {
  const streams = await server.attack(
    20,
    () => ['scratch/*'],
    number => ({ 'X-Forwarded-For': `203.0.113.${number % 4}` }),
  )
  const { json } = await server.ask('GET', 'load/limits', { token: signToken(server.dataDir, 'auth', 'admin') })
  expect(json.resources).toContainEqual(expect.objectContaining({ name: 'streams', used: 20, largest: 5 }))
  for (const { destroy } of streams) destroy()
}, 60_000)

/** Writes and deletes a record, whose events other clients receive with options and without. */
async function writeAndDelete(size: number): Promise<void> {
  const readers = await Promise.all([
    server.listen(['scratch/*']),
    server.listen([subscriptionWith('scratch', { filter: 't != ""', fields: 'id' })]),
  ])
  const arrived = () => readers.map(reader => reader.arrived())
  const { status, json } = await server.ask('POST', records, { body: { t: 'x'.repeat(size) } })
  expect(status).toBe(200)
  await expect.poll(arrived, { timeout: 10_000 }).toEqual([1, 1])
  expect((await server.ask('DELETE', `${records}/${json.id}`)).status).toBe(204)
  await expect.poll(arrived, { timeout: 10_000 }).toEqual([2, 2])
  for (const { destroy } of readers) destroy()
}

test.each(attackers)(
  'an event of 8 MB that 50 streams of %s leave unread is held once',
  async who => {
    await server.warmUp(8 * megabyte)
    const { before, stop } = server.watchMemory()
    const streams = await server.attack(50, () => ['scratch/*'], server.attackers()[who])
    await writeAndDelete(8 * megabyte)
    const peak = stop()
    // A copy for each stream was 620 MB.
    expect(peak - before, 'megabytes above the start').toBeLessThan(maxGrownMegabytes)
    expect(peak, 'megabytes').toBeLessThan(maxMegabytes)
    for (const { destroy } of streams) destroy()
    await server.expectMemoryReturned(before)
  },
  120_000,
)

test.each(attackers)(
  'a record of 3 MB to which %s subscribes with 1,000 unused options can be written and deleted',
  async who => {
    await server.warmUp(3 * megabyte)
    const { before, stop } = server.watchMemory()
    const unused = (stream: number) => numbers(200).map(turn => subscriptionWith('scratch', { fields: 'id,t', turn, stream }))
    const streams = await server.attack(5, unused, number => server.attackers()[who](number * 11))
    await writeAndDelete(3 * megabyte)
    const peak = stop()
    // It was 9 GB, and threads ended.
    expect(peak - before, 'megabytes above the start').toBeLessThan(maxGrownMegabytes)
    expect(peak, 'megabytes').toBeLessThan(maxMegabytes)
    server.expectAllRunning()
    for (const { destroy } of streams) destroy()
    await server.expectMemoryReturned(before)
  },
  120_000,
)

/** Creates a tag. Returns the milliseconds until another client with a filter has received its event. */
async function receiveTag(): Promise<number> {
  const reader = await server.listen([subscriptionWith('tags', { filter: 'name != ""' })])
  const startedAt = performance.now()
  const token = signToken(server.dataDir, 'auth', 'admin')
  const { status } = await server.ask('POST', 'collections/tags/records', { token, body: { name: `tag${startedAt}` } })
  expect(status).toBe(200)
  await expect.poll(reader.arrived, { timeout: 30_000, interval: 10 }).toBe(1)
  reader.destroy()
  return performance.now() - startedAt
}

test('60 changes of 8 MB that wait for the filters of ten streams take little memory, and delay no events of others', async () => {
  await server.warmUp(8 * megabyte)
  const filters = (stream: number) =>
    numbers(1000).map(index => subscriptionWith('scratch', { filter: `t ~ "%a%b${stream}c${index}%"` }))
  const { json } = await server.ask('POST', records, { body: { t: 'short' } })
  await receiveTag()
  const { before, stop } = server.watchMemory()
  const delays: number[] = []
  for (const round of numbers(6)) {
    // The streams of a client for which too many changes wait end, so the attackers come again.
    const streams = await server.attack(10, filters, number => ({ 'X-Forwarded-For': `203.0.113.${100 + number}` }))
    for (const turn of numbers(10)) {
      const body = { t: `${round}${turn}${'a'.repeat(8 * megabyte)}` }
      expect((await server.ask('PATCH', `${records}/${json.id}`, { body })).status).toBe(200)
    }
    delays.push(await receiveTag())
    for (const { destroy } of streams) destroy()
  }
  const peak = stop()
  // It was 1.5 GB, also after all had left.
  expect(peak - before, 'megabytes above the start').toBeLessThan(maxGrownMegabytes)
  expect(peak, 'megabytes').toBeLessThan(maxMegabytes)
  expect(Math.max(...delays), 'milliseconds until events arrive').toBeLessThan(5_000)
  server.expectAllRunning()
  await server.expectMemoryReturned(before)
}, 480_000)
