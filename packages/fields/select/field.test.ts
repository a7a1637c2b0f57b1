import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const values = ['a', 'b', 'c d', 'é']
const single = field.options.parse({ maxSelect: 1, values })
const multiple = field.options.parse({ maxSelect: 3, values })

describe('a select field', () => {
  testFieldContract(field, single, multiple, { maxSelect: 2, values: [''] })

  test('the options of a select field are in the order of the wire format', () => {
    expect(JSON.stringify(field.options.parse({}))).toBe('{"maxSelect":0,"values":null}')
  })

  test('a select value is stored as text or as a JSON array', () => {
    expect(field.column(single)).toBe('text')
    expect(field.column(multiple)).toBe('list')
    expect(field.encode(['é', 'a'])).toBe('["é","a"]')
    expect(field.encode('a')).toBe('a')
    expect([field.isMultiple(single), field.isMultiple(multiple)]).toEqual([false, true])
  })

  test.each([
    ['a', ['a']],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    ['["a","b"]', ['a', 'b']],
    [' ["a"]', ['a']],
    ['["\\u00e9"]', ['é']],
    ['c d', ['c d']],
    [
      ['a', 'a', 'b', 'a'],
      ['a', 'b'],
    ],
    ['', []],
    [null, []],
    [undefined, []],
    [[], []],
    [[''], []],
    [['', 'a', ''], ['a']],
    [[null, 'b'], ['b']],
    ['[]', []],
    ['["","a",null]', ['a']],
    [1, ['1']],
    [true, ['true']],
    [
      ['a', 2.5, false],
      ['a', '2.5', 'false'],
    ],
    [['a', { b: 1 }, ['b']], ['a']],
    [{ a: ['b'] }, []],
    ['[a', ['[a']],
    ['["a",]', ['["a",]']],
    ['[1,2]', ['[1,2]']],
    ['x["a"]', ['x["a"]']],
    ['{"a":["b"]}', ['{"a":["b"]}']],
    [['["a","b"]'], ['["a","b"]']],
  ])('casts %j to the values %j', (input, value) => {
    expect(field.normalize(input, multiple)).toEqual(value)
  })

  test.each([
    ['a', 'a'],
    [['a', 'b'], 'b'],
    ['["a","b"]', 'b'],
    [['a', '', 'b', ''], 'b'],
    [[], ''],
    [null, ''],
    ['', ''],
    [0, '0'],
    [false, 'false'],
    ['[1]', '[1]'],
    [['["a","b"]'], 'b'],
  ])('casts %j to the single value %j', (input, value) => {
    expect(field.normalize(input, single)).toBe(value)
  })

  test('returns a normal list unchanged', () => {
    const list = ['a', 'b']
    expect(field.normalize(list, multiple)).toBe(list)
  })

  test('reads a plain text in a column with lists, and a list in a column with single values', () => {
    expect(field.decode('a', multiple)).toEqual(['a'])
    expect(field.decode('["a","a","","b"]', multiple)).toEqual(['a', 'b'])
    expect(field.decode(12, multiple)).toEqual(['12'])
    expect(field.decode('', multiple)).toEqual([])
    expect(field.decode(null, multiple)).toEqual([])
    expect(field.decode('["a","b"]', single)).toBe('b')
    expect(field.decode(null, single)).toBe('')
  })

  test.each([
    [single, 'c d'],
    [single, ''],
    [multiple, ['a', 'b', 'é']],
    [multiple, ['a', 'b', 'é', 'a', '']],
    [multiple, []],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [multiple, 'A', 'Invalid value A.'],
    [multiple, ['a', 'b '], 'Invalid value b.'],
    [multiple, 'a,b', 'Invalid value a,b.'],
    [multiple, ['a', 'x', 'y'], 'Invalid value x.'],
    [multiple, true, 'Invalid value true.'],
    [multiple, 'why?', 'Invalid value why?'],
    [single, 'c  d', 'Invalid value c  d.'],
    [single, 'e\u0301', 'Invalid value e\u0301.'],
    [single, 0, 'Invalid value 0.'],
    [{}, 'a', 'Invalid value a.'],
  ])('with the options %j rejects %j', (settings, input, message) => {
    expect(validateInput(field, settings, input)).toEqual({ code: 'validation_invalid_value', message })
  })

  test.each([[['a', 'b', 'c d', 'é']], [['a', 'b', 'c d', 'x']]])(
    'reports that %j are too many values before it validates each',
    input => {
      expect(validateInput(field, multiple, input)).toEqual({
        code: 'validation_too_many_values',
        message: 'Select no more than 3.',
      })
    },
  )

  test.each([
    [multiple, ['é', 'b', 'a'], '+', 'c d', ['é', 'b', 'a', 'c d']],
    [multiple, ['é', 'b', 'a'], '+', ['a', 'b'], ['é', 'b', 'a']],
    [multiple, [], '+', '["a","b"]', ['a', 'b']],
    [multiple, ['é', 'b', 'a'], '-', 'b', ['é', 'a']],
    [multiple, ['é', 'b', 'a'], '-', ['é', 'zz'], ['b', 'a']],
    [multiple, ['a'], '-', null, ['a']],
    [single, 'b', '+', 'a', 'a'],
    [single, 'a', '+', ['b', 'é'], 'é'],
    [single, 'a', '+', ['b', 'a'], 'a'],
    [single, 'a', '+', '', 'a'],
    [single, 'a', '-', 'b', 'a'],
    [single, 'é', '-', ['a', 'é'], ''],
  ] as const)('with %j changes %j by %s %j to %j', (options, value, modifier, operand, result) => {
    const base = typeof value === 'string' ? value : [...value]
    expect(field.modify?.(base, modifier, operand, options)).toEqual(result)
  })

  test.each([
    [{}, ['maxSelect: Cannot be blank.', 'values: Cannot be blank.']],
    [{ values: [], maxSelect: 1 }, ['values: Cannot be blank.']],
    [{ values: ['a'], maxSelect: 0 }, ['maxSelect: Cannot be blank.']],
    [{ values: ['a'], maxSelect: -1 }, ['maxSelect: Must be no less than 1.']],
    [{ values: ['a', 'b'], maxSelect: 3 }, ['maxSelect: Must be no greater than 2.']],
    [{ values: null, maxSelect: 2 }, ['maxSelect: Must be no greater than 1.', 'values: Cannot be blank.']],
    [{ values: ['a', 'a', ''], maxSelect: 3 }, []],
  ])('validates the options %j with the result %j', (settings, said) => {
    expect(validateOptionsInput(field, settings).map(issue => `${issue.path}: ${issue.message}`)).toEqual(said)
  })
})
