import { expect, test } from 'vitest'
import { describeDuration } from './describeDuration.ts'

test.each([
  [1209600, '14 days'],
  [604800, '7 days'],
  [1800, '30 minutes'],
  [5400, '1 hour 30 minutes'],
  [90061, '1 day 1 hour 1 minute 1 second'],
  [0, ''],
  [-5, ''],
  [1.5, ''],
])('%j seconds are %j', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text)
})
