import { expect, test } from 'vitest'
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

test('ignores invalid dates', () => {
  const before = now()
  expect(nowAfter({ created: 'yesterday', updated: null }) >= before).toBe(true)
})
