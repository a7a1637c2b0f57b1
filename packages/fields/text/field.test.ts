import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})

describe('a text field', () => {
  testFieldContract(field, { min: 20 }, { max: 3 }, { min: 2, max: 4, pattern: '^[a-z]+$' }, { pattern: '(' })

  test('the options of a text field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"min":null,"max":null,"pattern":""}')
  })

  test.each([
    ['', ''],
    [' a ', ' a '],
    ['\t\n\r', '\t\n\r'],
    ['null', 'null'],
    ['[1,2]', '[1,2]'],
    ['<b>&"\'</b>', '<b>&"\'</b>'],
    ['\u0001\u001f', '\u0001\u001f'],
    ['half \ud800 pair', 'half \ufffd pair'],
    [1, '1'],
    [-7, '-7'],
    [1.5, '1.5'],
    [-0.25, '-0.25'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.5e-9, '-0.0000000015'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [['a'], ''],
    [{ a: 1 }, ''],
  ])('casts %j to %j', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
  })

  test.each([
    [{}, 'x'.repeat(100_000)],
    [{ min: 2 }, ''],
    [{ min: 2 }, 'Aé'],
    [{ min: 2 }, '😀😀'],
    [{ max: 2 }, '日本'],
    [{ max: 2 }, '😀😀'],
    [{ min: 2, max: 2 }, 'ab'],
    [{ pattern: '\\d' }, 'xx-42-yy'],
    [{ pattern: '^[a-z]+$' }, ''],
    [{ pattern: '^\\p{L}+$' }, 'Ünï'],
    [{ pattern: '(?i)^ABC$' }, 'abc'],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [{ min: 2 }, 'é', 'validation_min_text_constraint', 'Must be at least 2 character(s).'],
    [{ min: 2 }, '😀', 'validation_min_text_constraint', 'Must be at least 2 character(s).'],
    [{ max: 60 }, 'é'.repeat(61), 'validation_max_text_constraint', 'Must be less than 60 character(s).'],
    [{ max: 0 }, 'a', 'validation_max_text_constraint', 'Must be less than 0 character(s).'],
    [{ max: 2, pattern: '^b' }, 'aaa', 'validation_max_text_constraint', 'Must be less than 2 character(s).'],
    [{ pattern: '^[a-z-]+$' }, 'Upper', 'validation_invalid_format', 'Invalid value format.'],
    [{ pattern: '^[a-z-]+$' }, 'line\n', 'validation_invalid_format', 'Invalid value format.'],
    [{ pattern: '[a-z' }, 'a', 'validation_invalid_format', 'Invalid value format.'],
    [{ pattern: '(?=a)' }, 'a', 'validation_invalid_format', 'Invalid value format.'],
  ])('with the options %j rejects %j with %s', (settings, input, code, message) => {
    expect(validateInput(field, settings, input)).toEqual({ code, message })
  })

  test('matches a pattern with exponential backtracking in linear time', () => {
    expect(validateInput(field, { pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)?.code).toBe('validation_invalid_format')
  })

  test('uses changed options immediately', () => {
    const options = field.options.parse({ pattern: '^a' })
    expect(field.validate('b', options)).toBeDefined()
    options.pattern = '^b'
    expect(field.validate('b', options)).toBeUndefined()
  })

  test.each([
    [{ min: -1 }, ['min'], 'Must be no less than 0.'],
    [{ min: 5, max: 4 }, ['max'], 'Must be no less than 5.'],
    [{ min: 5, max: -1 }, ['max'], 'Must be no less than 5.'],
    [{ max: -1 }, ['max'], 'Must be no less than 0.'],
    [{ pattern: '([a-z' }, ['pattern'], expect.stringMatching(/^Error parsing regexp: .+\.$/)],
    [{ pattern: '(a)\\1' }, ['pattern'], expect.stringMatching(/^Error parsing regexp: .+\.$/)],
  ])('rejects the options %j', (settings, path, message) => {
    expect(validateOptionsInput(field, settings)).toEqual([{ path, code: expect.any(String), message }])
  })

  test('reports all errors of its options', () => {
    expect(validateOptionsInput(field, { min: -1, max: -2, pattern: '*' })).toEqual([
      { path: ['min'], code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 0.' },
      { path: ['max'], code: 'validation_min_greater_equal_than_required', message: 'Must be no less than -1.' },
      { path: ['pattern'], code: 'validation_invalid_regex', message: expect.stringContaining('Error parsing regexp: ') },
    ])
  })

  test.each([{ min: 0, max: 0 }, { min: 5, max: 0 }, { min: 0, max: 5 }, { pattern: '(?i)[a-z]{2,}' }])(
    'accepts the options %j',
    settings => {
      expect(validateOptionsInput(field, settings)).toEqual([])
    },
  )

  test.each([{ min: 'x' }, { min: 1.5 }, { max: true }, { pattern: 1 }])('rejects the shape of the options %j', settings => {
    expect(field.options.safeParse(settings).success).toBe(false)
  })
})
