import { afterAll, beforeAll, expect, test } from 'vitest'
import { besideStreams, longestEvent, memoryAttacks, unusedOptionsOf } from '../harness/attacks/realtimeAttacks.ts'
import { subscriptionWith } from '../harness/eventStreams.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { AttackedServer, allAttackers, attackersByTitle, records } from '../harness/realtimeAttack.ts'

const megabyte = 1_000_000

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([fastPasswords])
}, 240_000)
afterAll(() => server.stop(), 240_000)

const usedOf = async (resource: string) => (await server.usageOf(resource)).used

/** Expects that the account of the server returns to 0, once the streams have left. */
async function expectNothingHeld(): Promise<void> {
  for (const resource of ['streams', 'subscriptionBytes', 'eventBytes', 'changeBytes']) {
    await expect.poll(() => usedOf(resource), { message: resource, timeout: 60_000 }).toBe(0)
  }
}

test('the streams of attackers count for their addresses behind the trusted proxy', async () => {
  const streams = await server.attack(
    20,
    () => ['scratch/*'],
    number => ({ 'X-Forwarded-For': `203.0.113.${number % 4}` }),
  )
  expect(await server.usageOf('streams')).toMatchObject({ used: 20, largest: 5 })
  for (const { destroy } of streams) destroy()
  await expectNothingHeld()
}, 60_000)

/**
 * Writes and deletes a record, whose events other clients receive with options and without.
 * @param whileUnread called after each of both, when the others have their events
 */
async function writeAndDelete(size: number, whileUnread: (action: 'create' | 'delete') => Promise<void>): Promise<void> {
  const readers = await Promise.all([
    server.listen(['scratch/*']),
    server.listen([subscriptionWith('scratch', { filter: 't != ""', fields: 'id' })]),
  ])
  const arrived = () => readers.map(reader => reader.arrived())
  const { id } = await server.askAsAdmin('POST', records, { t: 'x'.repeat(size) })
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([1, 1])
  await whileUnread('create')
  await server.askAsAdmin('DELETE', `${records}/${id}`)
  await expect.poll(arrived, { timeout: 60_000 }).toEqual([2, 2])
  await whileUnread('delete')
  for (const { destroy } of readers) destroy()
}

test.each(allAttackers)(
  'an event of 8 MB that 50 streams from %s leave unread is held once, and the next one ends the streams',
  async who => {
    const streams = { count: 50, headersOf: server.attackers()[who], subscriptionsOf: () => ['scratch/*'] }
    await besideStreams(server, streams, () =>
      writeAndDelete(longestEvent, async action => {
        if (action === 'create') {
          expect(await usedOf('streams')).toBe(52)
          // A copy for each stream would be 400 MB. The reader's share is counted only until it is read.
          expect(await usedOf('eventBytes')).toBeGreaterThan(longestEvent / 2)
          expect(await usedOf('eventBytes')).toBeLessThan(longestEvent + megabyte)
        } else {
          await expect.poll(() => usedOf('streams')).toBe(2)
          await expect.poll(() => usedOf('eventBytes')).toBe(0)
        }
      }),
    )
    await expectNothingHeld()
    server.expectAllRunning()
  },
  240_000,
)

test.each(attackersByTitle)(
  'a record of 3 MB for 1,000 subscriptions from %s with unused options is held once for each address and turn',
  async (_, who) => {
    const headersOf = server.attackers()[who]
    const streams = { count: 5, headersOf: (number: number) => headersOf(number * 11), subscriptionsOf: unusedOptionsOf }
    let events = 0
    await besideStreams(server, streams, () =>
      writeAndDelete(3 * megabyte, async () => {
        events += 1
        // The changes wait for the subscriptions of the attackers. Then the events wait to be read.
        await expect.poll(() => usedOf('changeBytes')).toBe(0)
        // Five addresses have five turns, and one address has two. An event for each option would be 3 GB.
        expect(await usedOf('eventBytes')).toBeLessThan(events * 5 * 3 * megabyte + megabyte)
      }),
    )
    expect(await server.rejections()).not.toContainEqual(expect.objectContaining({ resource: 'eventBytes' }))
    await expectNothingHeld()
    server.expectAllRunning()
  },
  240_000,
)

test('changes of 8 MB that wait for the filters of ten streams end streams beyond the limit, and others receive their events', async () => {
  let waited = 0
  await new OtherClients(server).expectServedDuring(async () => {
    const attacking = memoryAttacks['changes of 8 MB for 10,000 filters']?.(server, number => ({
      'X-Forwarded-For': `203.0.113.${100 + number}`,
    }))
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        const { used, total } = await server.usageOf('changeBytes')
        expect(used).toBeLessThanOrEqual(total)
        waited = Math.max(waited, used)
      }
    })()
    await attacking
    isOver = true
    await watching
  })
  // Ten addresses with two turns each would hold 160 MB for each change.
  expect(waited).toBeGreaterThanOrEqual(longestEvent)
  expect(await server.rejections()).toContainEqual(expect.objectContaining({ resource: 'changeBytes', outcome: 'dropped' }))
  await expectNothingHeld()
  server.expectAllRunning()
}, 300_000)
