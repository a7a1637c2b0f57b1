import { EventEmitter, once } from 'node:events'
import { type ClientHttp2Session, connect, createServer } from 'node:http2'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { flag, frame, frameType, requestHeaders } from '../../../../test/harness/openRawHttp2.ts'
import { handleConcurrently } from './handleConcurrently.ts'
import type { Incoming, Outgoing } from './httpMessages.ts'

/** Serves requests that end when the test calls `answer`. */
async function open() {
  const begun: string[] = []
  const answers: (() => void)[] = []
  const handle = handleConcurrently(({ url = '' }, outgoing) => {
    begun.push(url)
    return new Promise<void>(resolve => {
      answers.push(() => {
        outgoing.end()
        resolve()
      })
    })
  })
  const server = createServer().on('request', (incoming, outgoing) => {
    void handle(incoming as unknown as Incoming, outgoing as unknown as Outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const session: ClientHttp2Session = connect(`http://127.0.0.1:${port}`)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const send = (path: string) => session.request({ ':path': path }).on('error', () => undefined)
  return { port, begun, answers, send }
}

test('at most 32 requests of a connection are handled at the same time, and a canceled one that waits is never handled', async () => {
  const { begun, answers, send } = await open()
  for (let number = 1; number <= 32; number += 1) send(`/${number}`)
  const [canceled] = [send('/canceled'), send('/waits')]
  await expect.poll(() => begun.length).toBe(32)
  canceled?.close(8)
  await once(canceled ?? send('/'), 'close')
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(begun).toHaveLength(32)
  answers.shift()?.()
  await expect.poll(() => begun.at(-1)).toBe('/waits')
})

test('a canceled request counts until its work is done', async () => {
  const { begun, answers, send } = await open()
  const first = Array.from({ length: 32 }, (_, number) => send(`/${number}`))
  await expect.poll(() => begun.length).toBe(32)
  for (const stream of first) stream.close(8)
  send('/next')
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(begun).toHaveLength(32)
  answers.shift()?.()
  await expect.poll(() => begun.at(-1)).toBe('/next')
})

test('a request that arrives when another one ends waits for the end of the iteration of the event loop, too', async () => {
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const handle = handleConcurrently(({ url = '' }) => {
    begun.push(url)
    return first.promise
  })
  const session = {}
  const receive = (url: string) => {
    const stream = Object.assign(new EventEmitter(), { session, destroyed: false, closed: false })
    void handle({ url } as Incoming, { stream } as unknown as Outgoing)
  }
  receive('/first')
  await nextIteration()
  first.resolve()
  receive('/second')
  await new Promise<void>(resolve => process.nextTick(resolve))
  expect(begun).toEqual(['/first'])
  await nextIteration()
  expect(begun).toEqual(['/first', '/second'])
})

test('a request that its client cancels in the same packet is never handled', async () => {
  const { port, begun } = await open()
  const socket = connectTcp(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const start = (stream: number, path: string) =>
    frame(frameType.headers, flag.endHeaders | flag.endStream, stream, requestHeaders('GET', path))
  const cancel = frame(frameType.rstStream, 0, 1, Buffer.from([0, 0, 0, 8]))
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  const settings = frame(frameType.settings, 0, 0)
  socket.write(Buffer.concat([preface, settings, start(1, '/canceled'), cancel, start(3, '/next')]))
  await expect.poll(() => begun.at(-1)).toBe('/next')
  expect(begun).toEqual(['/next'])
})
