/** Clients over HTTP/2 that stop sending or reading: each test waits for a time limit of the server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttp2 } from '../harness/openHttp2.ts'
import { flag, frame, frameType, openRawHttp2, requestHeaders, setWindow } from '../harness/openRawHttp2.ts'
import { type HttpsServer, startHttps } from '../harness/startHttps.ts'

/** Inserts seven records of 4 MB, more than the buffers of a connection hold. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 7)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`
const page = '/api/collections/scratch/records?filter=id~%22large%22'
const pageBytes = 28 * 1024 * 1024

let coffer: HttpsServer
beforeAll(async () => {
  coffer = await startHttps([], [{ sql }])
})
afterAll(async () => {
  expect(await coffer.stop()).toEqual({ status: 0, stderr: '' })
})

test.concurrent('a body that stops arriving is rejected, and does not delay other requests of its connection', async ({
  onTestFinished,
}) => {
  const connection = await openHttp2(coffer.port, coffer.ca)
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

test.concurrent.for([
  ['a response', '/_/favicon.svg'],
  ['an event stream', '/api/realtime'],
] as const)(
  '%s that its client does not read is canceled, and other requests of its connection are answered',
  {
    timeout: 120_000,
  },
  async ([, path], { expect, onTestFinished }) => {
    const connection = await openRawHttp2(coffer.port, coffer.ca)
    onTestFinished(connection.close)
    // The client lets the server send nothing.
    connection.send(setWindow(0))
    const headers = requestHeaders('GET', path)
    connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 1, headers))
    await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 1)).toBe(true)
    const isCanceled = () => connection.received.some(({ type, stream }) => type === frameType.rstStream && stream === 1)
    expect(isCanceled()).toBe(false)
    await expect.poll(isCanceled, { timeout: 90_000 }).toBe(true)
    connection.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 3, requestHeaders('GET', '/api/health')))
    await expect.poll(() => connection.received.some(({ type, stream }) => type === frameType.headers && stream === 3)).toBe(true)
  },
)

test.concurrent('a connection from which its client reads nothing at all is closed, with what waits on it', {
  timeout: 240_000,
}, async ({ expect, onTestFinished }) => {
  const connection = await openRawHttp2(coffer.port, coffer.ca)
  onTestFinished(connection.close)
  const heldBytes = async () => (await coffer.readLimits()).resources.find(({ name }) => name === 'responseBytes')?.used
  // The client lets the server send everything, and reads none of it.
  const wholeConnection = Buffer.alloc(4)
  wholeConnection.writeUInt32BE(2 ** 30)
  connection.send(
    setWindow(2 ** 31 - 1),
    frame(frameType.windowUpdate, 0, 0, wholeConnection),
    frame(frameType.headers, flag.endHeaders | flag.endStream, 1, requestHeaders('GET', page)),
  )
  connection.pause()
  await expect.poll(heldBytes, { timeout: 60_000 }).toBeGreaterThanOrEqual(pageBytes)
  expect(connection.isClosed()).toBe(false)
  // A client that does not read notices only when it sends something that its connection has been closed.
  const isClosed = () => {
    connection.send(frame(frameType.ping, 0, 0, Buffer.alloc(8)))
    return connection.isClosed()
  }
  await expect.poll(isClosed, { timeout: 150_000, interval: 1_000 }).toBe(true)
  expect(await heldBytes()).toBe(0)
})
