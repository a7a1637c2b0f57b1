import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})
const small = { maxSize: 2000 }
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a json field', () => {
  testFieldContract(field, small, { maxSize: 3 })

  test('the options of a json field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"maxSize":0}')
  })

  test.each([
    [{ b: 1, a: [1, 2] }, '{"a":[1,2],"b":1}'],
    [[1, 'x', null, true, { z: 1, y: 2 }], '[1,"x",null,true,{"y":2,"z":1}]'],
    [{ b: 0, 10: 0, 9: 0, '': 0 }, '{"":0,"10":0,"9":0,"b":0}'],
    [JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
    [[], '[]'],
    [{}, '{}'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-1.5, '-1.5'],
    [1e21, '1e+21'],
    [null, null],
    [undefined, null],
  ])('stores %j as %s', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
  })

  test.each([
    ['1.5e3', '1500'],
    ['1.50', '1.5'],
    ['-0', '0'],
    ['1.0 ', '1'],
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9223372036854775808', '9223372036854776000'],
  ])('stores the number in the text %j like SQLite, as %s', (text, value) => {
    expect(field.normalize(text, defaults)).toBe(value)
  })

  test.each(['123', '-1', '"a"', '[1,2]', '{"b":1,"a":2}', 'null', 'true', 'false', '[ 1 , 2 ]', '[1.0,2.50]'])(
    'keeps the JSON text %s as it is',
    text => {
      expect(field.normalize(text, defaults)).toBe(text)
      expect(field.toJson(text)).toEqual(JSON.parse(text))
    },
  )

  test.each([
    '[1 2 3]',
    '{a: 1}',
    '123.456 abc',
    '1.',
    '-',
    '--1',
    '"open',
    '{"a":1} x',
    '01',
    '[1,2',
    '1e999',
    '',
    'abc',
    'True',
    'NULL',
    'nulls',
    ' 1',
    ' [1]',
    'undefined',
    'NaN',
    '+1',
    '.5',
    'ü"\n',
  ])('stores the text %j as a JSON string', text => {
    const value = field.normalize(text, defaults)
    expect(value).toBe(JSON.stringify(text))
    expect(field.toJson(value)).toBe(text)
  })

  test('stores a missing value as NULL and the text null unchanged', () => {
    expect(field.encode(field.normalize(null, defaults))).toBeNull()
    expect(field.encode(field.normalize('null', defaults))).toBe('null')
    expect(field.toJson(field.decode('null', defaults))).toBeNull()
    expect(field.toJson(field.decode(null, defaults))).toBeNull()
  })

  test.each([
    [123, 123],
    [1.5, 1.5],
    [9007199254740993n, 9007199254740992],
    ['', ''],
    ['plain', 'plain'],
    ['{broken', '{broken'],
    [new Uint8Array([1]), null],
    [Infinity, null],
  ])('returns %s of the database as %j', (stored, answer) => {
    expect(field.toJson(field.decode(stored, defaults))).toEqual(answer)
  })

  test.each([null, '', [], {}, 'null', '[]', '{}', '""', '[ ]', '{\n}'])('treats %j as empty', input => {
    expect(field.isEmpty(field.normalize(input, defaults))).toBe(true)
  })

  test.each([false, 0, '0', [0], { '': null }, 'text', ' ', [[]]])('does not treat %j as empty', input => {
    expect(field.isEmpty(field.normalize(input, defaults))).toBe(false)
  })

  test.each([
    [small, 'x'.repeat(1998)],
    [small, ['é'.repeat(998)]],
    [small, ['😀'.repeat(499)]],
    [{ maxSize: 1 }, {}],
    [{ maxSize: 1 }, null],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [small, 'x'.repeat(1999)],
    [small, ['é'.repeat(999)]],
    [small, ['日'.repeat(666)]],
    [small, ['😀'.repeat(500)]],
  ])('with the options %j rejects %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toEqual({
      code: 'validation_json_size_limit',
      message: 'The maximum allowed JSON size is 2000 bytes.',
    })
  })

  test('accepts values nested up to a thousand levels', () => {
    expect(field.normalize(JSON.parse(nested(1000)), defaults)).toBe(nested(1000))
    expect(field.normalize(nested(1000), defaults)).toBe(nested(1000))
    expect(field.normalize(`["${'['.repeat(2000)}"]`, defaults)).toBe(`["${'['.repeat(2000)}"]`)
  })

  test('rejects values nested deeper and stores such text as a string', () => {
    expect(validateInput(field, { maxSize: 1e9 }, JSON.parse(nested(100_000)))).toEqual({
      code: 'validation_invalid_json',
      message: 'Must be a valid json value.',
    })
    expect(field.normalize(nested(100_000), defaults)).toBe(JSON.stringify(nested(100_000)))
  })

  test.each([
    [{}, 'Cannot be blank.'],
    [{ maxSize: 0 }, 'Cannot be blank.'],
    [{ maxSize: -1 }, 'Must be no less than 1.'],
  ])('rejects the options %j', (settings, message) => {
    expect(validateOptionsInput(field, settings)).toEqual([{ path: ['maxSize'], code: expect.any(String), message }])
  })

  test('accepts a limit of one byte', () => {
    expect(validateOptionsInput(field, { maxSize: 1 })).toEqual([])
  })
})
