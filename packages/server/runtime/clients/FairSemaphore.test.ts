import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairSemaphore } from './FairSemaphore.ts'
import { WorkMeter } from './WorkMeter.ts'

const maxTurnMs = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates one turn, and tasks that end when the test calls `end`. */
function setUp() {
  const work = new WorkMeter(() => performance.now())
  const turns = new FairSemaphore({ maxConcurrent: 1, timeoutMs: 60_000, maxTurnMs, work })
  const begun: string[] = []
  const tasks = new Map<string, { giveBack: () => void; end: () => void }>()
  const add = (name: string) => {
    const run = (giveBack: () => void) =>
      new Promise<void>(end => {
        begun.push(name)
        tasks.set(name, { giveBack, end })
      })
    void turns.run(name.charAt(0), 1, run)
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { work, begun, tasks, add, settle }
}

test('a task that waits for something else gives its turn to other clients, and its own client waits for it', async () => {
  const { begun, tasks, add, settle } = setUp()
  for (const name of ['a1', 'a2', 'b1', 'c1']) add(name)
  await settle()
  expect(begun).toEqual(['a1'])
  tasks.get('a1')?.giveBack()
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  tasks.get('b1')?.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  tasks.get('c1')?.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  tasks.get('a1')?.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('a task that takes longer than a turn gives it to other clients once, and counts for its client', async () => {
  const { work, begun, tasks, add, settle } = setUp()
  for (const name of ['a1', 'b1', 'c1']) add(name)
  await settle()
  await vi.advanceTimersByTimeAsync(maxTurnMs - 1)
  expect(begun).toEqual(['a1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a1', 'b1'])
  expect(work.of('a')).toBeGreaterThan(work.of('b'))
  tasks.get('a1')?.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  tasks.get('b1')?.end()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'c1'])
})
