import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deliveries } from './Deliveries.ts'
import { eventText, RealtimeClient } from './RealtimeClient.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const minute = 60_000

const connect = (deliveries = new Deliveries()) => {
  const written: string[] = []
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      written.push(String(chunk))
      done()
    },
  })
  return { output, written, client: new RealtimeClient(output, deliveries) }
}

/** Waits two turns of the event loop, until the events of this turn are written. */
const delivered = async () => {
  await nextTurn()
  await nextTurn()
}

test('events sent in the same turn of the event loop are written together, in order', async () => {
  const { client, written } = connect()
  client.send(eventText('a', '1'))
  client.send(eventText('b', '2'))
  expect(written).toEqual([])
  await delivered()
  expect(written).toEqual([`id:${client.id}\nevent:a\ndata:1\n\nid:${client.id}\nevent:b\ndata:2\n\n`])
})

test('events are written after all responses of the same turn of the event loop', async () => {
  const { client, written } = connect()
  let writtenBefore: string[] | undefined
  client.send(eventText('a', '1'))
  setImmediate(() => {
    writtenBefore = [...written]
  })
  await delivered()
  expect([writtenBefore, written.length]).toEqual([[], 1])
})

test('events for thousands of clients are written in batches, in the order of the clients', async () => {
  const deliveries = new Deliveries()
  const all = Array.from({ length: 2000 }, () => connect(deliveries))
  for (const { client } of all) client.send(eventText('a', '1'))
  const clientsWritten = () => all.filter(({ written }) => written.length === 1).length
  await nextTurn()
  while (clientsWritten() < all.length) {
    const before = clientsWritten()
    await nextTurn()
    expect(clientsWritten()).toBeGreaterThan(before)
    expect(all.slice(0, clientsWritten()).every(({ written }) => written.length === 1)).toBe(true)
  }
})

test('ending a stream writes the pending events first', () => {
  const { client, written, output } = connect()
  client.send(eventText('a', '1'))
  client.end()
  expect(written).toHaveLength(1)
  expect(output.writableEnded).toBe(true)
})

test('a stream ends after five minutes without an event', async () => {
  const { client, output } = connect()
  vi.advanceTimersByTime(4 * minute)
  client.send(eventText('a', '1'))
  await delivered()
  vi.advanceTimersByTime(4 * minute)
  expect(output.writableEnded).toBe(false)
  vi.advanceTimersByTime(2 * minute)
  expect(output.writableEnded).toBe(true)
})

test('the connection of a client that does not read is closed before 5 MB are queued', () => {
  const output = new Writable({ write: () => undefined })
  const client = new RealtimeClient(output, new Deliveries())
  let maxLength = 0
  for (let turn = 0; turn < 100; turn += 1) {
    client.send(eventText('a', 'x'.repeat(100_000)))
    maxLength = Math.max(maxLength, output.writableLength)
  }
  expect(output.destroyed).toBe(true)
  expect(maxLength).toBeLessThan(5_000_000)
})
