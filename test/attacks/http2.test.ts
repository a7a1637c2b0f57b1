import type { ClientHttp2Stream } from 'node:http2'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openHttp2 } from '../harness/openHttp2.ts'
import { flag, frame, frameType, header, openRawHttp2, type RawHttp2, requestHeaders } from '../harness/openRawHttp2.ts'
import { type HttpsServer, startHttps } from '../harness/startHttps.ts'

let coffer: HttpsServer
beforeAll(async () => {
  coffer = await startHttps()
})
afterAll(async () => {
  expect(await coffer.stop()).toEqual({ status: 0, stderr: '' })
})

/** After each attack, another client is answered, which also shows that the server is running. */
afterEach(async () => {
  const connection = await openHttp2(coffer.port, coffer.ca)
  expect((await connection.send('GET', '/api/health')).status).toBe(200)
  connection.close()
})

async function open(): Promise<RawHttp2> {
  const connection = await openRawHttp2(coffer.port, coffer.ca)
  onTestFinished(connection.close)
  return connection
}

/** Sends bytes again and again until the server closes the connection. */
async function sendUntilClosed(connection: RawHttp2, next: () => Uint8Array[], maxRounds = 200): Promise<void> {
  for (let round = 0; round < maxRounds && !connection.isClosed(); round += 1) {
    connection.send(...next())
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  await expect.poll(connection.isClosed).toBe(true)
}

const codeOfGoaway = ({ received }: RawHttp2): number | undefined =>
  received.find(({ type }) => type === frameType.goaway)?.payload.readUInt32BE(4)

const enhanceYourCalm = 11
const refusedStream = 7
/** Bytes that a client can send of a body before the server reads it. */
const windowBytes = 128 * 1024
/** Requests of a connection that the server handles at the same time. */
const maxHandled = 32
/** A client may have 64 MB of large bodies. */
const maxUnreadBodies = (64 * 1024 * 1024) / windowBytes
const costlyPath = '/api/collections/posts/records?perPage=500&expand=authors'
const cancel = Buffer.from([0, 0, 0, 8])

const startOf = (stream: number, path: string) =>
  frame(frameType.headers, flag.endHeaders | flag.endStream, stream, requestHeaders('GET', path))

/** Returns a function that creates a hundred requests that are canceled at once. */
function createCanceled() {
  let stream = -1
  return () =>
    Array.from({ length: 100 }, () => {
      stream += 2
      return Buffer.concat([startOf(stream, costlyPath), frame(frameType.rstStream, 0, stream, cancel)])
    })
}

test('a client that cancels 500 requests one after the other (rapid reset) is disconnected', async () => {
  await sendUntilClosed(await open(), createCanceled(), 5)
})

test('a client that cancels all requests of two pages stays connected', async () => {
  const connection = await open()
  const next = createCanceled()
  connection.send(...next(), ...next(), startOf(401, '/api/health'))
  await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 401)).toBe(true)
})

test('a client that opens more requests than allowed has the others refused', async () => {
  const connection = await open()
  const streams = Array.from({ length: 500 }, (_, index) => 2 * index + 1)
  const headers = requestHeaders('POST', '/api/collections/scratch/records')
  connection.send(...streams.map(stream => frame(frameType.headers, flag.endHeaders, stream, headers)))
  const refused = () =>
    connection.received.filter(({ type, payload }) => type === frameType.rstStream && payload.readUInt32BE() === refusedStream)
  await expect.poll(() => refused().length > 300 || connection.isClosed()).toBe(true)
})

test.each([
  ['pings', () => frame(frameType.ping, 0, 0, Buffer.alloc(8))],
  ['changed settings', () => frame(frameType.settings, 0, 0, Buffer.from([0, 3, 0, 0, 0, 100]))],
])('a client that floods the server with %s is disconnected', async (_, create) => {
  const connection = await open()
  await sendUntilClosed(connection, () => Array.from({ length: 100 }, create))
  expect([enhanceYourCalm, undefined]).toContain(codeOfGoaway(connection))
})

