import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants } from 'node:http2'
import { Agent, request as requestHttps } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type CertificateAuthority, openCertificateAuthority } from '../../harness/openCertificateAuthority.ts'
import { type Http2Response, openHttp2 } from '../../harness/openHttp2.ts'
import { repositoryDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let authority: CertificateAuthority
let server: RunningServer
let admin = ''
beforeAll(async () => {
  copy = await copySample('magazine')
  authority = await openCertificateAuthority()
  const files = await authority.issue(['localhost'])
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool', https: { domains: [], source: { kind: 'files', files } } })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server?.stop()
  await copy.remove()
  await authority.remove()
})

type Request = { headers?: Record<string, string>; body?: string | Uint8Array }
type Send = (method: string, path: string, request?: Request) => Promise<Http2Response>

async function overHttp1(): Promise<Send> {
  const agent = new Agent({ ca: authority.ca, keepAlive: true })
  onTestFinished(() => agent.destroy())
  return async (method, path, { headers = {}, body } = {}) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const outgoing = requestHttps({
      agent,
      host: '127.0.0.1',
      servername: 'localhost',
      port: server.port,
      method,
      path,
      headers: { Host: 'localhost', ...length, ...headers },
    })
    outgoing.end(body)
    const [incoming] = await once(outgoing, 'response')
    const bytes = await buffer(incoming)
    return { status: incoming.statusCode, headers: incoming.headers, body: bytes, text: bytes.toString() }
  }
}

async function overHttp2(): Promise<Send> {
  const connection = await openHttp2(server.port, authority.ca)
  onTestFinished(() => connection.close())
  return connection.send
}

const json = { 'content-type': 'application/json' }
const photo = readFileSync(join(repositoryDir, 'test/fixtures/samples/files/photo.jpg'))

/** Returns a multipart form with values and one file. */
function form(values: Record<string, string>, file: { field: string; name: string; bytes: Uint8Array }) {
  const boundary = 'coffer-test-boundary'
  const parts = Object.entries(values).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

test.each([['TLSv1.2'], ['TLSv1.3']] as const)('both versions of HTTP work over %s', async version => {
  for (const protocol of ['h2', 'http/1.1']) {
    const options = { ca: authority.ca, servername: 'localhost', ALPNProtocols: [protocol] }
    const socket = connect({ port: server.port, ...options, minVersion: version, maxVersion: version })
    await once(socket, 'secureConnect')
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, protocol])
    socket.destroy()
  }
})

test('a client that offers no version of TLS above 1.1 is rejected', async () => {
  const ciphers = 'DEFAULT@SECLEVEL=0'
  const socket = connect({ port: server.port, ca: authority.ca, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers })
  const [error] = await once(socket, 'error')
  expect(error.code).toMatch(/ERR_SSL_.*PROTOCOL_VERSION/)
})

test('a client without a server name gets the certificate', async () => {
  const send = await overHttp1()
  expect((await send('GET', '/api/health')).status).toBe(200)
  const socket = connect({ port: server.port, host: '127.0.0.1', ca: authority.ca, checkServerIdentity: () => undefined })
  await once(socket, 'secureConnect')
  expect(socket.getPeerCertificate().subject.CN).toBe('localhost')
  socket.destroy()
})

const versions: [string, () => Promise<Send>][] = [
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
]

test.each(versions)('records can be created, read, changed and deleted over %s', async (_, open) => {
  const send = await open()
  const headers = { ...json, authorization: admin }
  const created = await send('POST', '/api/collections/scratch/records', { headers, body: '{"t":"täglich","n":1}' })
  expect([created.status, JSON.parse(created.text).t]).toEqual([200, 'täglich'])
  const path = `/api/collections/scratch/records/${JSON.parse(created.text).id}`
  expect((await send('PATCH', path, { headers, body: '{"n":2}' })).status).toBe(200)
  expect(JSON.parse((await send('GET', path)).text)).toMatchObject({ n: 2 })
  expect((await send('DELETE', path, { headers })).status).toBe(204)
  expect((await send('GET', path)).status).toBe(404)
})

