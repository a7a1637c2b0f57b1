import { expect, test } from 'vitest'
import { moveBeside, moveBy } from './moveItem.ts'

const letters = ['a', 'b', 'c', 'd']

test.each([
  ['a', 'c', 'before', 'bacd'],
  ['a', 'c', 'after', 'bcad'],
  ['d', 'a', 'before', 'dabc'],
  ['c', 'b', 'after', 'abcd'],
  ['b', 'b', 'after', 'abcd'],
  ['x', 'b', 'after', 'abcd'],
  ['a', 'x', 'after', 'abcd'],
] as const)('%s let go at %s (%s) gives %s', (moved, target, edge, order) => {
  expect(moveBeside(letters, moved, target, edge).join('')).toBe(order)
})

test.each([
  ['a', 1, 'bacd'],
  ['d', -1, 'abdc'],
  ['a', -1, 'abcd'],
  ['d', 5, 'abcd'],
  ['b', Number.POSITIVE_INFINITY, 'acdb'],
  ['c', Number.NEGATIVE_INFINITY, 'cabd'],
  ['x', 1, 'abcd'],
])('%s moved by %d is %s', (moved, by, order) => {
  expect(moveBy(letters, moved, by).join('')).toBe(order)
})
