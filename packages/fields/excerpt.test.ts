import { describe, expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('an excerpt', () => {
  test.each([
    ['', 5, ''],
    ['12345', 5, '12345'],
    ['123456', 5, '12345…'],
    ['1234 6', 5, '1234…'],
    ['1234😀', 5, '1234…'],
    ['123😀5', 5, '123😀…'],
  ])('of %j with at most %d units is %j', (text, length, cut) => {
    expect(excerpt(text, length)).toBe(cut)
  })
})
