import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AttackedServer } from '../harness/realtimeAttack.ts'

const maxOfClient = 20
const maxOfAll = 35

let server: AttackedServer
beforeAll(async () => {
  // The addresses of this machine are those of clients, and not of a proxy.
  const limits = ['--limits', `connections=${maxOfClient}/${maxOfAll}`, '--trustedProxies', '192.0.2.1']
  server = await AttackedServer.start([], limits)
})
afterAll(() => server.stop())

/** Opens connections from an address. */
async function openConnections(localAddress: string, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port: server.port, host: '127.0.0.1', localAddress }))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map(socket => once(socket.on('error', () => undefined).resume(), 'connect')))
  return sockets
}

const openOf = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length

/** Sends a request on a connection, and returns the status. */
async function ask(socket: Socket): Promise<number> {
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  const [data] = (await once(socket, 'data')) as [Buffer]
  return Number(data.toString('latin1').split(' ')[1])
}

test('connections of one client beyond its limit are closed at once, and it can connect again when others are closed', async () => {
  const sockets = await openConnections('127.0.0.2', maxOfClient + 5)
  await expect.poll(() => openOf(sockets)).toBe(maxOfClient)
  const [first] = sockets.filter(({ closed }) => !closed)
  first?.destroy()
  await expect.poll(async () => (await server.usageOf('connections')).largest).toBe(maxOfClient - 1)
  const [next] = await openConnections('127.0.0.2', 1)
  expect(next && (await ask(next))).toBe(200)
})

test('when all clients together have too many connections, those of the client that has most make room', async () => {
  await expect.poll(async () => (await server.usageOf('connections')).largest).toBeLessThan(maxOfClient / 2)
  const most = await openConnections('127.0.0.2', maxOfClient)
  const fewer = await openConnections('127.0.0.3', 10)
  const fewest = await openConnections('127.0.0.4', 8)
  await expect.poll(() => openOf(most)).toBeLessThan(maxOfClient)
  expect([openOf(fewer), openOf(fewest)]).toEqual([10, 8])
  const [other] = await openConnections('127.0.0.5', 1)
  expect(other && (await ask(other))).toBe(200)
})
