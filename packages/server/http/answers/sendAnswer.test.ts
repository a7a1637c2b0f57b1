import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sendAnswer } from './sendAnswer.ts'

/** A response that waits to be sent, and the request for it. */
const ask = async () => {
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

const endless = () => new Readable({ read() {} })

test('the stream for a client that went away before its answer was there is let go of', async () => {
  const { request, outgoing } = await ask()
  request.destroy()
  await finished(outgoing).catch(() => undefined)
  const body = endless()
  sendAnswer(outgoing, { status: 200, headers: {}, body })
  expect(body.destroyed).toBe(true)
})

test('so is that for a client that goes away in the middle', async () => {
  const { request, outgoing } = await ask()
  const body = endless()
  sendAnswer(outgoing, { status: 200, headers: {}, body })
  body.push('the beginning')
  const [incoming] = await once(request, 'response')
  await once(incoming, 'data')
  request.destroy()
  await finished(body).catch(() => undefined)
  expect(body.destroyed).toBe(true)
})

test('and that of an answer that cannot be sent', async () => {
  const { outgoing } = await ask()
  const body = endless()
  expect(() => sendAnswer(outgoing, { status: 200, headers: { 'X-Note': 'two\nlines' }, body })).toThrow('Invalid character')
  expect(body.destroyed).toBe(true)
})
