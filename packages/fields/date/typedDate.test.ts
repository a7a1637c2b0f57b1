import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './parseDate.ts'
import { describeDateLimits, minuteChoices, withClock, withDay } from './pickDate.ts'
import { formatTypedDate, parseTypedDate, validateDateText } from './typedDate.ts'

describe('a typed date', () => {
  test.each([
    ['2024-05-06 07:08:09', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06T07:08:09.123Z', '2024-05-06 07:08:09.123Z'],
    ['2024-05-06 07:08', '2024-05-06 07:08:00.000Z'],
    ['2024-05-06T07:08', '2024-05-06 07:08:00.000Z'],
    ['  2024-5-6   7:08  ', '2024-05-06 07:08:00.000Z'],
    ['2024-05-06', '2024-05-06 12:00:00.000Z'],
    ['2024/05/06 07:08', '2024-05-06 07:08:00.000Z'],
    ['2024.05.06, 07:08', '2024-05-06 07:08:00.000Z'],
    ['6.5.2024 7:08', '2024-05-06 07:08:00.000Z'],
    ['31.12.2024', '2024-12-31 12:00:00.000Z'],
    ['20240506', '2024-05-06 12:00:00.000Z'],
    ['20240506T070809Z', '2024-05-06 07:08:09.000Z'],
    ['202405060708', '2024-05-06 07:08:00.000Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 07:08 -0330', '2024-05-06 10:38:00.000Z'],
    ['2024-05-06 07:08:09 UTC', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06 07:08:09,5', '2024-05-06 07:08:09.500Z'],
    ['Mon, 06 May 2024 07:08:09 GMT', '2024-05-06 07:08:09.000Z'],
    ['1715000000', '2024-05-06 12:53:20.000Z'],
    ['1715000000123', '2024-05-06 12:53:20.123Z'],
  ])('the typed date %j is parsed as %j', (text, date) => {
    expect(parseTypedDate(text)).toBe(date)
    expect(validateDateText(text)).toBeUndefined()
  })

  const example = 'Must be a date such as 2024-05-31 14:30:00.'
  const yearFirst = 'Write the year first, so that day and month are clear: 2024-05-31 14:30.'
  const noSuch = 'There is no such day or time.'
  test.each([
    ['tomorrow', example],
    ['2024', example],
    ['2024-05', example],
    ['2024-05-06 7', example],
    ['12024-05-06 07:08', example],
    ['12345', example],
    ['2024-05/06', example],
    ['05/06/2024', yearFirst],
    ['6-5-2024 07:08', yearFirst],
    ['2024-02-30', noSuch],
    ['2024-13-01 10:00', noSuch],
    ['2024-05-06 25:00', noSuch],
    ['2024-05-06 10:60', noSuch],
  ])('the typed date %j is rejected with: %s', (text, message) => {
    expect(parseTypedDate(text)).toBe('')
    expect(validateDateText(text)).toEqual({ code: 'validation_invalid_date', message })
  })

  test('a typed date can be empty', () => {
    expect(validateDateText('')).toBeUndefined()
    expect(validateDateText('  ')).toBeUndefined()
  })

  test('parsing a typed date never throws, and has an error message exactly when the date is invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9:./T Z+]{1,24}$/)), text => {
        const date = parseTypedDate(text)
        expect(date === '' || parseDate(date) === date).toBe(true)
        expect(validateDateText(text) === undefined).toBe(date !== '' || text.trim() === '')
      }),
    )
  })

  test('a date is formatted with seconds, in a form that can be typed', () => {
    const moments = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, moment => {
        const stored = parseDate(moment.toISOString())
        expect(formatTypedDate(stored)).toHaveLength(19)
        expect(parseTypedDate(formatTypedDate(stored))).toBe(`${stored.slice(0, 19)}.000Z`)
      }),
    )
    expect(formatTypedDate('')).toBe('')
    expect(formatTypedDate('half a d')).toBe('half a d')
  })
})

describe('a picked date', () => {
  const free = { min: '', max: '' }
  test.each([
    ['', '2024-05-06', free, '2024-05-06 12:00:00.000Z'],
    ['2020-01-01 07:08:09.123Z', '2024-05-06', free, '2024-05-06 07:08:09.123Z'],
    ['', '2024-05-06', { min: '2024-05-06 15:00:00.000Z', max: '' }, '2024-05-06 15:00:00.000Z'],
    ['', '2024-05-06', { min: '', max: '2024-05-06 09:00:00.000Z' }, '2024-05-06 09:00:00.000Z'],
  ])('%j moved to the day %s within %j is %j', (date, day, limits, picked) => {
    expect(withDay(date, day, limits)).toBe(picked)
  })

  test('a picked date keeps its seconds when the time changes', () => {
    expect(withClock('2024-05-06 07:08:09.123Z', 'hour', 23)).toBe('2024-05-06 23:08:09.123Z')
    expect(withClock('2024-05-06 07:08:09.123Z', 'minute', 5)).toBe('2024-05-06 07:05:09.123Z')
  })

  test('the time list offers every fifth minute and the current one', () => {
    expect(minuteChoices(55)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
    expect(minuteChoices(8).slice(0, 4)).toEqual([0, 5, 8, 10])
  })

  test.each([
    [free, ''],
    [{ min: '1900-01-01 00:00:00.000Z', max: '2010-12-31 23:59:59.999Z' }, 'From 1900-01-01 to 2010-12-31 23:59:59.'],
    [{ min: '2020-01-01 00:00:00.000Z', max: '' }, 'From 2020-01-01 on.'],
    [{ min: '', max: '2020-01-01 10:00:00.000Z' }, 'Up to 2020-01-01 10:00:00.'],
  ])('describes the limits %j as %j', (limits, text) => {
    expect(describeDateLimits(limits)).toBe(text)
  })
})