test('a client that never ends its headers is disconnected', async () => {
  const connection = await open()
  connection.send(frame(frameType.headers, 0, 1, requestHeaders('GET', '/api/health')))
  await sendUntilClosed(connection, () => [frame(frameType.continuation, 0, 1, header('x-filler', 'y'.repeat(100)))])
})

test('a request with more headers than allowed is rejected, and its connection goes on', async () => {
  const connection = await open()
  const many = Array.from({ length: 400 }, (_, index) => header(`x-header-${index}`, 'y'.repeat(20)))
  const block = Buffer.concat([requestHeaders('GET', '/api/health'), ...many])
  connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 1, block))
  await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.rstStream && stream === 1)).toBe(true)
  connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 3, requestHeaders('GET', '/api/health')))
  await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 3)).toBe(true)
})

test('a client that sends empty parts of a body without end is disconnected', async () => {
  const connection = await open()
  connection.send(frame(frameType.headers, flag.endHeaders, 1, requestHeaders('POST', '/api/collections/scratch/records')))
  await sendUntilClosed(connection, () => Array.from({ length: 100 }, () => frame(frameType.data, 0, 1)))
})

const recordsPath = '/api/collections/scratch/records'
const attackerHeaders = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }

/** Opens a connection with bodies that the server reads but hardly arrive, and with full bodies that have to wait for them. */
async function openUnread(count: number) {
  const connection = await openHttp2(coffer.port, coffer.ca)
  onTestFinished(connection.close)
  const start = (part: string | Buffer) => {
    const stream = connection.start('POST', recordsPath, attackerHeaders, true)
    stream.write(part)
    return stream
  }
  const read = Array.from({ length: maxHandled }, () => start('{'))
  const unread = Array.from({ length: count }, () => start(Buffer.alloc(windowBytes, 0x20)))
  return { read, unread }
}

/** Returns what all clients and each client hold or were denied of large bodies. */
async function usageOfBodies() {
  const { resources, rejections } = await coffer.readLimits()
  return {
    used: resources.find(({ name }) => name === 'largeBodyBytes')?.used,
    rejections: rejections.filter(({ resource }) => resource === 'largeBodyBytes'),
  }
}

test('bodies that a client has sent are counted before the server reads them', async () => {
  await openUnread(10)
  // Each of the bodies that are read has a byte.
  await expect.poll(async () => (await usageOfBodies()).used).toBe(maxHandled + 10 * windowBytes)
})

test('unread bodies of 100 connections are rejected beyond 64 MB, and another client can send its own', async () => {
  const statuses: unknown[] = []
  const unanswered = new Set<ClientHttp2Stream>()
  for (let number = 0; number < 100; number += 1) {
    const { read, unread } = await openUnread(64)
    for (const stream of unread) unanswered.add(stream)
    for (const stream of [...read, ...unread]) {
      const settle = () => unanswered.delete(stream)
      // A body that is dropped before the server reads it has no response, but its stream is closed.
      stream.on('close', settle).on('response', found => {
        statuses.push(found[':status'])
        settle()
      })
    }
  }
  const other = await openHttp2(coffer.port, coffer.ca)
  onTestFinished(other.close)
  const body = JSON.stringify({ t: 'x'.repeat(200_000) })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.3' }
  expect((await other.send('POST', recordsPath, { headers, body })).status).toBe(200)
  await expect.poll(() => unanswered.size).toBeLessThanOrEqual(maxUnreadBodies)
  const { rejections } = await usageOfBodies()
  expect(new Set(rejections.map(({ address }) => address))).toEqual(new Set([attackerHeaders['x-forwarded-for']]))
  const rejected = rejections.reduce((sum, { count }) => sum + count, 0)
  expect(rejected).toBeGreaterThanOrEqual(100 * 64 - maxUnreadBodies)
  expect(statuses.filter(status => ![408, 503].includes(Number(status)))).toEqual([])
}, 300_000)
