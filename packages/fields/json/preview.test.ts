import { describe, expect, test } from 'vitest'
import { jsonPreview } from './preview.ts'

describe('the preview of a json value', () => {
  test.each([
    [{ a: [1, 'x', null] }, '{"a":[1,"x",null]}'],
    ['text "quoted"', 'text "quoted"'],
    ['', '""'],
    [[], '[]'],
    [0, '0'],
    [false, 'false'],
    [undefined, ''],
  ])('of %j is %j', (value, preview) => {
    expect(jsonPreview(value)).toBe(preview)
  })
})
