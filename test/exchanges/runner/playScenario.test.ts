import { once } from 'node:events'
import { Agent, createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import type { Scenario, Step } from './Exchange.ts'
import type { Stage } from './Play.ts'
import { playScenario } from './playScenario.ts'
import { sendRequest } from './sendRequest.ts'

/** A server that echoes each request, and sends a realtime event for every request to /emit. */
const streams = new Set<ServerResponse>()
const server = createServer(async (request, response) => {
  if (request.url === '/api/realtime' && request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id:c1\nevent:PB_CONNECT\ndata:{"clientId":"c1"}\n\n')
    streams.add(response)
    return
  }
  const body = await text(request)
  if (request.url === '/api/realtime') response.writeHead(204).end()
  else response.writeHead(200, { 'X-Two': ['a', 'b'] }).end(JSON.stringify({ method: request.method, url: request.url, body }))
  if (request.url === '/emit') for (const stream of streams) stream.write('event:posts\r\ndata:{"n":1}\r\n\r\n')
})

let copy: SampleCopy
let stage: Stage
let restarts = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  copy = await copySample('magazine')
  const { port } = server.address() as AddressInfo
  const agent = new Agent()
  stage = {
    dataDir: copy.dataDir,
    port,
    dialect: 'v022',
    sink: undefined,
    send: request => sendRequest(port, agent, request),
    restart: async () => {
      restarts += 1
    },
  }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await copy.remove()
})

const play = (steps: Step[], others: Partial<Scenario> = {}) => playScenario({ name: 'x', steps, ...others }, stage)
const places = async (...args: Parameters<typeof play>) => (await play(...args))?.differences.map(({ at }) => at)

test('unusual paths are sent unchanged', async () => {
  for (const path of ['//api/../x', '/a%2fb/%2e%2e', '/x?a=1&a=2', '/%c3%a9']) {
    const response = { status: 200, json: { method: 'TRACE', url: path, body: '' } }
    expect(await play([{ request: { method: 'TRACE', path }, response }])).toBeUndefined()
  }
})

test('values captured by a step are available in later steps and expectations', async () => {
  const found = await play([
    {
      request: { method: 'POST', path: '/first', text: 'abc' },
      response: { status: 200, json: { method: 'POST', url: '/first', body: '<any>' } },
      capture: { b: 'body', two: 'header:x-two' },
    },
    {
      request: { method: 'PUT', path: '/{{b}}', text: '{{two}}' },
      response: { status: 200, headers: { 'x-two': '<var:two>' }, json: { method: 'PUT', url: '/{{b}}', body: 'a, b' } },
    },
  ])
  expect(found).toBeUndefined()
})

test('a scenario stops at its first failing step', async () => {
  const request = { method: 'GET', path: '/' }
  const found = await play([{ request, response: { status: 200 } }, { request, response: { status: 404 } }, { restart: true }])
  expect(found).toMatchObject({ step: 2, what: 'GET /' })
  expect(found?.differences[0]).toEqual({ at: 'status', expected: 404, got: 200 })
  expect(restarts).toBe(0)
})

const failing: Step = {
  request: { method: 'GET', path: '/' },
  response: { status: 404 },
  capture: { method: 'method', missing: 'no.such' },
}
const passing: Step = { request: { method: 'GET', path: '/' }, response: { status: 200 } }

test('the steps after one that is listed as deviating are played, with what it has captured', async () => {
  const next: Step = {
    request: { method: 'GET', path: '/{{method}}' },
    response: { status: 200, json: { method: 'GET', url: '/GET', body: '' } },
  }
  const playListed = (steps: Step[]) => playScenario({ name: 'x', steps }, stage, ['1'])
  expect(await playListed([failing, next])).toBeUndefined()
  expect(await playListed([failing, next, failing])).toMatchObject({ step: 3, what: 'GET /' })
})

test('a scenario whose intended differences are named has all of them and no others', async () => {
  const request = { method: 'GET', path: '/' }
  const differing = { request, response: { status: 201, json: { method: 'GET', url: '/other', body: '' } } }
  const problemWith = (...intended: string[]) => playScenario({ name: 'x', steps: [differing, passing] }, stage, intended)
  expect(await problemWith('1: status', '1: $.url')).toBeUndefined()
  expect(await problemWith('1')).toBeUndefined()
  expect((await problemWith('1: status'))?.differences.map(({ at }) => at)).toEqual(['$.url', 'response'])
  const absent = await problemWith('1', '2')
  expect(absent).toMatchObject({ what: 'intended differences', differences: [{ at: '2' }] })
})

test('an error in a step is reported as a problem of that step', async () => {
  expect(await places([{ request: { method: 'GET', path: '/{{nothing}}' }, response: { status: 200 } }])).toEqual(['error'])
  const capture = { x: 'no.such' }
  expect(await places([{ request: { method: 'GET', path: '/' }, response: { status: 200 }, capture }])).toEqual(['error'])
  expect(await places([{ mails: [] }])).toEqual(['error'])
})

test('database rows are compared', async () => {
  const sql = "SELECT name, 1.5, NULL FROM tags WHERE id = 'tag000000000008'"
  expect(await places([{ sql, rows: [['unused', 1.5, null]] }])).toBeUndefined()
  expect(await places([{ sql, rows: [['used', 1.5, null]] }])).toEqual(['rows[0][0]'])
})

test('a listener step compares the events since the previous one', async () => {
  const listeners = [{ name: 'a', subscriptions: ['posts'] }, { name: 'b' }]
  const emit: Step = { request: { method: 'GET', path: '/emit' }, response: { status: 200 } }
  const both = ['a', 'b'].map(listener => ({ listener, event: 'posts', json: { n: 1 } }))
  expect(await play([emit, { events: both }, { events: [] }], { listeners })).toBeUndefined()
  expect(await places([emit, { events: both.slice(0, 1) }], { listeners })).toEqual(['event'])
})

test('a scenario can contain restarts and waits', async () => {
  expect(await play([{ restart: true }, { wait: 0.01 }])).toBeUndefined()
  expect(restarts).toBe(1)
})
