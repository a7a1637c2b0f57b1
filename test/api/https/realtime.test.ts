import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type CertificateAuthority, openCertificateAuthority } from '../../harness/openCertificateAuthority.ts'
import { type Http2Connection, openHttp2 } from '../../harness/openHttp2.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let authority: CertificateAuthority
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  authority = await openCertificateAuthority()
  const files = await authority.issue(['localhost'])
  const https = { domains: [], source: { kind: 'files', files } } as const
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool', https })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
  await authority.remove()
})

const json = { 'content-type': 'application/json' }

async function connect(): Promise<Http2Connection> {
  const connection = await openHttp2(server.port, authority.ca)
  onTestFinished(() => connection.close())
  return connection
}

/** Opens an event stream on a connection, and subscribes to the records of a collection. */
async function subscribe(connection: Http2Connection) {
  const stream = connection.start('GET', '/api/realtime')
  const [headers] = await once(stream, 'response')
  expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream' })
  let received = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  await expect.poll(() => received).toContain('PB_CONNECT')
  const clientId = /"clientId":"(\w+)"/.exec(received)?.[1]
  const body = JSON.stringify({ clientId, subscriptions: ['scratch/*'] })
  expect((await connection.send('POST', '/api/realtime', { headers: json, body })).status).toBe(204)
  return { stream, received: () => received }
}

const create = (connection: Http2Connection, t: string) =>
  connection.send('POST', '/api/collections/scratch/records', { headers: json, body: JSON.stringify({ t }) })

test('a hundred event streams on one connection receive an event, while other requests are answered', async () => {
  const connection = await connect()
  const streams = await Promise.all(Array.from({ length: 100 }, () => subscribe(connection)))
  expect((await create(connection, 'for all tabs')).status).toBe(200)
  await expect.poll(() => streams.filter(({ received }) => received().includes('for all tabs')).length).toBe(100)
})

test('an event stream over HTTP/1.1 and TLS receives an event', async () => {
  const options = { port: server.port, host: '127.0.0.1', servername: 'localhost', ca: authority.ca, agent: false }
  const outgoing = get({ ...options, path: '/api/realtime' })
  onTestFinished(() => void outgoing.destroy())
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect([response.httpVersion, response.headers['content-type']]).toEqual(['1.1', 'text/event-stream'])
  let received = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  await expect.poll(() => received).toContain('PB_CONNECT')
  const clientId = /"clientId":"(\w+)"/.exec(received)?.[1]
  const connection = await connect()
  const body = JSON.stringify({ clientId, subscriptions: ['scratch/*'] })
  expect((await connection.send('POST', '/api/realtime', { headers: json, body })).status).toBe(204)
  await create(connection, 'over HTTP/1.1')
  await expect.poll(() => received).toContain('over HTTP/1.1')
})

test('canceling one event stream leaves the others of its connection open', async () => {
  const connection = await connect()
  const [first, second] = [await subscribe(connection), await subscribe(connection)]
  first.stream.close()
  await once(first.stream, 'close')
  await create(connection, 'after one tab was closed')
  await expect.poll(second.received).toContain('after one tab was closed')
  expect(first.received()).not.toContain('after one tab was closed')
})

test('a stopping server ends the event streams and closes their connections', async () => {
  const own = await copySample('magazine')
  onTestFinished(own.remove)
  const files = await authority.issue(['localhost'])
  const https = { domains: [], source: { kind: 'files', files } } as const
  const { port, stop } = await startServer({ dataDir: own.dataDir, https })
  const connection = await openHttp2(port, authority.ca)
  const stream = connection.start('GET', '/api/realtime')
  await once(stream, 'response')
  const [ended, closed] = [once(stream.resume(), 'end'), once(connection.session, 'close')]
  // Fake timers disable the forced close after the grace period.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopping = stop()
  await Promise.all([ended, closed])
  expect(stream.rstCode).toBe(0)
  await stopping
})
