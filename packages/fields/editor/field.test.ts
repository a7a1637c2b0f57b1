import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})

describe('an editor field', () => {
  testFieldContract(field, { convertUrls: true })

  test('the options of an editor field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"convertUrls":false}')
  })

  test.each([
    ['<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['<p>unclosed', '<p>unclosed'],
    ['&amp;&lt;', '&amp;&lt;'],
    ['<a href="/x">rel</a>', '<a href="/x">rel</a>'],
    ['', ''],
    [null, ''],
    [5, '5'],
    [true, 'true'],
    [['x'], ''],
  ])('casts %j to %j', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
    expect(field.normalize(input, { convertUrls: true })).toBe(value)
  })

  test.each(['', '<p></p>', '<img src=x onerror=alert(1)>', 'x'.repeat(100_000)])('accepts any markup (case %#)', input => {
    expect(validateInput(field, {}, input)).toBeUndefined()
  })

  test('does not treat an empty paragraph as empty', () => {
    expect(field.isEmpty('<p></p>')).toBe(false)
    expect(field.isEmpty('')).toBe(true)
  })

  test('limits the bytes of a text, and has no limit by default', () => {
    expect(validateInput(field, { maxSize: 4 }, 'äö')).toBeUndefined()
    expect(validateInput(field, { maxSize: 4 }, 'äöx')).toMatchObject({ code: 'validation_content_size_limit' })
    expect(validateInput(field, { maxSize: '' }, 'x'.repeat(100))).toBeUndefined()
    expect(validateOptionsInput(field, { maxSize: 0 })).toHaveLength(1)
    expect(validateOptionsInput(field, { maxSize: 1 })).toEqual([])
  })

  test('rejects options of the wrong type', () => {
    expect(field.options.safeParse({ convertUrls: 'yes' }).success).toBe(false)
  })
})
