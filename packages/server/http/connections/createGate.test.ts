import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGate } from './createGate.ts'
import { listen } from './listen.ts'

test('of those who wait while the data is exchanged, whoever stays is answered, and who leaves is not', async () => {
  const begun: string[] = []
  const gate = createGate(({ url = '' }, outgoing) => {
    begun.push(url)
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
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    return socket
  }
  const work = Promise.withResolvers<void>()
  const exchange = gate.whileClosed(() => work.promise)
  const [leaves, stays] = [ask('/leaves'), ask('/stays')]
  await expect.poll(() => waiting).toBe(2)
  leaves.destroy()
  await expect.poll(() => waiting).toBe(1)
  expect(begun).toEqual([])
  work.resolve()
  await exchange
  await once(stays.resume(), 'close')
  expect(begun).toEqual(['/stays'])
})
