import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { addressOf } from '../harness/addressOf.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'

let copy: SampleCopy
let server: RunningCoffer
beforeAll(async () => {
  copy = await copySample('magazine', [fastPasswords])
  server = await startCoffer(copy.dataDir)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await copy.remove()
})

const kilobyte = 1024
const megabyte = 1024 * kilobyte

const json = 'application/json'
const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Bodies that are large, deep, repetitive or malformed. */
const bodies: [string, string | Buffer][] = [
  [json, repeated('{},', 31 * megabyte)],
  [json, `{"j":[${repeated('{},', megabyte)}{}]}`],
  [json, `{"j":[${repeated('[],', 63 * kilobyte)}[]]}`],
  [json, `{"s2":[${repeated('"a",', 500 * kilobyte)}"a"]}`],
  [json, `{"t":"${'x'.repeat(4 * megabyte)}"}`],
  [json, `{"identity":"${'a'.repeat(60 * kilobyte)}","password":"x"}`],
  [json, `{"j":${'['.repeat(9_999)}${']'.repeat(9_999)}}`],
  [json, repeated('{"a":', 200 * kilobyte)],
  [json, Buffer.alloc(60 * kilobyte, 0xff)],
  [urlencoded, repeated('identity=a&', 300 * kilobyte)],
  [urlencoded, repeated('token=a&', 63 * kilobyte)],
  [urlencoded, repeated('%zz=%&;', 63 * kilobyte)],
  [multipart, part('t', 'x').repeat(1000)],
  [multipart, `${part('@jsonPayload', `{"j":[${repeated('{},', megabyte)}{}]}`)}--x--\r\n`],
  [multipart, `${part('j', `[${repeated('[],', megabyte)}[]]`)}--x--\r\n`],
  [multipart, repeated('--x\r\n', 200 * kilobyte)],
]

/** Query strings that are large, deep or repetitive, and headers of the same kind. */
const queries = [
  repeated('a=b&', 3_900),
  repeated('%zz&', 15 * kilobyte),
  `filter=${'('.repeat(2_000)}`,
  `filter=${repeated('t~"a"||', 1_900)}t~"a"`,
  `sort=${repeated('-t,', 1_900)}t`,
  `expand=${repeated('rN.', 15 * kilobyte)}`,
  `expand=${repeated('rN.r1,', 15 * kilobyte)}`,
  `fields=${repeated('t.', 15 * kilobyte)}`,
  `fields=${repeated('t:excerpt(1),', 15 * kilobyte)}`,
  `page=${'9'.repeat(15 * kilobyte)}`,
]
const headers = [
  `X-Forwarded-For: ${repeated('1.1.1.1,', 60 * kilobyte)}`,
  `Authorization: ${repeated('a.', 60 * kilobyte)}`,
  `Range: bytes=${repeated('0-1,', 60 * kilobyte)}`,
  `Accept-Encoding: ${repeated(',   ', 60 * kilobyte)}`,
  repeated('Cookie: a=b\r\n', 60 * kilobyte).trimEnd(),
]

const parameters: Record<string, string> = { collection: 'scratch', id: 'scratch00000001', recordId: 'scratch00000001' }
const targetOf = (path: string, collection: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === 'collection' ? collection : (parameters[name] ?? 'unknown')))

/** A guest at another address than the other clients. */
const attacker = 'X-Forwarded-For: 203.0.113.7\r\n'

function request(method: string, target: string, lines: string, type?: string, body: string | Buffer = ''): (string | Buffer)[] {
  const content = type === undefined ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return [`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${attacker}${lines}${content}\r\n`, body]
}

