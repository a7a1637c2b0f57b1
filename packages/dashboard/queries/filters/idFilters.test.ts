import { expect, it } from 'vitest'
import { idFilters } from './idFilters.ts'
import { encodedLength } from './queryLength.ts'

const ids = Array.from({ length: 120 }, (_, index) => `record${String(index).padStart(9, '0')}`)

it('joins id equalities with OR, so many at a time', () => {
  expect(idFilters(['a', 'b', 'c'], 2, 1000)).toEqual(['id="a"||id="b"', 'id="c"'])
  expect(idFilters([], 2, 1000)).toEqual([])
  expect(idFilters(ids, 50, 10_000).map(filter => filter.split('||').length)).toEqual([50, 50, 20])
})

it('keeps each within its room and loses no id', () => {
  const filters = idFilters(ids, 100, 1000)
  for (const filter of filters) expect(encodedLength(filter)).toBeLessThanOrEqual(1000)
  expect(filters.join('||')).toBe(ids.map(id => `id="${id}"`).join('||'))
})

it('writes any text as text, and leaves out what no record can be called', () => {
  expect(idFilters(['a"b\\', 'x'.repeat(2000)], 100, 1000)).toEqual(['id="a\\"b\\\\"'])
})
