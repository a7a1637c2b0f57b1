import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { addressOf } from '../harness/addressOf.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { type ProbeResult, startProbe } from '../harness/startProbe.ts'

let copy: SampleCopy
let server: RunningCoffer
beforeAll(async () => {
  copy = await copySample('magazine')
  // Copies the sample into memory, because disk time is not part of the attack.
  server = await startCoffer(copy.dataDir, ['--durability', 'normal'])
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

function request(method: string, target: string, lines: string, type?: string, body: string | Buffer = ''): (string | Buffer)[] {
  const content = type === undefined ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return [`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}${content}\r\n`, body]
}

/** Requests that blocked a thread for seconds before there were limits. */
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
    // The record that the probe reads must stay.
    const target = targetOf(path, method === 'DELETE' ? 'registry' : collection)
    const sent = [
      ...queries.map(query => request(method, `${target}?${query}`, '')),
      ...headers.map(line => request(method, target, `${line}\r\n`)),
    ]
    if (method === 'GET' || method === 'HEAD') return sent
    return [...sent, ...bodies.map(([type, body]) => request(method, target, '', type, body))]
  })

/** Sends one request and waits until the connection is closed. */
const send = (pieces: readonly (string | Buffer)[]): Promise<void> =>
  new Promise(resolve => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined).on('close', () => resolve())
    // A request that was rejected early still has megabytes to send.
    socket.once('data', () => setTimeout(() => socket.destroy(), 100).unref())
    for (const piece of pieces) socket.write(piece)
  })

/** Opens requests whose bodies never end. */
const openSlow = (): Socket[] =>
  Array.from({ length: 40 }, (_, index) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    const bytes = index % 2 === 0 ? 31 * megabyte : 60 * kilobyte
    socket.write(
      `POST /api/collections/scratch/records HTTP/1.1\r\nHost: x\r\nContent-Type: ${json}\r\nContent-Length: ${bytes}\r\n\r\n{"t":"`,
    )
    if (index < 6) socket.write(Buffer.alloc(8 * megabyte, 'x'))
    return socket
  })

/** Starts a probe with reads and writes that everyone is allowed to make. */
const startReader = () =>
  startProbe({
    port: server.port,
    intervalMs: 20,
    requests: [
      { method: 'POST', path: '/api/collections/scratch/records', body: '{"t":"small","n":1}' },
      { method: 'GET', path: '/api/collections/scratch/records/scratch00000002' },
      { method: 'GET', path: '/api/collections/posts/records?perPage=5&expand=author' },
    ],
  })

/** Sends all requests, four at a time and mixed across routes; stops early on a busy machine, and unless the run is long. */
async function sendAll(): Promise<void> {
  const all = mixed()
  const until = performance.now() + (isLongRun ? 60_000 : 8_000)
  // The step and the number of requests are coprime, so each request is sent once.
  const step = all.length % 97 === 0 ? 89 : 97
  const queue = [...worst(), ...all.map((_, index) => all[(index * step) % all.length] ?? [])].values()
  const sendSome = async () => {
    for (const pieces of queue) {
      if (performance.now() > until) return
      await send(pieces)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendSome))
}

async function measure(work: () => Promise<unknown>): Promise<ProbeResult> {
  const probe = startReader()
  await work()
  return probe.stop()
}

test('a guest who sends large, deep, repetitive, slow and malformed input to every route does not slow down others', async () => {
  const before = await measure(() => wait(3_000))
  const slow = openSlow()
  const attacked = await measure(sendAll)
  for (const socket of slow) socket.destroy()
  const after = await measure(() => wait(3_000))
  expect(attacked.failures).toEqual([])
  // On a quiet machine, 99 % of the requests take at most 4 ms without an attack; on a busy machine all requests take longer.
  expect(attacked.p99).toBeLessThan(Math.max(100, 25 * before.p99, 25 * after.p99))
})