/** Requests that blocked a thread for seconds before there were limits, which reject them. */
const worst = (): (string | Buffer)[][] => [
  request('POST', '/api/collections/users/auth-with-password', '', urlencoded, repeated('identity=a&', megabyte)),
  request('POST', '/api/collections/users/confirm-password-reset', '', urlencoded, repeated('token=a&', megabyte)),
  request('POST', '/api/collections/registry/records', '', json, repeated('{},', 31 * megabyte)),
  request('POST', '/api/collections/registry/records', '', json, repeated('[],', 31 * megabyte)),
  request('POST', '/api/collections/scratch/records', '', json, `{"j":[${repeated('{},', 31 * megabyte)}{}]}`),
  ...Array.from({ length: 4 }, () => request('GET', `/api/collections/scratch/records?${repeated('a=b&', 900 * kilobyte)}`, '')),
]

/** Combines every route with all queries and headers, and every route that accepts a body with all bodies. */
const mixed = (): (string | Buffer)[][] =>
  endpoints.flatMap(route => {
    const { method } = route
    const path = addressOf(route)
    const collection = path.includes('auth') || path.includes('request-') || path.includes('confirm-') ? 'users' : 'scratch'
    // The records of the other requests must stay.
    const target = targetOf(path, method === 'DELETE' ? 'registry' : collection)
    const sent = [
      ...queries.map(query => request(method, `${target}?${query}`, '')),
      ...headers.map(line => request(method, target, `${line}\r\n`)),
    ]
    if (method === 'GET' || method === 'HEAD') return sent
    return [...sent, ...bodies.map(([type, body]) => request(method, target, '', type, body))]
  })

/** Sends one request. Returns the status of the response; 0 if the connection was closed without one. */
const send = (pieces: readonly (string | Buffer)[]): Promise<number> =>
  new Promise(resolve => {
    let status = 0
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined).on('close', () => resolve(status))
    socket.once('data', bytes => {
      status = Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1])
      // A request that was rejected early still has megabytes to send.
      setTimeout(() => socket.destroy(), 100).unref()
    })
    for (const piece of pieces) socket.write(piece)
  })

/** Opens requests whose bodies never end. */
const openSlow = (): Socket[] =>
  Array.from({ length: 40 }, (_, index) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    const bytes = index % 2 === 0 ? 31 * megabyte : 60 * kilobyte
    socket.write(
      `POST /api/collections/scratch/records HTTP/1.1\r\nHost: x\r\n${attacker}Content-Type: ${json}\r\nContent-Length: ${bytes}\r\n\r\n{"t":"`,
    )
    if (index < 6) socket.write(Buffer.alloc(8 * megabyte, 'x'))
    return socket
  })

/** Sends requests, four at a time. Returns their statuses. */
async function sendAll(requests: readonly (string | Buffer)[][]): Promise<number[]> {
  const statuses: number[] = []
  const queue = requests.values()
  const sendSome = async () => {
    for (const pieces of queue) statuses.push(await send(pieces))
  }
  await Promise.all(Array.from({ length: 4 }, sendSome))
  return statuses
}

/** Returns the requests to every route, mixed across routes: all of them in a long run, else some to each route. */
function chooseMixed(): (string | Buffer)[][] {
  const all = mixed()
  // The step and the number of requests are coprime, so each request is sent once.
  const step = all.length % 97 === 0 ? 89 : 97
  return all.map((_, index) => all[(index * step) % all.length] ?? []).slice(0, isLongRun ? all.length : 3 * endpoints.length)
}

test('requests of a guest that would block a thread for seconds are rejected', async () => {
  const statuses: number[] = []
  for (const pieces of worst()) statuses.push(await send(pieces))
  expect(statuses).toEqual([413, 413, 403, 403, 400, 431, 431, 431, 431])
}, 300_000)

test('other clients are served while a guest sends large, deep, repetitive, slow and malformed input to every route', async () => {
  const others = new OtherClients({ port: server.port, dataDir: copy.dataDir })
  const slow = openSlow()
  onTestFinished(() => {
    for (const socket of slow) socket.destroy()
  })
  const statuses = await others.expectServedDuring(() => sendAll([...worst(), ...chooseMixed()]))
  expect(statuses.filter(status => status >= 500 && status !== 503)).toEqual([])
  expect(server.isRunning()).toBe(true)
}, 600_000)
