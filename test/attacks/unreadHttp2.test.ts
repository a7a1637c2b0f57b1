/** Clients over HTTP/2 that let the server send no byte of short responses. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openHttp2 } from '../harness/openHttp2.ts'
import { flag, frame, frameType, header, openRawHttp2, requestHeaders, setWindow } from '../harness/openRawHttp2.ts'
import { signToken } from '../harness/signToken.ts'
import { type HttpsServer, startHttps } from '../harness/startHttps.ts'

const maxOfClient = 100_000
const maxOfAll = 200_000

let coffer: HttpsServer
beforeAll(async () => {
  coffer = await startHttps(['--limits', `unreadBytes=${maxOfClient}/${maxOfAll}`])
})
afterAll(async () => {
  expect(await coffer.stop()).toEqual({ status: 0, stderr: '' })
})

/** Sends requests from an address whose responses must not be sent. */
async function leaveUnread(address: string, count: number, path = '/api/health', more: Uint8Array = new Uint8Array()) {
  const connection = await openRawHttp2(coffer.port, coffer.ca)
  onTestFinished(connection.close)
  const headers = Buffer.concat([requestHeaders('GET', path), header('x-forwarded-for', address), more])
  const requests = Array.from({ length: count }, (_, index) =>
    frame(frameType.headers, flag.endHeaders | flag.endStream, 2 * index + 1, headers),
  )
  connection.send(setWindow(0), ...requests)
  return {
    ...connection,
    /** The number of responses that have begun, and that the server has canceled. */
    begun: () => connection.received.filter(({ type, stream }) => type === frameType.headers && stream > 0).length,
    canceled: () => connection.received.filter(({ type }) => type === frameType.rstStream).length,
  }
}

/** Returns the bytes of all clients that wait, and of the client for which most wait. */
async function unreadBytes() {
  const found = (await coffer.readLimits()).resources.find(({ name }) => name === 'unreadBytes')
  return { used: found?.used ?? Number.NaN, largest: found?.largest ?? Number.NaN }
}

const used = async () => (await unreadBytes()).used

test('short responses over HTTP/2 count for their client until it has read them', async () => {
  const one = await leaveUnread('203.0.113.1', 1)
  await expect.poll(one.begun).toBe(1)
  const bytes = await used()
  expect(bytes).toBeGreaterThan(0)
  const four = await leaveUnread('203.0.113.2', 4)
  await expect.poll(four.begun).toBe(4)
  await expect.poll(unreadBytes).toEqual({ used: 5 * bytes, largest: 4 * bytes })
  four.send(setWindow(65_535))
  await expect.poll(used).toBe(bytes)
  one.close()
  await expect.poll(used).toBe(0)
})

test('files over HTTP/2 count for their client until it has read them', async () => {
  const one = await leaveUnread('203.0.113.1', 1, '/api/files/posts/post00000000001/table_r5aaGDydtC.csv')
  await expect.poll(one.begun).toBe(1)
  expect(await used()).toBeGreaterThan(0)
  one.send(setWindow(65_535))
  await expect.poll(used).toBe(0)
})

test.each([
  ['a response without a body', '/_', undefined],
  ['the rejection of a request with two hosts', '/api/health', header('host', 'other')],
])('%s counts over HTTP/2 until its client has read it', async (_, path, more) => {
  const one = await leaveUnread('203.0.113.1', 1, path, more)
  await expect.poll(one.begun).toBe(1)
  expect(await used()).toBeGreaterThan(0)
  one.send(setWindow(65_535))
  await expect.poll(used).toBe(0)
})

test('a client that leaves more responses unread than allowed has earlier ones canceled, and can go on with the others', async () => {
  const one = await leaveUnread('203.0.113.3', 1)
  await expect.poll(one.begun).toBe(1)
  const allowed = Math.floor(maxOfClient / (await used()))
  const many = await leaveUnread('203.0.113.4', allowed + 5)
  await expect.poll(many.canceled).toBe(5)
  expect((await unreadBytes()).largest).toBeLessThanOrEqual(maxOfClient)
  many.send(setWindow(65_535))
  const ended = () => many.received.filter(({ type, flags }) => type === frameType.data && (flags & flag.endStream) > 0).length
  await expect.poll(ended).toBe(allowed)
  one.close()
  await expect.poll(used).toBe(0)
})

test('the log has one entry for a response that is canceled because its client has no room for it', async () => {
  const path = '/api/collections/posts/records?perPage=1&canceled'
  const one = await leaveUnread('203.0.113.8', 1)
  await expect.poll(one.begun).toBe(1)
  const count = Math.floor(maxOfClient / (await used()))
  one.close()
  await expect.poll(used).toBe(0)
  // The record is longer than each of the earlier responses, so none of them makes room for it.
  const many = await leaveUnread('203.0.113.8', count)
  await expect.poll(many.begun).toBe(count)
  const headers = Buffer.concat([requestHeaders('GET', path), header('x-forwarded-for', '203.0.113.8')])
  many.send(frame(frameType.headers, flag.endHeaders | flag.endStream, 2 * count + 1, headers))
  await expect.poll(many.canceled).toBe(1)
  many.close()
  const admin = await openHttp2(coffer.port, coffer.ca)
  onTestFinished(admin.close)
  const authorization = signToken(coffer.dataDir, 'auth', 'admin')
  await admin.send('GET', '/api/settings?after', { headers: { authorization } })
  const logged = async () => {
    const { text } = await admin.send('GET', '/api/logs?perPage=200&sort=-created', { headers: { authorization } })
    return (JSON.parse(text).items as { message: string }[]).map(({ message }) => message)
  }
  await expect.poll(logged).toContain('GET /api/settings?after')
  expect((await logged()).filter(message => message === `GET ${path}`)).toHaveLength(1)
})

test('another client is answered while all clients together leave as much unread as they may', async () => {
  const attackers = await Promise.all(['203.0.113.5', '203.0.113.6', '203.0.113.7'].map(address => leaveUnread(address, 20)))
  const canceled = () => attackers.reduce((sum, attacker) => sum + attacker.canceled(), 0)
  await expect.poll(canceled).toBeGreaterThan(30)
  const other = await openHttp2(coffer.port, coffer.ca)
  onTestFinished(other.close)
  const headers = { 'x-forwarded-for': '198.51.100.3' }
  const responses = await Promise.all(Array.from({ length: 5 }, () => other.send('GET', '/api/health', { headers })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await used()).toBeLessThanOrEqual(maxOfAll)
  const { rejections } = await coffer.readLimits()
  const dropped = rejections.filter(({ resource, outcome }) => resource === 'unreadBytes' && outcome === 'dropped')
  expect(dropped.map(({ address }) => address)).not.toContain('198.51.100.3')
})
