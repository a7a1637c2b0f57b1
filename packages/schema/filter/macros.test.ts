import { expect, test } from 'vitest'
import { macroNames, macroValue } from './macros.ts'

test.each([
  ['@now', '2024-02-09 08:07:06.005Z'],
  ['@second', 6],
  ['@minute', 7],
  ['@hour', 8],
  ['@day', 9],
  ['@month', 2],
  ['@weekday', 5],
  ['@year', 2024],
  ['@todayStart', '2024-02-09 00:00:00.000Z'],
  ['@todayEnd', '2024-02-09 23:59:59.999Z'],
  ['@monthStart', '2024-02-01 00:00:00.000Z'],
  ['@monthEnd', '2024-02-29 23:59:59.999Z'],
  ['@yearStart', '2024-01-01 00:00:00.000Z'],
  ['@yearEnd', '2024-12-31 23:59:59.999Z'],
])('%s is %s', (name, value) => {
  expect(macroValue(name, new Date('2024-02-09T08:07:06.005Z'))).toBe(value)
})

test('a Sunday is day 0 and a year ends with December', () => {
  const now = new Date('2023-12-31T23:59:59.999Z')
  expect(macroValue('@weekday', now)).toBe(0)
  expect(macroValue('@monthEnd', now)).toBe('2023-12-31 23:59:59.999Z')
  expect(macroValue('@todayEnd', now)).toBe('2023-12-31 23:59:59.999Z')
})

test('every macro has a value and other names have none', () => {
  for (const name of macroNames) expect(macroValue(name, new Date())).toBeDefined()
  for (const name of ['@NOW', '@lastYear', '@now.x', 'now', 'constructor', '@'])
    expect(macroValue(name, new Date())).toBeUndefined()
})
