import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/${path}`, requestOptions)

const records = 'collections/scratch/records'

async function listen(subscriptions: string[], token?: string) {
  const listener = await openListener(server.port)
  const { status } = await ask('POST', 'realtime', { body: { clientId: listener.clientId, subscriptions }, token })
  if (status !== 204) throw new Error(`Subscribing was answered with ${status}.`)
  return listener
}

type Event = { record: { id: string; n?: number; approved?: boolean }; action: string }
const takeEvents = (listener: { take: () => { json: unknown }[] }) => listener.take().map(({ json }) => json as Event)

test('concurrent changes are sent to all subscribers, each once, and those of one record in order', async () => {
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(['scratch/*'])))
  const { id } = (await ask('POST', records, { body: { n: 0 } })).json
  for (let turn = 1; turn <= 30; turn += 1) {
    const others = Array.from({ length: 5 }, () => ask('POST', records, { body: { t: 'other' } }))
    await Promise.all([ask('PATCH', `${records}/${id}`, { body: { n: turn } }), ...others])
  }
  await ask('DELETE', `${records}/${id}`)
  const expected = 1 + 30 * 6 + 1
  for (const listener of listeners) {
    await expect.poll(listener.arrived).toBe(expected)
    const own = takeEvents(listener).filter(({ record }) => record.id === id)
    const values = own.map(({ record }) => Number(record.n))
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(own.map(({ action }) => action)).toEqual(['create', ...Array(30).fill('update'), 'delete'])
    listener.close()
  }
})

test('each subscriber receives the events of cascaded deletions for the records it could see', async () => {
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const [guest, admin] = await Promise.all([listen(['comments/*']), listen(['comments/*'], token)])
  expect((await ask('DELETE', 'collections/posts/records/post00000000020', { token })).status).toBe(204)
  // The events of the deletion arrive one by one, before the event of a later change.
  const body = { post: 'post00000000002', body: 'last', approved: true }
  const last = await ask('POST', 'collections/comments/records', { token, body })
  expect(last.status).toBe(200)
  const eventsBeforeLast = async (listener: Parameters<typeof takeEvents>[0]) => {
    const events: Event[] = []
    const newestId = () => {
      events.push(...takeEvents(listener))
      return events.at(-1)?.record.id
    }
    await expect.poll(newestId).toBe(last.json.id)
    return events.slice(0, -1)
  }
  const [all, some] = [await eventsBeforeLast(admin), await eventsBeforeLast(guest)]
  const approved = all.filter(({ record }) => record.approved).map(({ record }) => record.id)
  expect([all.length, approved.length]).toEqual([3, 2])
  expect(some.map(({ record }) => record.id).sort()).toEqual(approved.sort())
  guest.close()
  admin.close()
})

test('a client that does not read its stream is disconnected and delays no one', async () => {
  const reader = await listen(['scratch/*'])
  const deaf = get({ host: '127.0.0.1', port: server.port, agent: false, path: '/api/realtime' })
  const ended = new Promise(resolve => deaf.on('close', resolve).on('error', resolve))
  const clientId = await new Promise<string>(resolve =>
    deaf.on('response', stream =>
      stream.once('data', chunk => {
        stream.pause()
        resolve(/"clientId":"(\w+)"/.exec(String(chunk))?.[1] ?? '')
      }),
    ),
  )
  expect((await ask('POST', 'realtime', { body: { clientId, subscriptions: ['scratch/*'] } })).status).toBe(204)
  const long = { t: 'x'.repeat(900_000) }
  for (let turn = 0; turn < 30; turn += 1) expect((await ask('POST', records, { body: long })).status).toBe(200)
  await expect.poll(reader.arrived).toBe(30)
  await expect.poll(async () => (await ask('POST', 'realtime', { body: { clientId, subscriptions: [] } })).status).toBe(404)
  deaf.destroy()
  await ended
  reader.close()
})

test('a disconnected client is forgotten and receives no events', async () => {
  const listener = await listen(['scratch/*'])
  listener.close()
  await expect.poll(async () => (await ask('POST', 'realtime', { body: { clientId: listener.clientId } })).status).toBe(404)
  await ask('POST', records, { body: {} })
  await wait(100)
  expect(listener.arrived()).toBe(0)
})

test('a stop closes open streams immediately', async () => {
  await Promise.all(Array.from({ length: 50 }, () => listen(['scratch/*'])))
  // Fake timers disable the forced close after the grace period.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await server.stop().finally(() => vi.useRealTimers())
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
