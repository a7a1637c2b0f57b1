import { expect, onTestFinished, test, vi } from 'vitest'
import { millisecondsSince, ReadSlots } from './ReadSlots.ts'

const hourMs = 3_600_000

test('a clock that is set while a read or an evaluation runs does not change for how long it has run', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const slots = new ReadSlots()
  slots.offer(0)
  slots.begin(0)
  const { since } = slots
  for (const jump of [hourMs, -2 * hourMs]) {
    vi.setSystemTime(Date.now() + jump)
    expect(millisecondsSince(since)).toBeLessThan(hourMs)
  }
  slots.beginEvaluation(1)
  vi.setSystemTime(Date.now() + 3 * hourMs)
  expect(millisecondsSince(slots.since)).toBeLessThan(hourMs)
})
