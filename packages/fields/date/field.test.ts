import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})

describe('a date field', () => {
  testFieldContract(field, { min: '2030-01-01' }, { max: '1999-12-31 23:59:59.999Z' }, { min: '2022-01-01', max: '2022-12-31' })

  test('the options of a date field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"min":"","max":""}')
  })

  test.each([
    ['2024-05-06 07:08:09.123Z', '2024-05-06 07:08:09.123Z'],
    ['2024-05-31 07:08:09.123Z', '2024-05-31 07:08:09.123Z'],
    ['2024-05-06 07:08:09Z', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06', '2024-05-06 00:00:00.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06T07:08:09.5Z', '2024-05-06 07:08:09.500Z'],
    ['2024-05-06T07:08:09', '2024-05-06 07:08:09.000Z'],
    ['2024-05-06T07:08:09.123456789Z', '2024-05-06 07:08:09.123Z'],
    ['2024-05-06 07:08:09.9999Z', '2024-05-06 07:08:09.999Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06T07:08:09.9-05:30', '2024-05-06 12:38:09.900Z'],
    ['2024-05-06T07:08:09+0200', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 07:08:09+02:00', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 07:08:09 +02:00', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 07:08:09 +0200', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 07:08:09+0200', '2024-05-06 05:08:09.000Z'],
    ['2024-05-06 23:30:00 -0100', '2024-05-07 00:30:00.000Z'],
    ['2024-05-06 07:08:09 +0200 CEST', '2024-05-06 05:08:09.000Z'],
    ['Mon, 06 May 2024 07:08:09 GMT', '2024-05-06 07:08:09.000Z'],
    ['Mon, 06 May 2024 07:08:09 +0200', '2024-05-06 05:08:09.000Z'],
    ['06 May 24 07:08 UTC', '2024-05-06 07:08:00.000Z'],
    ['06 May 24 07:08 +0200', '2024-05-06 05:08:00.000Z'],
    ['06 May 69 07:08 UTC', '1969-05-06 07:08:00.000Z'],
    ['Monday, 06-May-24 07:08:09 UTC', '2024-05-06 07:08:09.000Z'],
    ['Mon May  6 07:08:09 2024', '2024-05-06 07:08:09.000Z'],
    ['Mon May  6 07:08:09 UTC 2024', '2024-05-06 07:08:09.000Z'],
    ['Mon May 06 07:08:09 +0200 2024', '2024-05-06 05:08:09.000Z'],
    ['06 May 2024', '2024-05-06 00:00:00.000Z'],
    ['0001-01-01 00:00:00.001Z', '0001-01-01 00:00:00.001Z'],
    ['0050-02-28 00:00:00.000Z', '0050-02-28 00:00:00.000Z'],
    ['0050-01-31', '0050-01-31 00:00:00.000Z'],
    ['9999-12-31 23:59:59.999Z', '9999-12-31 23:59:59.999Z'],
    ['2024-02-29', '2024-02-29 00:00:00.000Z'],
    ['2000-02-29', '2000-02-29 00:00:00.000Z'],
    ['1969-12-31 23:59:59.999Z', '1969-12-31 23:59:59.999Z'],
  ])('casts %j to %j', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
    expect(field.decode(input, defaults)).toBe(value)
  })

  test.each([
    '',
    'abc',
    '2024',
    '2024-05',
    '2024-13-01',
    '2024-00-01',
    '2024-02-30',
    '2024-05-00',
    '1900-02-29',
    '2023-02-29',
    '2024-05-06 25:00:00',
    '2024-05-06 24:00:00Z',
    '2024-05-06 07:60:00Z',
    '2024-05-06 07:08:60Z',
    '2024-05-06 07:08',
    '2024-02-30 00:00:00.000Z',
    '2024-04-31 00:00:00.000Z',
    '06/05/2024',
    'tomorrow',
    ' 2024-05-06',
    '2024-05-06 ',
    '@now',
    '0001-01-01 00:00:00.000Z',
    '0001-01-01',
    '10000-01-01 00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '2024-05-06T07:08:09+25:00',
    '2024-05-06T07:08:09+01:60',
    'Mon, 31 Jun 2024 07:08:09 GMT',
    '06 Mai 2024',
    '2024-05-06t07:08:09z',
    1714979289,
    0,
    -1,
    1.5,
    true,
    false,
    null,
    undefined,
    [],
    ['2024-05-06'],
    {},
  ])('casts %j to the empty value', input => {
    expect(field.normalize(input, defaults)).toBe('')
  })

  test('reads invalid text and other types from the database as the empty value', () => {
    expect(['garbage', 5, 5n, null, new Uint8Array([1])].map(stored => field.decode(stored, defaults))).toEqual(Array(5).fill(''))
  })

  test.each([
    [{}, '2024-01-01'],
    [{ min: '1900-01-01' }, '1900-01-01'],
    [{ min: '1900-01-01' }, ''],
    [{ min: '1900-01-01' }, 'garbage'],
    [{ max: '2010-12-31 23:59:59.999Z' }, '2010-12-31 23:59:59.999Z'],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [{ min: '1900-01-01' }, '1899-12-31 23:59:59.999Z', 'Must be no less than 1900-01-01 00:00:00 +0000 UTC.'],
    [{ min: '2020-01-01' }, '2020-01-01T00:00:00+01:00', 'Must be no less than 2020-01-01 00:00:00 +0000 UTC.'],
    [{ min: '2022-01-01 01:01:10.010Z' }, '2000-01-01', 'Must be no less than 2022-01-01 01:01:10.01 +0000 UTC.'],
    [{ max: '2010-12-31 23:59:59.999Z' }, '2011-01-01', 'Must be no greater than 2010-12-31 23:59:59.999 +0000 UTC.'],
    [{ max: '2010-12-31 20:10:10.100Z' }, '2011-01-01', 'Must be no greater than 2010-12-31 20:10:10.1 +0000 UTC.'],
  ])('with the options %j rejects %j', (settings, input, message) => {
    const code = 'min' in settings ? 'validation_min_greater_equal_than_required' : 'validation_max_less_equal_than_required'
    expect(validateInput(field, settings, input)).toEqual({ code, message })
  })

  test.each([
    [
      { min: '2026-05-01', max: '2026-05-01T02:00:00+02:00' },
      '{"min":"2026-05-01 00:00:00.000Z","max":"2026-05-01 00:00:00.000Z"}',
    ],
    [{ min: '2027-01-01' }, '{"min":"2027-01-01 00:00:00.000Z","max":""}'],
    [{ min: 'x', max: null }, '{"min":"","max":""}'],
  ])('completes the options %j and accepts them', (settings, complete) => {
    expect(JSON.stringify(field.options.parse(settings))).toBe(complete)
    expect(validateOptionsInput(field, settings)).toEqual([])
  })

  test.each([
    { min: '2026-05-02', max: '2026-05-01' },
    { min: '2026-05-01 10:00:00.001Z', max: '2026-05-01 10:00:00.000Z' },
  ])('rejects the options %j', settings => {
    expect(validateOptionsInput(field, settings)).toEqual([
      { path: ['max'], code: 'validation_date_out_of_range', message: 'The date is out of range.' },
    ])
  })

  test.each([{ min: 1767225600 }, { max: true }])('rejects the shape of the options %j', settings => {
    expect(field.options.safeParse(settings).success).toBe(false)
  })
})