test.each(versions)('over %s, lists are compressed, and responses have the common headers', async (_, open) => {
  const send = await open()
  const list = await send('GET', '/api/collections/posts/records?perPage=100', { headers: { 'accept-encoding': 'gzip' } })
  expect(list.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(list.body.length),
    'x-content-type-options': 'nosniff',
    vary: 'Origin, Accept-Encoding',
  })
  expect(JSON.parse(gunzipSync(list.body).toString()).items.length).toBeGreaterThan(0)
})

test.each(versions)('files are uploaded, read in ranges and checked with HEAD over %s', async (_, open) => {
  const send = await open()
  const { headers, body } = form(
    { title: 'A photo', public: 'true', kinds: 'image' },
    { field: 'file', name: 'photo.jpg', bytes: photo },
  )
  const created = await send('POST', '/api/collections/media/records', { headers: { ...headers, authorization: admin }, body })
  expect([created.status, created.text]).toEqual([200, expect.stringContaining('photo')])
  const record = JSON.parse(created.text)
  const path = `/api/files/media/${record.id}/${record.file}`
  const whole = await send('GET', path)
  expect(whole.body.equals(photo)).toBe(true)
  const part = await send('GET', path, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${photo.length}`])
  expect(part.body.equals(photo.subarray(100, 200))).toBe(true)
  const head = await send('HEAD', path)
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(photo.length), 0])
  expect((await send('GET', path, { headers: { 'if-none-match': String(whole.headers.etag) } })).status).toBe(
    whole.headers.etag ? 304 : 200,
  )
})

test.each(versions)('bodies above the limit, invalid JSON and unknown routes get the same errors over %s', async (_, open) => {
  const send = await open()
  const large = await send('POST', '/api/admins/auth-with-password', { headers: json, body: `"${'x'.repeat(100_000)}"` })
  expect([large.status, JSON.parse(large.text).message]).toEqual([413, expect.stringContaining('larger than')])
  const broken = await send('POST', '/api/collections/scratch/records', { headers: json, body: '{"t":' })
  expect(broken.status).toBe(400)
  expect((await send('GET', '/api/nothing')).status).toBe(404)
  expect((await send('POST', '/')).status).toBe(405)
  expect((await send('GET', '/api/health')).status).toBe(200)
})

test('over HTTP/2, a body without a length is read', async () => {
  const connection = await openHttp2(server.port, authority.ca)
  onTestFinished(() => connection.close())
  const body = '{"t":"no length"}'
  const sent = await connection.send('POST', '/api/collections/scratch/records', { headers: json, body })
  expect(JSON.parse(sent.text)).toMatchObject({ t: 'no length' })
})

test.each([
  ['a host with a path', { ':authority': 'localhost/x' }],
  ['two hosts', { host: 'other.example' }],
  ['a path without a slash', { ':path': 'api/health' }],
  ['a path with a backslash', { ':path': '/a\\b' }],
])('over HTTP/2, %s is rejected, and the connection stays open', async (_, headers: Record<string, string>) => {
  const connection = await openHttp2(server.port, authority.ca)
  onTestFinished(() => connection.close())
  const response = connection.start('GET', '/api/health', headers)
  const answer = once(response, 'response').then(
    ([found]) => Number(found[':status']),
    () => response.rstCode,
  )
  expect([400, constants.NGHTTP2_PROTOCOL_ERROR]).toContain(await answer)
  expect((await connection.send('GET', '/api/health')).status).toBe(200)
})

test('over HTTP/2, CONNECT is rejected', async () => {
  const connection = await openHttp2(server.port, authority.ca)
  onTestFinished(() => connection.close())
  const stream = connection.session.request({ ':method': 'CONNECT', ':authority': 'localhost:443' })
  stream.on('error', () => undefined)
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(405)
})
