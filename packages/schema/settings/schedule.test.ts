import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSchedule, ScheduleError } from './schedule.ts'

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
