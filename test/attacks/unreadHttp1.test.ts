/** Clients over HTTP/1.1 that do not read short responses and files. */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { leaveUnread } from '../harness/holdConnections.ts'
import { AttackedServer, records } from '../harness/realtimeAttack.ts'

const maxOfClient = 200_000
const maxOfAll = 400_000

/** A record whose response is just too short to be counted while it is created. */
const longRecord = `INSERT INTO scratch (id, t) VALUES ('almostLong00000', printf('%.*c', 60000, 'x'))`

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([{ sql: longRecord }], ['--limits', `unreadBytes=${maxOfClient}/${maxOfAll}`])
})
afterAll(() => server.stop())

const used = async () => (await server.usageOf('unreadBytes')).used

/** Whether the server has closed a connection of a client to make room. */
async function hasDropped(address: string): Promise<boolean> {
  const rejections = (await server.rejections()) as { address: string; resource: string; outcome: string }[]
  return rejections.some(({ resource, outcome, ...client }) => {
    return client.address === address && resource === 'unreadBytes' && outcome === 'dropped'
  })
}

/** Opens a connection that reads nothing, and sends requests until the server waits to send a response, or has closed one. */
async function fillConnection(address: string): Promise<Socket> {
  const before = await used()
  const socket = connect(server.port, '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const request = `GET /api/${records}/almostLong00000 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`
  while ((await used()) === before && !(await hasDropped(address))) {
    socket.write(request.repeat(5))
    await wait(20)
  }
  return socket
}

test('a short response over HTTP/1.1 counts for its client while its connection takes no more of it', async () => {
  expect((await server.ask('GET', `${records}/almostLong00000`)).status).toBe(200)
  expect(await used()).toBe(0)
  const socket = await fillConnection('203.0.113.1')
  expect(await used()).toBeLessThan(80_000)
  socket.destroy()
  await expect.poll(used).toBe(0)
})

test('a client that leaves more responses unread than allowed has connections closed, and others go on', async () => {
  const address = '203.0.113.2'
  for (let connections = 0; !(await hasDropped(address)); connections += 1) {
    expect(connections).toBeLessThan(20)
    await fillConnection(address)
    expect((await server.usageOf('unreadBytes')).largest).toBeLessThanOrEqual(maxOfClient)
  }
  expect((await server.ask('GET', `${records}/almostLong00000`)).status).toBe(200)
})

test('a file over HTTP/1.1 counts for its client until it has read it', async () => {
  const body = new FormData()
  body.append('f1', new Blob([new Uint8Array(5_000_000)]), 'long.bin')
  const { json } = await server.ask('POST', records, { body })
  const { socket, status } = leaveUnread(server.port, `/api/files/scratch/${json.id}/${json.f1}`)
  expect(await status).toBe(200)
  expect(await used()).toBeGreaterThan(0)
  socket.resume()
  await expect.poll(used).toBe(0)
  socket.destroy()
})
