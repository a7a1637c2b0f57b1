import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionWith } from '../harness/eventStreams.ts'
import { expectNearlyCalm } from '../harness/expectNearlyCalm.ts'
import { AttackedServer, numbers, records } from '../harness/realtimeAttack.ts'
import { signToken } from '../harness/signToken.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start()
}, 240_000)
afterAll(() => server.stop(), 240_000)

/** Writes records of another collection until a time is over. Returns the milliseconds of each write. */
async function write(ms: number): Promise<number[]> {
  const times: number[] = []
  const token = signToken(server.dataDir, 'auth', 'admin')
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const startedAt = performance.now()
    const body = { name: `tag${startedAt}` }
    expect((await server.ask('POST', 'collections/tags/records', { token, body })).status).toBe(200)
    times.push(performance.now() - startedAt)
    await wait(10)
  }
  return times
}

test('the deletion of one of 30 records that refer to each other delays nobody, though 300 subscriptions expand them', async () => {
  const ids = numbers(30).map(number => `circle${String(number).padStart(9, '0')}`)
  for (const id of ids) expect((await server.ask('POST', records, { body: { id, t: id } })).status).toBe(200)
  for (const id of ids) expect((await server.ask('PATCH', `${records}/${id}`, { body: { rN: ids } })).status).toBe(200)
  await write(2_000)
  const measure = async () => Math.max(...(await write(3_000)))
  const calmMs = await measure()
  const expanding = numbers(300).map(index => subscriptionWith('scratch', { filter: `t != "${index}"`, expand: 'rN.rN.rN' }))
  const streams = await server.attack(
    1,
    () => expanding,
    () => ({ 'X-Forwarded-For': '203.0.113.8' }),
  )
  const reader = await server.listen([subscriptionWith('scratch', { filter: 't != ""' })])
  const writing = write(10_000)
  await wait(500)
  const startedAt = performance.now()
  expect((await server.ask('DELETE', `${records}/${ids[0]}`)).status).toBe(204)
  const deletionMs = performance.now() - startedAt
  await expect.poll(reader.arrived, { timeout: 5_000 }).toBeGreaterThan(0)
  const times = await writing
  // It was 60 s.
  for (const { destroy } of [...streams, reader]) destroy()
  await expectNearlyCalm('milliseconds of the deletion', { ms: deletionMs, calmMs, minMs: 500, measure })
  await expectNearlyCalm('milliseconds of other writes', { ms: Math.max(...times), calmMs, minMs: 500, measure })
}, 60_000)

test('60,000 subscriptions with filters delay nobody, and cause no more work when their streams have left', async () => {
  const filters = (stream: number) =>
    numbers(1000).map(index => subscriptionWith('scratch', { filter: `t ~ "%${stream}-${index}%" && n > ${index}` }))
  const streams = await server.attack(60, filters, number => ({ 'X-Forwarded-For': `203.0.113.${number % 6}` }))
  const reader = await server.listen([subscriptionWith('scratch', { filter: 'n = 7' }), 'scratch/*'])
  const delays: number[] = []
  for (const turn of numbers(20)) {
    const startedAt = performance.now()
    expect((await server.ask('POST', records, { body: { t: `event ${turn}`, n: 7 } })).status).toBe(200)
    await expect.poll(reader.arrived, { timeout: 20_000, interval: 10 }).toBe(2 * turn + 2)
    delays.push(performance.now() - startedAt)
  }
  for (const { destroy } of streams) destroy()
  const workInSecond = async () => {
    const before = server.work
    await wait(1_000)
    return server.work - before
  }
  await expect.poll(workInSecond, { timeout: 10_000, interval: 0, message: 'milliseconds of work in a second' }).toBeLessThan(300)
  // Events took longer than 90 s, and a processor stayed busy. On a busy machine, a single event can be late.
  expect(delays.toSorted((one, other) => one - other)[10], 'milliseconds until half of the events arrive').toBeLessThan(1_000)
  expect(Math.max(...delays), 'milliseconds until events arrive').toBeLessThan(5_000)
  reader.destroy()
}, 120_000)
