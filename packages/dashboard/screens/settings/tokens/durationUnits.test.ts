import { expect, test } from 'vitest'
import { unitOf } from './durationUnits.ts'

test.each([
  [1_209_600, 'days'],
  [86_400, 'days'],
  [7200, 'hours'],
  [1800, 'minutes'],
  [90, 'seconds'],
  [1.5, 'seconds'],
  [0, 'minutes'],
  [null, 'minutes'],
])('unitOf(%j) is %s', (seconds, unit) => {
  expect(unitOf(seconds)).toBe(unit)
})
