import { expect, test } from 'vitest'
import { likePattern } from './likePattern.ts'

test.each([
  ['', '%%'],
  ['abc', '%abc%'],
  ['ab%c', 'ab%c'],
  ['ab\\%c', '%ab\\%c%'],
  ['%ab\\%c', '%ab\\%c'],
  ['ab\\\\%c', 'ab\\\\%c'],
  ['ab\\\\\\%c', '%ab\\\\\\%c%'],
  ['ab_c', '%ab\\_c%'],
  ['ab\\_c', '%ab\\_c%'],
  ['%ab_c', '%ab_c'],
  ['ab\\c', '%ab\\\\c%'],
  ['_ab\\c_', '%\\_ab\\\\c\\_%'],
  ['ab\\c%', 'ab\\c%'],
  ['end\\', '%end\\\\%'],
])('the pattern for ~ %j is %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern)
})
