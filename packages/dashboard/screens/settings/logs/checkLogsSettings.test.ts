import { expect, test } from 'vitest'
import { checkLogsSettings } from './checkLogsSettings.ts'

test.each([
  [{ maxDays: 0, minLevel: 0 }, {}],
  [{ maxDays: 7, minLevel: -100 }, {}],
  [{ maxDays: 7, minLevel: 100 }, {}],
  [
    { maxDays: null, minLevel: null },
    { 'logs.maxDays': 'Cannot be blank.', 'logs.minLevel': 'Cannot be blank.' },
  ],
  [
    { maxDays: 1.5, minLevel: 101 },
    { 'logs.maxDays': 'Must be a whole number.', 'logs.minLevel': 'Must be from -100 to 100.' },
  ],
  [{ maxDays: 1, minLevel: -101 }, { 'logs.minLevel': 'Must be from -100 to 100.' }],
  [{ maxDays: 1, minLevel: 0.5 }, { 'logs.minLevel': 'Must be a whole number.' }],
])('checkLogsSettings(%j) returns %j', (logs, errors) => {
  expect(checkLogsSettings({ logs })).toEqual(errors)
})
