import { expect, test } from 'vitest'
import { itemAfterKey } from './itemAfterKey.ts'

const labels = ['Plain text', 'Rich editor', 'Number', 'Bool', 'Email', 'Relation', 'JSON']

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 6, 6],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 5, 5],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 2, 2],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['r', 0, 1],
  ['R', 1, 5],
  ['r', 5, 1],
  ['j', 6, 6],
  ['x', 0, undefined],
  ['Tab', 0, undefined],
  ['Enter', 0, undefined],
  ['1', 0, undefined],
])('%s moves from item %d to %s', (key, current, next) => {
  expect(itemAfterKey(key, current, labels, 4)).toBe(next)
})
