import { describe, expect, test } from 'vitest'
import { field } from './field.ts'
import { fromInputJson, toInputJson } from './inputJson.ts'
import { MalformedJson } from './MalformedJson.ts'

describe('a json value in an input', () => {
  test.each([
    [null, ''],
    [undefined, ''],
    ['', '""'],
    ['text', '"text"'],
    [0, '0'],
    [false, 'false'],
    [[1], '[\n  1\n]'],
    [{ a: 1 }, '{\n  "a": 1\n}'],
  ])('the value %j is shown as %j', (value, text) => {
    expect(toInputJson(value)).toBe(text)
    expect(fromInputJson(text)).toEqual(value ?? null)
  })

  test.each(['9007199254740992', '-0', '0e999', '12345678901234567000', '"9007199254740993"', '3.14159265358979323846'])(
    'the text %s is parsed like JSON.parse does',
    text => {
      expect(fromInputJson(text)).toBe(JSON.parse(text))
    },
  )

  test('whitespace is a missing value', () => {
    expect(fromInputJson(' \n')).toBeNull()
  })

  test.each(['{', 'text', '{a: 1}', '[1,]', "'a'", '1e400', '[9007199254740993]'])(
    'the text %j stays as typed and is invalid',
    text => {
      const value = fromInputJson(text)
      const options = { maxSize: 1000 }
      expect(toInputJson(value)).toBe(text)
      expect(field.validate(field.normalize(value, options), options)?.code).toBe('validation_invalid_json')
    },
  )

  test('text that is not JSON is stored in a draft as it was typed', () => {
    expect(JSON.stringify({ draft: new MalformedJson('{a') })).toBe('{"draft":"{a"}')
  })
})
