import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTypedNumber, numberHelp, parseTypedNumber, stepNumber, validateNumberText } from './typedNumber.ts'

describe('a typed number', () => {
  test.each([
    ['12', 12],
    [' -0.5 ', -0.5],
    ['\u22127', -7],
    ['.5', 0.5],
    ['5.', 5],
    ['+3', 3],
    ['1e3', 1000],
    ['-0', 0],
    ['007', 7],
  ])('the typed number %j is parsed as %d', (text, number) => {
    expect(parseTypedNumber(text)).toBe(number)
    expect(validateNumberText(text)).toBeUndefined()
  })

  test.each([
    ['1,5', 'Write decimals with a point: 1.5.'],
    [',5', 'Write decimals with a point: .5.'],
    ['1,000', 'Write it without commas: 1000, or 1.000 if a decimal is meant.'],
    ['1,234,567.8', 'Write it without commas: 1234567.8.'],
    ['1 000', 'Write it without gaps: 1000.'],
    ["1'000.5", 'Write it without gaps: 1000.5.'],
    ['1e999', 'The number is too large.'],
    ['1e', 'Must be a number such as 12, -0.5 or 1e3.'],
    ['-', 'Must be a number such as 12, -0.5 or 1e3.'],
    ['twelve', 'Must be a number such as 12, -0.5 or 1e3.'],
    ['Infinity', 'Must be a number such as 12, -0.5 or 1e3.'],
  ])('the typed number %j is rejected with: %s', (text, message) => {
    expect(parseTypedNumber(text)).toBeUndefined()
    expect(validateNumberText(text)).toEqual({ code: 'validation_invalid_number', message })
  })

  test('a typed number can be empty', () => {
    expect(validateNumberText('')).toBeUndefined()
    expect(validateNumberText(' ')).toBeUndefined()
  })

  test('a formatted number parses back to the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        expect(parseTypedNumber(formatTypedNumber(number))).toBe(number + 0)
      }),
    )
  })

  test.each([
    [1, 1, { min: null, max: null }, 2],
    [0.1, 1, { min: null, max: null }, 1.1],
    [9.5, 1, { min: null, max: 10 }, 10],
    [0, -1, { min: 0, max: null }, 0],
    [-0.3, 10, { min: null, max: null }, 9.7],
  ])('%d steps by %d within %j to %d', (value, by, limits, next) => {
    expect(stepNumber(value, by, limits)).toBe(next)
  })

  test.each([
    [{ min: null, max: null, noDecimal: false }, ''],
    [{ min: -10, max: 10, noDecimal: false }, 'From -10 to 10.'],
    [{ min: 0, max: null, noDecimal: true }, 'Whole numbers from 0 on.'],
    [{ min: null, max: 5, noDecimal: false }, 'Up to 5.'],
    [{ min: null, max: null, noDecimal: true }, 'Whole numbers.'],
  ])('describes the limits %j as %j', (limits, text) => {
    expect(numberHelp(limits)).toBe(text)
  })
})
