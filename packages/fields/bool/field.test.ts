import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})

describe('a bool field', () => {
  testFieldContract(field)

  test('a bool field has no options', () => {
    expect(JSON.stringify(defaults)).toBe('{}')
  })

  test.each([true, 1, -1, 2, 0.5, 100, '1', 't', 'T', 'TRUE', 'true', 'True'])('casts %j to true', input => {
    expect(field.normalize(input, defaults)).toBe(true)
  })

  test.each([
    false,
    0,
    -0,
    null,
    undefined,
    [],
    [true],
    {},
    { b: true },
    'yes',
    'on',
    'y',
    'tRUE',
    ' true',
    'true ',
    '2',
    '1.0',
    '',
    '0',
    'f',
    'false',
  ])('casts %j to false', input => {
    expect(field.normalize(input, defaults)).toBe(false)
  })

  test.each([
    [1, true],
    [0, false],
    [1n, true],
    [0n, false],
    ['true', true],
    [null, false],
  ])('reads %s from the database as %j', (stored, value) => {
    expect(field.decode(stored, defaults)).toBe(value)
  })

  test('a bool value is stored as a number', () => {
    expect([field.encode(true), field.encode(false)]).toEqual([1, 0])
  })

  test('accepts both values, and false counts as empty', () => {
    expect(validateInput(field, {}, true)).toBeUndefined()
    expect(validateInput(field, {}, false)).toBeUndefined()
    expect([field.isEmpty(true), field.isEmpty(false)]).toEqual([false, true])
  })
})
