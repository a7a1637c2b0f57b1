import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { sendResponse } from './sendResponse.ts'

/** Sends a request to a new server, and returns it with its unsent response. */
async function openExchange() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, agent: false }).on('error', () => undefined)
  const [, outgoing] = (await once(server, 'request')) as [unknown, ServerResponse]
  onTestFinished(() => {
    request.destroy()
    server.close()
  })
  return { request, outgoing }
}

const endlessStream = () => new Readable({ read() {} })

test('destroys the body stream if the client disconnected before the response', async () => {
  const { request, outgoing } = await openExchange()
  request.destroy()
  await finished(outgoing).catch(() => undefined)
  const body = endlessStream()
  sendResponse(outgoing, { status: 200, headers: {}, body })
  expect(body.destroyed).toBe(true)
})

test('destroys the body stream if the client disconnects during the response', async () => {
  const { request, outgoing } = await openExchange()
  const body = endlessStream()
  sendResponse(outgoing, { status: 200, headers: {}, body })
  body.push('the beginning')
  const [incoming] = await once(request, 'response')
  await once(incoming, 'data')
  request.destroy()
  await finished(body).catch(() => undefined)
  expect(body.destroyed).toBe(true)
})

test('destroys the body stream if Node rejects a header', async () => {
  const { outgoing } = await openExchange()
  const body = endlessStream()
  expect(() => sendResponse(outgoing, { status: 200, headers: { 'X-Note': 'two\nlines' }, body })).toThrow('Invalid character')
  expect(body.destroyed).toBe(true)
})

/** More than the buffers of a connection hold. */
const longBytes = 32 * 1024 * 1024

/** Sends a long counted response to a client that reads nothing by itself. Intervals end only when the test says so. */
async function openSlowly() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { request, outgoing } = await openExchange()
  const clients = new ClientLedger()
  const memory = clients.hold('responseBytes', { address: '203.0.113.7' }, longBytes)
  const responded = once(request, 'response')
  sendResponse(outgoing, { status: 200, headers: {}, body: new Uint8Array(longBytes), memory })
  const [incoming] = (await responded) as [IncomingMessage]
  incoming.on('error', () => undefined)
  const heldBytes = () => clients.report().find(({ name }) => name === 'responseBytes')?.used
  const endInterval = () => vi.advanceTimersByTime(30_000)
  return { incoming, outgoing, memory, heldBytes, endInterval }
}

test('a long response ends with its connection, and its memory is released, after 30 seconds in which its client reads too little', async () => {
  const { outgoing, memory, heldBytes, endInterval } = await openSlowly()
  while (memory.progress < 32 * 1024) await wait(10)
  endInterval()
  expect([heldBytes(), outgoing.destroyed]).toEqual([longBytes, false])
  // In the first intervals, the buffers of the connection are filled.
  while (!outgoing.destroyed) {
    await wait(100)
    endInterval()
  }
  expect(memory.progress).toBeLessThan(longBytes / 2)
  expect(heldBytes()).toBe(0)
})

test('a long response arrives completely, however long it takes, if its client reads enough of it every 30 seconds', async () => {
  const { incoming, memory, heldBytes, endInterval } = await openSlowly()
  let received = 0
  let intervals = 0
  const read = async () => {
    const chunk: Uint8Array | null = incoming.read()
    received += chunk?.length ?? 0
    if (!chunk) await once(incoming, 'readable')
  }
  while (received < longBytes) {
    const before = memory.progress
    const isEnough = () => memory.progress - before >= 32 * 1024 || received === longBytes
    while (!isEnough()) await read()
    endInterval()
    intervals += 1
  }
  expect(intervals).toBeGreaterThan(3)
  if (!incoming.readableEnded) await once(incoming.resume(), 'end')
  await expect.poll(heldBytes).toBe(0)
})
