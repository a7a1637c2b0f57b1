import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { expectNearlyCalm } from '../harness/expectNearlyCalm.ts'
import { type CertificateAuthority, openCertificateAuthority } from '../harness/openCertificateAuthority.ts'
import { type Http2Connection, openHttp2 } from '../harness/openHttp2.ts'
import { flag, frame, frameType, header, openRawHttp2, type RawHttp2, requestHeaders } from '../harness/openRawHttp2.ts'
import { memoryOf } from '../harness/processTree.ts'

let copy: SampleCopy
let authority: CertificateAuthority
let coffer: RunningCoffer
let calmMs: number
beforeAll(async () => {
  copy = await copySample('magazine')
  authority = await openCertificateAuthority()
  const { certificate, key } = await authority.issue(['localhost'])
  coffer = await startCoffer(copy.dataDir, ['--https', '127.0.0.1:0', '--certificate', certificate, '--key', key])
  calmMs = await connect()
})
afterAll(async () => {
  expect(await coffer.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
  await copy.remove()
  await authority.remove()
})

/** Returns the milliseconds until another client is answered. */
async function connect(): Promise<number> {
  const started = performance.now()
  const connection = await openHttp2(coffer.port, authority.ca)
  expect((await connection.send('GET', '/api/health')).status).toBe(200)
  connection.close()
  return performance.now() - started
}

/** After each attack, another client is answered at once. */
afterEach(async () => {
  await expectNearlyCalm('milliseconds of another client', { ms: await connect(), calmMs, minMs: 2_000, measure: connect })
})

async function open(): Promise<RawHttp2> {
  const connection = await openRawHttp2(coffer.port, authority.ca)
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
const costlyPath = '/api/collections/posts/records?perPage=500&expand=authors'
const cancel = Buffer.from([0, 0, 0, 8])

test('a client that cancels request after request (rapid reset) is disconnected', async () => {
  const connection = await open()
  let stream = -1
  await sendUntilClosed(connection, () =>
    Array.from({ length: 100 }, () => {
      stream += 2
      const start = frame(frameType.headers, flag.endHeaders | flag.endStream, stream, requestHeaders('GET', costlyPath))
      return Buffer.concat([start, frame(frameType.rstStream, 0, stream, cancel)])
    }),
  )
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

test('unread bodies of 100 connections take little memory, and another client can send its own', async () => {
  const path = '/api/collections/scratch/records'
  const part = Buffer.alloc(128 * 1024, 0x20)
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
  const before = memoryOf(coffer.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(coffer.pid))
  }, 50)
  const statuses: unknown[] = []
  const connections: Http2Connection[] = []
  for (let number = 0; number < 100; number += 1) {
    const connection = await openHttp2(coffer.port, authority.ca)
    connections.push(connection)
    // The first ones, whose bodies hardly arrive, keep the others waiting.
    for (let request = 0; request < 96; request += 1) {
      const stream = connection.start('POST', path, headers, true)
      stream.on('response', found => statuses.push(found[':status']))
      stream.write(request < 32 ? '{' : part)
    }
  }
  const other = await openHttp2(coffer.port, authority.ca)
  const body = JSON.stringify({ t: 'x'.repeat(200_000) })
  const own = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.3' }
  expect((await other.send('POST', path, { headers: own, body })).status).toBe(200)
  const startedAt = performance.now()
  while (statuses.length < 5_000 && performance.now() - startedAt < 30_000) await wait(50)
  clearInterval(watch)
  for (const connection of [...connections, other]) connection.close()
  // Without a limit, the 64 requests of each connection that wait for others hold 800 MB.
  expect(peak - before, 'megabytes').toBeLessThan(300)
  expect(statuses.length, 'responses to the attack').toBeGreaterThanOrEqual(5_000)
  expect(statuses.filter(status => ![408, 503].includes(Number(status)))).toEqual([])
}, 90_000)

// The last two tests wait for time limits, so they run at the same time.
test.concurrent('a body that stops arriving is rejected, and does not delay other requests of its connection', async ({
  onTestFinished,
}) => {
  const connection = await openHttp2(coffer.port, authority.ca)
  onTestFinished(() => connection.close())
  const headers = { 'content-type': 'application/json', 'content-length': '1000' }
  const slow = Array.from({ length: 20 }, () => connection.start('POST', '/api/collections/scratch/records', headers, true))
  const statuses = slow.map(
    stream =>
      new Promise(resolve => {
        stream.on('response', found => resolve(found[':status'])).on('close', () => resolve('closed'))
      }),
  )
  for (const stream of slow) stream.write('{')
  expect((await connection.send('GET', '/api/health')).status).toBe(200)
  for (const status of await Promise.all(statuses)) expect([408, 503]).toContain(status)
  expect((await connection.send('GET', '/api/health')).status).toBe(200)
})

test.concurrent('a response that its client does not read is canceled, and other requests of its connection are answered', async ({
  expect,
  onTestFinished,
}) => {
  const connection = await openRawHttp2(coffer.port, authority.ca)
  onTestFinished(connection.close)
  // The client lets the server send nothing.
  connection.send(frame(frameType.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])))
  const headers = requestHeaders('GET', '/_/favicon.svg')
  connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 1, headers))
  await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 1)).toBe(true)
  const isCanceled = () => connection.received.some(({ type, stream }) => type === frameType.rstStream && stream === 1)
  expect(isCanceled()).toBe(false)
  await expect.poll(isCanceled, { timeout: 90_000 }).toBe(true)
  connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 3, requestHeaders('GET', '/api/health')))
  await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 3)).toBe(true)
}, 120_000)
