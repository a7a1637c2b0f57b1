import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Opens a connection whose received text is kept. */
function open(): { socket: Socket; received: () => string } {
  let received = ''
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  onTestFinished(() => void socket.destroy())
  return { socket, received: () => received }
}

test('a request behind an event stream, which would wait as long as the stream, closes its connection', async () => {
  const { socket, received } = open()
  socket.write(get('/api/realtime'))
  await expect.poll(received).toContain('PB_CONNECT')
  socket.write(get('/api/health'))
  await once(socket, 'close')
  expect(received()).not.toContain('API is healthy')
})

test('requests that are sent together with the one for an event stream close its connection, and earlier ones are answered', async () => {
  const { socket, received } = open()
  socket.write(get('/api/health') + get('/api/realtime') + get('/api/health'))
  await once(socket, 'close')
  expect(received().match(/^HTTP\/1\.1 200 OK/gm)).toBeTruthy()
})
