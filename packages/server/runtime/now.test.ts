import { expect, onTestFinished, test, vi } from 'vitest'
import { now, nowAfter } from './now.ts'

const pastDates = { created: '2020-01-02 03:04:05.678Z', updated: '2020-01-02 03:04:06.000Z' }

test('a change of a row with earlier dates has the current date', () => {
  const before = now()
  expect(nowAfter(pastDates) >= before).toBe(true)
  expect(nowAfter({}) >= before).toBe(true)
})

test.each([
  ['updated', { ...pastDates, updated: '2999-12-31 23:59:59.999Z' }, '3000-01-01 00:00:00.000Z'],
  ['created', { ...pastDates, created: '2999-01-01 00:00:00.000Z' }, '2999-01-01 00:00:00.001Z'],
])('a change of a row whose %s is later than the clock is dated a millisecond after that', (_, dates, moment) => {
  expect(nowAfter(dates)).toBe(moment)
})

test('a change in the same millisecond as the last one is dated a millisecond after it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(nowAfter({ created: now(), updated: now() })).toBe('2026-01-02 00:00:00.001Z')
})

test('ignores invalid dates', () => {
  const before = now()
  expect(nowAfter({ created: 'yesterday', updated: null }) >= before).toBe(true)
})
