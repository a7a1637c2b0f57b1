import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { Deliveries } from './Deliveries.ts'
import { eventText, RealtimeClient } from './RealtimeClient.ts'
import { SharedText } from './SharedText.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const minute = 60_000

function openHolds(ledger = new ClientLedger()) {
  const client = { address: '192.0.2.1' }
  return {
    client,
    stream: ledger.hold('streams', client),
    subscriptions: ledger.open('subscriptionBytes', client),
    events: ledger.open('eventBytes', client),
  }
}

function connect(deliveries = new Deliveries(), lastId?: () => string) {
  const written: string[] = []
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      written.push(String(chunk))
      done()
    },
  })
  return { output, written, client: new RealtimeClient(output, deliveries, openHolds(), { lastId }) }
}

/** Waits two turns of the event loop, until the events of this turn are written. */
async function delivered() {
  await nextTurn()
  await nextTurn()
}

test('events sent in the same turn of the event loop are written together, in order', async () => {
  const { client, written } = connect()
  client.send(eventText('a', '1'), 'first')
  client.send(eventText('b', '2'))
  client.send(eventText('c', '3'), 'third')
  expect(written).toEqual([])
  await delivered()
  expect(written).toEqual([`id:first\nevent:a\ndata:1\n\nevent:b\ndata:2\n\nid:third\nevent:c\ndata:3\n\n`])
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

test('a stream that ends because nothing happens sends the id of what the client has received, without an event', () => {
  const { written, output } = connect(new Deliveries(), () => 'the last')
  vi.advanceTimersByTime(6 * minute)
  expect([written, output.writableEnded]).toEqual([['id:the last\n\n'], true])
})

test('events of changes wait while the client is held, and follow the events that it has missed', async () => {
  const { client, written } = connect()
  client.hold()
  client.sendShared('a', new SharedText('later', 1), 'second')
  client.sendMissed('a', new SharedText('missed', 1), 'first')
  client.release()
  await delivered()
  expect(written).toEqual(['id:first\nevent:a\ndata:missed\n\nid:second\nevent:a\ndata:later\n\n'])
})

test('a client that is held for too many events is disconnected', async () => {
  const { client, output } = connect()
  client.hold()
  for (let turn = 0; turn < 60; turn += 1) client.sendShared('a', new SharedText('x'.repeat(100_000), 1), 'id')
  expect(output.destroyed).toBe(true)
  await delivered()
  expect(client.holds.events.amount).toBe(0)
})

test('the connection of a client that does not read is closed before 5 MB are queued', () => {
  const output = new Writable({ write: () => undefined })
  const client = new RealtimeClient(output, new Deliveries(), openHolds())
  let maxLength = 0
  for (let turn = 0; turn < 100; turn += 1) {
    client.send(eventText('a', 'x'.repeat(100_000)))
    maxLength = Math.max(maxLength, output.writableLength)
  }
  expect(output.destroyed).toBe(true)
  expect(maxLength).toBeLessThan(5_000_000)
})

test('a client that does not read may leave one long event for each of its subscriptions unread, up to 16 MiB', () => {
  const sendUntilClosed = (subscriptions: string[]): number => {
    const output = new Writable({ write: () => undefined })
    const client = new RealtimeClient(output, new Deliveries(), openHolds())
    client.subscriptions = new Set(subscriptions)
    const text = new SharedText('x'.repeat(5_000_000), 1)
    let sent = 0
    for (; !output.destroyed && sent < 100; sent += 1) client.sendShared('a', text, 'id')
    return sent - 1
  }
  expect(sendUntilClosed(['a/*'])).toBe(1)
  expect(sendUntilClosed(['a/*', 'a/1'])).toBe(2)
  expect(sendUntilClosed(Array.from({ length: 100 }, (_, index) => `a/${index}`))).toBe(4)
})

test('a stream that the server has ended is closed some seconds later, even if its client neither reads nor closes it', () => {
  const output = new Writable({ write: () => undefined })
  const client = new RealtimeClient(output, new Deliveries(), openHolds())
  client.send(eventText('a', '1'))
  client.end()
  expect([output.writableEnded, output.destroyed]).toEqual([true, false])
  vi.advanceTimersByTime(10_000)
  expect(output.destroyed).toBe(true)
})

/** Sends one long event to clients of one address that do not read it. Returns their connections, and the bytes that they count for. */
async function sendUnread(count: number, length: number) {
  const ledger = new ClientLedger()
  const text = new SharedText('x'.repeat(length), count)
  const outputs = Array.from({ length: count }, () => {
    const finish: (() => void)[] = []
    const output = new Writable({ write: (_, __, done) => void finish.push(done) })
    const client = new RealtimeClient(output, new Deliveries(), openHolds(ledger))
    client.sendShared('a', text, 'id')
    const read = async () => {
      while (output.writableLength > 0) {
        finish.shift()?.()
        await nextTurn()
      }
    }
    return { read, close: () => output.destroy() }
  })
  await delivered()
  const counted = () => ledger.report().find(({ name }) => name === 'eventBytes')?.used ?? Number.NaN
  return { outputs, counted }
}

test('an event that many clients leave unread counts for its length, however small the share of each client is', async () => {
  const { counted } = await sendUnread(1_000, 1_000_000)
  expect(counted()).toBe(1_000_000)
})

test('an event counts for its whole length while one of its recipients holds it, after the others have read it or left', async () => {
  const { outputs, counted } = await sendUnread(100, 1_000_000)
  const [last, ...others] = outputs
  for (const [index, { read, close }] of others.entries()) {
    if (index % 2 === 0) await read()
    else close()
    await nextTurn()
    expect(counted()).toBeGreaterThanOrEqual(500_000)
    expect(counted()).toBeLessThanOrEqual(1_000_100)
  }
  expect(counted()).toBe(1_000_000)
  await last?.read()
  expect(counted()).toBe(0)
})

test('an event that is kept for clients until they have what they missed counts once for all of them', async () => {
  const ledger = new ClientLedger()
  const text = new SharedText('x'.repeat(1_000_000), 2)
  const clients = [1, 2].map(() => {
    const client = new RealtimeClient(new Writable({ write: () => undefined }), new Deliveries(), openHolds(ledger))
    client.hold()
    client.sendShared('a', text, 'id')
    return client
  })
  const counted = () => ledger.report().find(({ name }) => name === 'eventBytes')?.used
  expect(counted()).toBe(1_000_000)
  for (const client of clients) client.release()
  await delivered()
  expect(counted()).toBe(1_000_000)
})
