import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

let server: WatchedServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await watchServer()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  return server.assertAlive()
})
afterAll(() => server.close())

const megabyte = 1024 * 1024
const open = '/api/collections/scratch/records'
const adminOnly = '/api/collections/registry/records'

/** Sends the head of a request and a part of its body, then waits. Returns the status once there is one. */
function begin(path: string, headers: string, part: string | Uint8Array, ip = '198.51.100.7') {
  const answered = Promise.withResolvers<number>()
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined).on('data', data => answered.resolve(Number(data.toString('latin1').split(' ')[1])))
  const line = path.startsWith('/') ? `POST ${path}` : path
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ip}\r\n${headers}\r\n\r\n`)
  socket.write(part)
  return answered.promise
}

const announcing = (bytes: number) => `Content-Type: application/json\r\nContent-Length: ${bytes}`
const inChunks = 'Content-Type: application/json\r\nTransfer-Encoding: chunked'

test.each<[string, string, string, number]>([
  ['JSON that only admins can send', adminOnly, announcing(31 * megabyte), 403],
  ['chunked JSON that only admins can send', adminOnly, inChunks, 403],
  ['an update that the rule rejects', 'PATCH /api/collections/posts/records/post00000000001', announcing(31 * megabyte), 404],
  ['a preview', '/api/collections/preview-view', announcing(megabyte), 401],
  ['a new collection', '/api/collections', announcing(megabyte), 401],
  ['a sign-in of a megabyte', '/api/collections/users/auth-with-password', announcing(megabyte), 413],
  ['a record of 33 MB', open, announcing(33 * megabyte), 413],
])('%s is rejected before its body has arrived', async (_, path, headers, status) => {
  expect(await begin(path, headers, '')).toBe(status)
})

test('unfinished bodies of one client hold at most 64 MB, and other clients can still send theirs', async () => {
  const part = new Uint8Array(20 * megabyte).fill(0x20)
  const unfinished = Array.from({ length: 8 }, () => begin(open, announcing(31 * megabyte), part))
  const rejected: number[] = []
  for (const response of unfinished) void response.then(status => rejected.push(status))
  // On a slow machine some of them are 5 seconds old before the next one arrives, and are evicted for it.
  await expect.poll(() => rejected.length).toBeGreaterThanOrEqual(5)
  expect(rejected.filter(status => status !== 503 && status !== 408)).toEqual([])
  const body = { t: 'x'.repeat(10 * megabyte) }
  const stored = await server.ask('POST', open, { body, headers: { 'X-Forwarded-For': '203.0.113.9' } })
  expect(stored.status).toBe(200)
  await server.ask('DELETE', `${open}/${stored.json.id}`)
})
