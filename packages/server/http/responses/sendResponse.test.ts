import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
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
