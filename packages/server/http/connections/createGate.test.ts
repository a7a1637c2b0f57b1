import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createGate } from './createGate.ts'
import { listen } from './listen.ts'

test('after the gate opens, waiting requests are handled, except those whose client has disconnected', async () => {
  const handled: string[] = []
  const gate = createGate(({ url = '' }, outgoing) => {
    handled.push(url)
    outgoing.end()
  })
  let waiting = 0
  const { port, close } = await listen(
    (incoming, outgoing) => {
      waiting += 1
      outgoing.once('close', () => {
        waiting -= 1
      })
      return gate.enter(incoming, outgoing)
    },
    { hostname: '127.0.0.1', port: 0 },
  )
  onTestFinished(close)
  const send = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    return socket
  }
  const work = Promise.withResolvers<void>()
  const reopened = gate.whileClosed(() => work.promise)
  const [disconnects, waits] = [send('/disconnects'), send('/waits')]
  await expect.poll(() => waiting).toBe(2)
  disconnects.destroy()
  await expect.poll(() => waiting).toBe(1)
  expect(handled).toEqual([])
  work.resolve()
  await reopened
  await once(waits.resume(), 'close')
  expect(handled).toEqual(['/waits'])
})

test('entering lasts until the request has been handled, so that requests in progress can be counted', async () => {
  const work = Promise.withResolvers<void>()
  const gate = createGate(() => work.promise)
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
  let isHandled = false
  const entered = Promise.resolve(gate.enter(outgoing.req as IncomingMessage, outgoing)).then(() => {
    isHandled = true
  })
  await nextTurn()
  expect(isHandled).toBe(false)
  work.resolve()
  await entered
})
