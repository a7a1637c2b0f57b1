import { expect, onTestFinished, test, vi } from 'vitest'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { kindOf } from './ReadCostEstimates.ts'
import { ReadQueue } from './ReadQueue.ts'

const readBy = (remoteIp: string): RequestTask => ({
  endpoint: 0,
  request: { method: 'GET', url: '/', params: {}, headers: {}, remoteIp, query: [], body: { kind: 'none' } },
  part: 0,
})

function setUp(limits = {}) {
  const queue = new ReadQueue(new ClientLedger({ limits }))
  const rejected: string[] = []
  const add = (remoteIp: string) =>
    queue.add(
      readBy(remoteIp),
      () => undefined,
      () => rejected.push(remoteIp),
    )
  const take = () => queue.take('unknown')?.task.request.remoteIp
  return { queue, add, take, rejected }
}

test('a read of another client comes before the many that one client has queued', () => {
  const { add, take } = setUp()
  for (let read = 0; read < 50; read += 1) add('203.0.113.7')
  add('198.51.100.3')
  expect([take(), take()]).toEqual(['203.0.113.7', '198.51.100.3'])
})

test('a client whose reads have cost much waits for the others', () => {
  const { queue, add, take } = setUp()
  queue.charge({ task: readBy('203.0.113.7') }, 500)
  for (let read = 0; read < 3; read += 1) add('203.0.113.7')
  for (let read = 0; read < 3; read += 1) add('198.51.100.3')
  expect([take(), take(), take()]).toEqual(['198.51.100.3', '198.51.100.3', '198.51.100.3'])
})

test('reads beyond the limit of their client are rejected, and accepted once earlier ones have left the queue', () => {
  const { add, take } = setUp({ waitingReads: { perClient: 2, total: 3 } })
  for (let read = 0; read < 102; read += 1) add('203.0.113.7')
  expect(() => add('203.0.113.7')).toThrow(expect.objectContaining({ kind: 'limited', retryAfterSeconds: 1 }))
  add('198.51.100.3')
  expect(() => add('198.51.100.4')).toThrow(expect.objectContaining({ kind: 'busy' }))
  for (let read = 0; read < 103; read += 1) take()
  expect(() => add('203.0.113.7')).not.toThrow()
})

/** A read of a collection; all of them are by the same client. */
function readOf(collection: string): RequestTask {
  const read = readBy('203.0.113.7')
  return { ...read, request: { ...read.request, params: { collection } } }
}

/** Opens a queue that has learned the cost of reads of two collections in milliseconds. */
function setUpScans(cheapMs: number, expensiveMs: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { queue } = setUp()
  const [cheap, expensive] = [readOf('cheap'), readOf('expensive')]
  for (let read = 0; read < 3; read += 1) {
    queue.learn(kindOf(cheap), cheapMs)
    queue.learn(kindOf(expensive), expensiveMs)
  }
  const add = (task: RequestTask) =>
    queue.add(
      task,
      () => undefined,
      () => undefined,
    )
  const take = (costClass: 'medium' | 'slow') => queue.take(costClass)?.task.request.params.collection
  return { add, take, cheap, expensive }
}

test('a cheap scan comes before expensive ones that have waited less than five seconds, and after ones that have waited longer', () => {
  const { add, take, cheap, expensive } = setUpScans(2, 50)
  for (let read = 0; read < 3; read += 1) add(expensive)
  vi.advanceTimersByTime(4_700)
  add(cheap)
  expect([take('medium'), take('medium')]).toEqual(['cheap', 'expensive'])
  vi.advanceTimersByTime(200)
  add(cheap)
  expect([1, 2, 3, 4].map(() => take('medium'))).toEqual(['expensive', 'expensive', 'cheap', undefined])
})

test('a list comes before the scans of 32 clients that have waited for half a second', () => {
  const { add, take, cheap, expensive } = setUpScans(1, 8)
  for (let client = 0; client < 32; client += 1) add(expensive)
  vi.advanceTimersByTime(500)
  add(cheap)
  expect(take('medium')).toBe('cheap')
})

test('a slow scan that has waited for ten seconds comes before faster ones, however much it costs', () => {
  const { add, take, cheap, expensive } = setUpScans(100, 5_000)
  add(expensive)
  vi.advanceTimersByTime(10_000)
  add(cheap)
  expect(take('slow')).toBe('expensive')
})

test('a read that has waited too long is rejected, although a newer read has become one of the same cost', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { queue } = setUp()
  const rejected: string[] = []
  const add = (collection: string) =>
    queue.add(
      readOf(collection),
      () => undefined,
      () => rejected.push(collection),
    )
  for (let read = 0; read < 3; read += 1) queue.learn(kindOf(readOf('scanned')), 10)
  for (let read = 0; read < 2; read += 1) queue.learn(kindOf(readOf('unknown')), 10)
  add('scanned')
  vi.advanceTimersByTime(5_000)
  add('unknown')
  queue.learn(kindOf(readOf('unknown')), 10)
  vi.advanceTimersByTime(26_000)
  queue.rejectLate()
  expect(rejected).toEqual(['scanned'])
})
