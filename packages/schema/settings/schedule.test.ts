import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRun, parseSchedule, ScheduleError } from './schedule.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const anyDay = [range(1, 31), range(1, 12), range(0, 6)]

test.each([
  ['* * * * *', [range(0, 59), range(0, 23), ...anyDay]],
  ['@hourly', [[0], range(0, 23), ...anyDay]],
  ['@weekly', [[0], [0], range(1, 31), range(1, 12), [0]]],
  ['5 4 3 2 1', [[5], [4], [3], [2], [1]]],
  ['*/20 1-9/4 1,15,31 12 3/1', [[0, 20, 40], [1, 5, 9], [1, 15, 31], [12], [3]]],
  ['59,0,0 20-22,21-23 * * 6', [[0, 59], [20, 21, 22, 23], range(1, 31), range(1, 12), [6]]],
  ['+5 0 1 1 0', [[5], [0], [1], [1], [0]]],
])('parses %j into minutes, hours, days, months and weekdays', (text, expected) => {
  const { minutes, hours, days, months, weekdays } = parseSchedule(text)
  expect([minutes, hours, days, months, weekdays].map(set => [...set].sort((one, other) => one - other))).toEqual(expected)
})

test.each([
  '',
  ' ',
  '@Daily',
  '* * * * * ',
  '* * * * ?',
  '1.5 * * * *',
  '*/ * * * *',
  ', * * * *',
  '1e1 * * * *',
  '61-5 * * * *',
])('rejects %j', text => {
  expect(() => parseSchedule(text)).toThrow(ScheduleError)
})

describe('parseSchedule', () => {
  const segment = fc.string({ unit: fc.constantFrom(...'0123456789*,-/ x') })

  test('any five segments are a schedule within its bounds or rejected with a ScheduleError', () => {
    fc.assert(
      fc.property(fc.tuple(segment, segment, segment, segment, segment), parts => {
        try {
          const { minutes, weekdays } = parseSchedule(parts.join(' '))
          return [...minutes].every(minute => minute >= 0 && minute <= 59) && [...weekdays].every(day => day >= 0 && day <= 6)
        } catch (error) {
          return error instanceof ScheduleError
        }
      }),
    )
  })
})

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
