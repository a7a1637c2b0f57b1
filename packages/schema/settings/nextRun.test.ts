import { expect, test } from 'vitest'
import { nextRun } from './nextRun.ts'
import { parseSchedule } from './schedule.ts'

test.each([
  ['* * * * *', '2026-03-01T10:00:30Z', '2026-03-01T10:01:00Z'],
  ['* * * * *', '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z'],
  ['0 0 * * *', '2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['30 2 * * 0', '2026-11-22T02:29:59Z', '2026-11-22T02:30:00Z'],
  ['30 2 * * 0', '2026-11-22T02:30:00Z', '2026-11-29T02:30:00Z'],
  ['0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
  ['@monthly', '2026-11-22T02:30:00Z', '2026-12-01T00:00:00Z'],
])('the next run of %s after %s is %s', (cron, after, next) => {
  expect(nextRun(parseSchedule(cron), new Date(after))).toEqual(new Date(next))
})

test('a schedule that never runs has no next run', () => {
  expect(nextRun(parseSchedule('0 0 30 2 *'), new Date('2026-01-01T00:00:00Z'))).toBeUndefined()
})
