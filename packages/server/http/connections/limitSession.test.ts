import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitSession } from './limitSession.ts'

/** Connects to a server whose sessions may be without requests for 200 ms. It answers `/ends` at once, and other requests never. */
async function open(): Promise<ClientHttp2Session> {
  const server = createServer()
    .on('session', session => limitSession(session, { idleTimeoutMs: 200 }))
    .on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.respond()
      if (headers[':path'] === '/ends') stream.end()
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).on('error', () => undefined)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  return session
}

test('a session without requests is closed, even if its client sends pings', async () => {
  const session = await open()
  const pings = setInterval(() => session.destroyed || session.ping(() => undefined), 20)
  onTestFinished(() => clearInterval(pings))
  await once(session, 'close')
})

test('a session is closed some time after its last request, and not during a request', async () => {
  const session = await open()
  const stream = session.request({ ':path': '/stays' })
  await once(stream, 'response')
  await once(session.request({ ':path': '/ends' }).resume(), 'close')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(session.closed).toBe(false)
  stream.close()
  await once(session, 'close')
})
