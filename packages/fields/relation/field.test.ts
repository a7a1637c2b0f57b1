import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const single = field.options.parse({ collectionId: 'tags', maxSelect: 1 })
const multiple = field.options.parse({ collectionId: 'tags', minSelect: 2, maxSelect: 3 })
const unlimited = field.options.parse({ collectionId: 'tags' })

describe('a relation field', () => {
  testFieldContract(field, single, multiple)

  test('the options of a relation field are in the order of the wire format', () => {
    const complete = '{"collectionId":"","cascadeDelete":false,"minSelect":null,"maxSelect":null,"displayFields":null}'
    expect(JSON.stringify(field.options.parse({}))).toBe(complete)
  })

  test('refers to its collection and has several ids by default', () => {
    expect(field.refersTo?.(single)).toBe('tags')
    expect([single, multiple, unlimited].map(field.isMultiple)).toEqual([false, true, true])
    expect(field.column(single)).toBe('text')
    expect(field.column(unlimited)).toBe('list')
  })

  test.each([
    [unlimited, 'a', ['a']],
    [unlimited, ['c', 'a'], ['c', 'a']],
    [unlimited, '["b","a"]', ['b', 'a']],
    [unlimited, ['a', 'a', 'b', ''], ['a', 'b']],
    [unlimited, 'a,b', ['a,b']],
    [unlimited, null, []],
    [single, 'a', 'a'],
    [single, ' a', ' a'],
    [single, ['a', 'b'], 'b'],
    [single, '["b","a"]', 'a'],
    [single, ['a', ''], 'a'],
    [single, [], ''],
    [single, 1, '1'],
    [single, ['["c","d"]'], 'd'],
  ])('with the options %j casts %j to %j', (options, input, value) => {
    expect(field.normalize(input, options)).toEqual(value)
  })

  test.each([
    [unlimited, Array.from({ length: 2000 }, (_, index) => `id${index}`)],
    [multiple, []],
    [multiple, ['a', 'b']],
    [multiple, ['a', 'b', 'c']],
    [single, 'a'],
    [{ maxSelect: 1, minSelect: 1 }, ''],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [multiple, ['a'], 'validation_not_enough_values', 'Select at least 2.'],
    [multiple, ['a', 'a'], 'validation_not_enough_values', 'Select at least 2.'],
    [multiple, ['a', 'b', 'c', 'd'], 'validation_too_many_values', 'Select no more than 3.'],
  ])('with the options %j rejects %j with %s', (settings, input, code, message) => {
    expect(validateInput(field, settings, input)).toEqual({ code, message })
  })

  test.each([
    [unlimited, ['c'], '+', 'a', ['c', 'a']],
    [unlimited, ['c', 'a'], '+', ['e', 'd', 'e'], ['c', 'a', 'e', 'd']],
    [unlimited, ['c', 'a'], '-', 'c', ['a']],
    [unlimited, ['c'], '-', 'missing', ['c']],
    [single, 'a', '+', 'b', 'b'],
    [single, 'a', '-', ['a'], ''],
  ] as const)('with %j changes %j by %s %j to %j', (options, value, modifier, operand, result) => {
    const base = typeof value === 'string' ? value : [...value]
    expect(field.modify?.(base, modifier, operand, options)).toEqual(result)
  })

  test.each([
    [{ minSelect: -1 }, ['minSelect: Must be no less than 0.']],
    [{ maxSelect: 0 }, ['maxSelect: Cannot be blank.']],
    [{ minSelect: 3, maxSelect: 2 }, ['maxSelect: Must be no less than 3.']],
    [{ minSelect: 2, maxSelect: -1 }, ['maxSelect: Must be no less than 2.']],
    [{ maxSelect: -1 }, ['maxSelect: Must be no less than 0.']],
    [{ minSelect: 0, maxSelect: 1 }, []],
    [{ minSelect: 2, maxSelect: 2 }, []],
    [{ minSelect: 7 }, []],
    [{ displayFields: ['missing'], cascadeDelete: true }, []],
  ])('validates the options %j with the result %j', (settings, said) => {
    expect(validateOptionsInput(field, settings).map(issue => `${issue.path}: ${issue.message}`)).toEqual(said)
  })
})
