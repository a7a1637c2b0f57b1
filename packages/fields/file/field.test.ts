import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const single = field.options.parse({ maxSelect: 1, maxSize: 100 })
const multiple = field.options.parse({ maxSelect: 2, maxSize: 100 })

describe('a file field', () => {
  testFieldContract(field, single, multiple)

  test('the options of a file field are in the order of the wire format', () => {
    const complete = '{"mimeTypes":null,"thumbs":null,"maxSelect":0,"maxSize":0,"protected":false}'
    expect(JSON.stringify(field.options.parse({}))).toBe(complete)
  })

  test.each([
    [single, 'a.png', 'a.png'],
    [single, ['a.png', 'b.png'], 'b.png'],
    [single, null, ''],
    [multiple, 'a.png', ['a.png']],
    [multiple, '["a.png","b.png"]', ['a.png', 'b.png']],
    [multiple, ['a.png', 'a.png', ''], ['a.png']],
    [multiple, '', []],
    [multiple, [new Date(0), 'a.png'], ['a.png']],
  ])('with the options %j casts %j to %j', (options, input, value) => {
    expect(field.normalize(input, options)).toEqual(value)
  })

  test.each([
    [single, 'a.png'],
    [single, ''],
    [multiple, ['a.png', 'b.png']],
    [{}, 'a.png'],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test('rejects more files than maxSelect allows', () => {
    expect(validateInput(field, multiple, ['a', 'b', 'c'])).toEqual({
      code: 'validation_too_many_values',
      message: 'Select no more than 2.',
      newer: { code: 'validation_too_many_files', message: 'The maximum allowed files is 2.', params: { maxSelect: 2 } },
    })
  })

  test.each([
    [multiple, ['a.png', 'b.png'], '-', 'a.png', ['b.png']],
    [multiple, ['a.png', 'b.png'], '-', ['b.png', 'unknown.png', 'a.png'], []],
    [multiple, ['a.png'], '+', 'b.png', ['a.png']],
    [single, 'a.png', '-', 'other.png', 'a.png'],
    [single, 'a.png', '-', 'a.png', ''],
    [single, 'a.png', '+', 'b.png', 'a.png'],
  ] as const)('with %j changes %j by %s %j to %j', (options, value, modifier, operand, result) => {
    const base = typeof value === 'string' ? value : [...value]
    expect(field.modify?.(base, modifier, operand, options)).toEqual(result)
  })

  test('returns which files it accepts and how they are served', () => {
    const settings = { maxSelect: 1, maxSize: 100, mimeTypes: ['image/png'], thumbs: ['100x50'], protected: true }
    const { maxSelect: maxFiles, ...rules } = settings
    expect(field.holdsFiles?.(field.options.parse(settings))).toEqual({ ...rules, maxFiles })
    expect(field.holdsFiles?.(single)).toEqual({ maxSize: 100, maxFiles: 1, mimeTypes: [], thumbs: [], protected: false })
  })

  test.each([
    [{}, ['maxSelect: Cannot be blank.', 'maxSize: Cannot be blank.']],
    [{ maxSelect: -1, maxSize: -1 }, ['maxSelect: Must be no less than 1.', 'maxSize: Must be no less than 1.']],
    [{ maxSelect: 1, maxSize: 1 }, []],
    [
      { maxSelect: 5, maxSize: 10, mimeTypes: ['not a type', ''], thumbs: ['0x10', '10x0', '10x20t', '10x20b', '10x20f', ''] },
      [],
    ],
  ])('validates the options %j with the result %j', (settings, said) => {
    expect(validateOptionsInput(field, settings).map(issue => `${issue.path}: ${issue.message}`)).toEqual(said)
  })

  test.each(['0x0', '0x0t', '0x0b', '0x0f'])('rejects the thumbnail size %s', size => {
    expect(validateOptionsInput(field, { maxSelect: 1, maxSize: 1, thumbs: ['100x100', size] })).toEqual([
      { path: ['thumbs', 1], code: 'validation_not_in_invalid', message: 'Must not be in list.' },
    ])
  })

  test.each(['abc', '10', '10x', 'x10', '10x10z', '10X10', '-1x10', '1.5x2', '10x10tt', ' 10x10'])(
    'rejects thumbs of the form %j',
    size => {
      expect(validateOptionsInput(field, { maxSelect: 1, maxSize: 1, thumbs: [size] })).toEqual([
        { path: ['thumbs', 0], code: 'validation_match_invalid', message: 'Must be in a valid format.' },
      ])
    },
  )
})
