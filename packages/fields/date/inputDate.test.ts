import { describe, expect, test } from 'vitest'
import { fromInputDate, toInputDate } from './inputDate.ts'

describe('a date in an input', () => {
  test.each([
    ['2024-05-06 07:08:09.123Z', '2024-05-06T07:08:09'],
    ['2024-05-06 07:08:09Z', '2024-05-06T07:08:09'],
    ['', ''],
  ])('%j is held as %j', (date, text) => {
    expect(toInputDate(date)).toBe(text)
  })

  test.each([
    ['2024-05-06T07:08:09', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06T07:08', '2024-05-06 07:08:00.000Z'],
    ['2024-05-06T07:08:09.5', '2024-05-06 07:08:09.000Z'],
    ['', ''],
    ['12024-05-06T07:08', ''],
  ])('%j is read as %j', (text, date) => {
    expect(fromInputDate(text)).toBe(date)
  })
})
