import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type EventStream, openUnread, subscribe } from '../harness/eventStreams.ts'
import { readLimits } from '../harness/readLimits.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** Longer than the buffers of the system for a connection that is not read. */
const eventBytes = 8_000_000
const records = '/api/collections/scratch/records'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

/** Returns the amount of a resource that all clients use by the account of the server. */
async function usedOf(name: string): Promise<number> {
  const { resources } = await readLimits(server.port, admin)
  return resources.find(resource => resource.name === name)?.used ?? Number.NaN
}

async function openUnreadStream(): Promise<EventStream> {
  const stream = await openUnread(server.port, { 'X-Forwarded-For': '203.0.113.7' })
  onTestFinished(stream.destroy)
  expect(await subscribe(server.port, stream.clientId, ['scratch/*'])).toBe(204)
  return stream
}

test('an event of 8 MB counts in full for the stream that still holds it when the other streams have left', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, openUnreadStream))
  const created = await askApi(server.port, 'POST', records, { token: admin, body: { t: 'x'.repeat(eventBytes) } })
  expect(created.status).toBe(200)
  await expect.poll(() => usedOf('eventBytes')).toBeGreaterThan(eventBytes / 2)
  for (const { destroy } of streams.slice(1)) destroy()
  await expect.poll(() => usedOf('streams')).toBe(1)
  expect(await usedOf('eventBytes')).toBeGreaterThanOrEqual(eventBytes)
  streams[0]?.destroy()
  await expect.poll(() => usedOf('eventBytes')).toBe(0)
})

/** Opens an event stream of a user whose client reads everything, but does not close its connection when the server ends it. */
async function openHalf(token: string): Promise<{ socket: Socket; hasEnded: () => boolean }> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let [received, hasEnded] = ['', false]
  socket
    .setEncoding('latin1')
    .on('data', (text: string) => {
      received += text
    })
    .on('end', () => {
      hasEnded = true
    })
  socket.write('GET /api/realtime HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => received).toContain('"clientId"')
  const clientId = /"clientId":"(\w+)"/.exec(received)?.[1] ?? ''
  expect(await subscribe(server.port, clientId, ['scratch/*'], { Authorization: token })).toBe(204)
  return { socket, hasEnded: () => hasEnded }
}

test('a stream that the server ends is given up, although its client keeps the connection open', async () => {
  const { hasEnded } = await openHalf(signToken(copy.dataDir, 'auth', 'users:alice'))
  expect(await usedOf('streams')).toBe(1)
  const secret = { authToken: { secret: 'a'.repeat(40), duration: 1000 } }
  const changed = await askApi(server.port, 'PATCH', '/today/api/collections/users', { token: admin, body: secret })
  expect(changed.status).toBe(200)
  await expect.poll(hasEnded).toBe(true)
  await expect.poll(() => usedOf('streams')).toBe(0)
})
