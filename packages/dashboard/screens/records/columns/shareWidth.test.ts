import { expect, test } from 'vitest'
import { shareWidth } from './shareWidth.ts'

const text = (content: number) => ({ width: 184, content, share: 1 })
const number = { width: 112, content: 60, share: 0 }

test('free space goes to values that would be cut, and the rest is shared', () => {
  expect(shareWidth([text(60), number, text(420)], 800)).toEqual([184 + 42, 112, 420 + 42])
})

test('space that is not enough for all values completes as many columns as possible', () => {
  expect(shareWidth([text(230), number, text(900)], 620)).toEqual([230, 112, 278])
})

test('columns with short values share the free space', () => {
  expect(shareWidth([text(40), number, { ...text(40), share: 3 }], 880)).toEqual([184 + 100, 112, 184 + 300])
})

test('columns of a table without free space have their least widths', () => {
  expect(shareWidth([text(420), number, text(420)], 300)).toEqual([184, 112, 184])
})
