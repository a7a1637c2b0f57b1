import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})

const noDecimal = 'validation_no_decimal_constraint'
const tooSmall = 'validation_min_number_constraint'
const tooLarge = 'validation_max_number_constraint'

describe('a number field', () => {
  testFieldContract(field, { min: 500 }, { max: -1 }, { min: 0.5, max: 0.7, noDecimal: true })

  test('the options of a number field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"min":null,"max":null,"noDecimal":false}')
  })

  test.each([
    [1, 1],
    [-1.5, -1.5],
    [-0, 0],
    ['12345678901234567890', 12345678901234567000],
    [5e-324, 5e-324],
    ['12', 12],
    ['-1.5', -1.5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['007', 7],
    ['1.0', 1],
    ['.5', 0.5],
    ['5.', 5],
    ['+5', 5],
    ['-0', 0],
    ['', 0],
    ['abc', 0],
    ['12abc', 0],
    ['1,5', 0],
    [' 12', 0],
    ['12 ', 0],
    ['0x10', 0],
    ['--1', 0],
    ['1 2', 0],
    ['.', 0],
    ['1e999', 0],
    ['true', 0],
    [true, 1],
    [false, 0],
    [null, 0],
    [[1], 0],
    [{}, 0],
    ['NaN', Number.NaN],
    ['nan', Number.NaN],
    ['Inf', Number.POSITIVE_INFINITY],
    ['+inf', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ])('casts %j to %d', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
  })

  test.each([
    [{}, -1e300],
    [{ min: 0, max: 5 }, 5],
    [{ min: -10 }, -10],
    [{ min: 1 }, 0],
    [{ min: 1 }, ''],
    [{ min: 1 }, 1],
    [{ noDecimal: true }, 2.0],
    [{ noDecimal: true }, '3.0'],
    [{ noDecimal: true }, 1e300],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [{ min: 0 }, -0.01, tooSmall, 'Must be larger than 0.000000.'],
    [{ min: -10 }, -10.5, tooSmall, 'Must be larger than -10.000000.'],
    [{ min: 1e21 }, 1, tooSmall, 'Must be larger than 1000000000000000000000.000000.'],
    [{ max: 5 }, 5.5, tooLarge, 'Must be less than 5.000000.'],
    [{ max: 0.1234567 }, 1, tooLarge, 'Must be less than 0.123457.'],
    [{ noDecimal: true }, '2.25', noDecimal, 'Decimal numbers are not allowed.'],
    [{ noDecimal: true, min: 0 }, -1.5, noDecimal, 'Decimal numbers are not allowed.'],
    [{ noDecimal: true, max: 5 }, 5.5, noDecimal, 'Decimal numbers are not allowed.'],
    [{}, 'NaN', 'validation_nan', 'The submitted number is not properly formatted.'],
    [{}, '+inf', 'validation_nan', 'The submitted number is not properly formatted.'],
    [{ max: 5 }, '-Infinity', 'validation_nan', 'The submitted number is not properly formatted.'],
  ])('with the options %j rejects %j with %s', (settings, input, code, message) => {
    expect(validateInput(field, settings, input)).toEqual({ code, message })
  })

  test.each([
    [2, '+', 5, 7],
    [2, '-', 2.5, -0.5],
    [2, '+', '1e1', 12],
    [2, '+', 'abc', 2],
    [2, '-', -1, 3],
    [2, '+', true, 3],
    [2, '-', null, 2],
    [0, '-', 0, 0],
  ] as const)('changes %d by %s %j to %d', (value, modifier, operand, result) => {
    expect(field.modify?.(value, modifier, operand, defaults)).toBe(result)
  })

  test.each([
    ['twelve', 0],
    [null, 0],
    [9007199254740993n, 9007199254740992],
    [new Uint8Array([1]), 0],
  ])('reads %s from the database as %d', (stored, value) => {
    expect(field.decode(stored, defaults)).toBe(value)
  })

  test('returns zero for an infinite number in the database', () => {
    expect(field.toJson(field.decode(Infinity, defaults))).toBe(0)
  })

  test.each([
    [{ min: 5, max: 4 }, ['max'], 'Must be no less than 5.'],
    [{ min: 5.5, max: 5.4 }, ['max'], 'Must be no less than 5.5.'],
    [{ min: 1.5, noDecimal: true }, ['min'], 'Decimal numbers are not allowed.'],
    [{ min: 1, max: 2.5, noDecimal: true }, ['max'], 'Decimal numbers are not allowed.'],
  ])('rejects the options %j', (settings, path, message) => {
    expect(validateOptionsInput(field, settings)).toEqual([{ path, code: expect.any(String), message }])
  })

  test('reports all errors of its options', () => {
    expect(validateOptionsInput(field, { min: 1.5, max: 1.2, noDecimal: true })).toEqual([
      { path: ['min'], code: noDecimal, message: 'Decimal numbers are not allowed.' },
      { path: ['max'], code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 1.5.' },
    ])
  })

  test.each([
    { min: -1.5, max: -1.5 },
    { max: 2.5, noDecimal: true },
    { min: 1, noDecimal: true },
    { min: 5, max: 0 },
  ])('accepts the options %j', settings => {
    expect(validateOptionsInput(field, settings)).toEqual([])
  })
})
