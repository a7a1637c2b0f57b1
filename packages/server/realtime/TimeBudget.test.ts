import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeadlineReached } from '../db/deadlines.ts'
import { rememberSlow, TimeBudget } from './TimeBudget.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Those that never come to an end are given up at their deadline; the others take so many milliseconds, whatever it is. */
const asked = new Map<string, number>([
  ['endless', Number.POSITIVE_INFINITY],
  ['endless too', Number.POSITIVE_INFINITY],
  ['long', 30],
  ['short', 0],
])

const askAll = async (patience: TimeBudget) => {
  const order: number[] = []
  const ask = async (takes: number, deadline: number) => {
    order.push(takes)
    vi.advanceTimersByTime(Math.min(deadline + 1 - performance.now(), takes))
    if (takes === Number.POSITIVE_INFINITY) throw new DeadlineReached()
    return takes
  }
  const told = await patience.askAll(asked, ask, async () => undefined)
  return { told: [...told.keys()].sort(), order }
}

test('who takes long is asked after those who are quick, and before those who took for ever', async () => {
  const slow = rememberSlow()
  const first = await askAll(new TimeBudget(slow, 1))
  expect(first.told).toEqual(['long', 'short'])
  const second = await askAll(new TimeBudget(slow, 1))
  expect(second.order.slice(0, 2)).toEqual([0, 30])
  expect(second.told).toEqual(['long', 'short'])
})

test('those for whom there is no time are not asked', async () => {
  const slow = rememberSlow()
  await askAll(new TimeBudget(slow, 1))
  const { order, told } = await askAll(new TimeBudget(slow, 0))
  expect([order, told]).toEqual([[0], ['short']])
})
