import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseError } from '../db/DatabaseError.ts'
import { createSlowSubscriptionCache, TimeBudget } from './TimeBudget.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Subscriptions with the milliseconds their evaluation takes. An infinite one runs into its deadline. */
const subscriptions = new Map<string, number>([
  ['endless', Number.POSITIVE_INFINITY],
  ['endless too', Number.POSITIVE_INFINITY],
  ['long', 30],
  ['short', 0],
])

async function evaluateAll(budget: TimeBudget, items: ReadonlyMap<string, number> = subscriptions) {
  const order: number[] = []
  const evaluate = async (durationMs: number, deadline: number) => {
    order.push(durationMs)
    vi.advanceTimersByTime(Math.min(deadline + 1 - performance.now(), durationMs))
    if (durationMs === Number.POSITIVE_INFINITY) throw new DatabaseError('deadline', 'The statement exceeded its deadline.')
    return durationMs
  }
  const evaluated = await budget.evaluateAll(items, evaluate, async () => undefined)
  return { evaluated: [...evaluated.keys()].sort(), order }
}

test('slow evaluations run after quick ones, and before evaluations that timed out the last time', async () => {
  const slow = createSlowSubscriptionCache()
  const first = await evaluateAll(new TimeBudget(slow, 1, 10))
  expect(first.evaluated).toEqual(['long', 'short'])
  const second = await evaluateAll(new TimeBudget(slow, 1, 10))
  expect(second.order.slice(0, 2)).toEqual([0, 30])
  expect(second.evaluated).toEqual(['long', 'short'])
})

test('slow evaluations are skipped when the time budget is used up', async () => {
  const slow = createSlowSubscriptionCache()
  await evaluateAll(new TimeBudget(slow, 1, 10))
  const { order, evaluated } = await evaluateAll(new TimeBudget(slow, 0, 10))
  expect([order, evaluated]).toEqual([[0], ['short']])
})

test('slow subscriptions of any length are remembered by short keys', async () => {
  const slow = createSlowSubscriptionCache()
  const long = new Map([...subscriptions].map(([key, durationMs]) => [`${'x'.repeat(2_500)} ${key}`, durationMs]))
  await evaluateAll(new TimeBudget(slow, 1, 10), long)
  const { order } = await evaluateAll(new TimeBudget(slow, 0, 10), long)
  expect(order).toEqual([0])
  const keys = [...slow.keys()]
  expect(keys).toHaveLength(3)
  expect(keys.filter(key => key.length > 100)).toEqual([])
})
