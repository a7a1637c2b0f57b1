import { expect, test } from 'vitest'
import { FairQueue } from './FairQueue.ts'
import { WorkMeter } from './WorkMeter.ts'

/** Creates a queue with a clock that the test sets. */
function setUp() {
  const clock = { now: 0 }
  const now = () => clock.now
  const work = new WorkMeter(now)
  return { clock, work, queue: new FairQueue<string>(work, now) }
}

/** Takes all items, one millisecond after the other. */
function drain({ queue, clock }: ReturnType<typeof setUp>): string[] {
  const items: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    items.push(item)
    clock.now += 1
  }
  return items
}

test('clients take turns, and the items of each keep their order', () => {
  const parts = setUp()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) parts.queue.add(item.charAt(0), item)
  expect(drain(parts)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(parts.queue.size).toBe(0)
})

test('a cheap item comes before the expensive ones of clients that have caused no work either', () => {
  const parts = setUp()
  for (let number = 0; number < 50; number += 1) parts.queue.add(`attacker ${number}`, 'expensive', 1_000)
  parts.queue.add('honest', 'cheap', 5)
  expect(drain(parts)[0]).toBe('cheap')
})

test('a client that has caused much work waits for the others until it has decayed', () => {
  const { clock, work, queue } = setUp()
  work.add(['a'], 1_000)
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.take()).toBe('b1')
  clock.now = 200_000
  queue.add('b', 'b2', 2)
  expect(queue.take()).toBe('a1')
})

test('takes only accepted items, and returns items that have waited too long', () => {
  const { clock, queue } = setUp()
  queue.add('a', 'late')
  clock.now = 50
  queue.add('a', 'later')
  expect(queue.take(item => item === 'later')).toBe('later')
  expect(queue.take(item => item === 'later')).toBeUndefined()
  clock.now = 101
  expect([queue.takeLate(100), queue.size]).toEqual([['late'], 0])
})
