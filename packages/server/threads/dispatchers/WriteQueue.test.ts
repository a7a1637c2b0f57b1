import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { StepResult } from '../../api/StepResult.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest, Body } from '../../messages/ApiRequest.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { RequestTask } from '../services.ts'
import { WriteQueue } from './WriteQueue.ts'

const attacker = '203.0.113.7'
const other = '198.51.100.3'
/** Number of short writes that the writer has at once. */
const maxRunning = 200

/** Creates a queue, whose writes end when the test calls `end`. */
function setUp(limits = {}) {
  const writer = { busyMs: 0 }
  const started: string[] = []
  const ends: (() => void)[] = []
  const send = ({ request }: RequestTask): Promise<StepResult> => {
    const { promise, resolve } = Promise.withResolvers<StepResult>()
    started.push(request.url)
    ends.push(() => resolve(emptyReply()))
    return promise
  }
  const clients = new ClientLedger({ limits, now: () => 0 })
  const queue = new WriteQueue(clients, { isConcurrent: false, busyMs: () => writer.busyMs, send })
  const write = (remoteIp: string, url: string, parts: Partial<ApiRequest> = {}) => {
    const body: Body = { kind: 'none' }
    const request = { method: 'POST', url, params: {}, headers: {}, remoteIp, query: [], body, ...parts }
    return queue.perform({ endpoint: 0, request, part: 0 })
  }
  const writeMany = (count: number) => {
    for (let number = 0; number < count; number += 1) void write(attacker, `attacker ${number}`)
  }
  /** Ends a number of the oldest writes in progress. Returns the writes that have started since. */
  const end = async (count: number) => {
    const before = started.length
    for (const finish of ends.splice(0, count)) finish()
    await nextTurn()
    return started.slice(before)
  }
  /** Ends writes, each of which has kept the writer busy for a time. Returns the number of writes in progress. */
  const endBusy = async (count: number, ms: number) => {
    for (let number = 0; number < count; number += 1) {
      writer.busyMs += ms
      await end(1)
    }
    return ends.length
  }
  return { queue, started, write, writeMany, end, endBusy }
}

const long: Body = { kind: 'parsed', bytes: new Uint8Array(5_000_000) }

test('a write of another client comes before the many that one client has sent, and the writes of each keep their order', async () => {
  const { queue, started, write, writeMany, end } = setUp()
  writeMany(maxRunning + 50)
  void write(other, 'other 0')
  void write(other, 'other 1')
  expect([started.length, queue.size]).toEqual([maxRunning, 52])
  expect(await end(5)).toEqual(['attacker 200', 'other 0', 'attacker 201', 'other 1', 'attacker 202'])
})

test('while a long write is in progress, other writes wait, and a short one comes before the next long one', async () => {
  const { started, write, end } = setUp()
  for (const number of [0, 1, 2]) void write(attacker, `long ${number}`, { body: long })
  void write(other, 'short')
  expect(started).toEqual(['long 0'])
  expect(await end(1)).toEqual(['short', 'long 1'])
})

test('while writes keep the writer busy for longer than estimated, few are in progress, and many again once they are short', async () => {
  const { writeMany, endBusy } = setUp()
  writeMany(1_000)
  // Ten of them keep it busy for a tenth of a second.
  expect(await endBusy(250, 10)).toBeLessThan(15)
  expect(await endBusy(100, 0.1)).toBe(maxRunning)
})

test('writes beyond the limit of their client are rejected, and accepted once earlier ones have started', async () => {
  const { write, writeMany, end } = setUp({ waitingWrites: { perClient: 2, total: 3 } })
  writeMany(maxRunning + 2)
  await expect(write(attacker, 'beyond')).rejects.toMatchObject({ kind: 'limited', retryAfterSeconds: 1 })
  void write(other, 'other')
  await expect(write('198.51.100.4', 'beyond all')).rejects.toMatchObject({ kind: 'busy', retryAfterSeconds: 1 })
  expect(await end(1)).toEqual(['attacker 200'])
  void write(attacker, 'accepted')
  expect(await end(3)).toEqual(['other', 'attacker 201', 'accepted'])
})

const uploads = Array.from({ length: 51 }, () => ({ field: 'files', name: 'a.txt', path: '/tmp/a', size: 1 }))

test.each<[string, Partial<ApiRequest>]>([
  ['by a job of the server', { isInternal: true }],
  ['that hashes a password in its turn', { hasTurn: true }],
  ['of a sign-in in its turn', { counted: { kind: 'password' } }],
  ['with a form of many files in its turn', { body: { kind: 'form', encoding: 'multipart', values: [], uploads } }],
])('a write %s does not wait for the writes of clients', (_, parts) => {
  const { started, write, writeMany } = setUp({ waitingWrites: { perClient: 100, total: 100 } })
  writeMany(maxRunning + 100)
  void write(attacker, 'at once', parts)
  expect(started.at(-1)).toBe('at once')
})

test('a write that has waited for more than a minute is rejected when its turn comes, and the next one starts', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { write, writeMany, end } = setUp()
  writeMany(maxRunning)
  const late = write(attacker, 'late').catch((error: unknown) => error)
  vi.advanceTimersByTime(60_001)
  void write(other, 'in time')
  expect(await end(1)).toEqual(['in time'])
  expect(await late).toMatchObject({ kind: 'busy', retryAfterSeconds: 1 })
})

test('all waiting writes are sent before the writer ends', () => {
  const { queue, started, writeMany } = setUp()
  writeMany(maxRunning + 50)
  queue.flush()
  expect([started.length, queue.size]).toEqual([maxRunning + 50, 0])
})
