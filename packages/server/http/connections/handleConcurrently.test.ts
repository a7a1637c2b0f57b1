import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
  const session: ClientHttp2Session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const send = (path: string) => session.request({ ':path': path }).on('error', () => undefined)
  return { begun, answers, send }
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
