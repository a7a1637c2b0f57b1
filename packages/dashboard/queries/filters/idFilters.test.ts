import { expect, it } from 'vitest'
import { idFilters } from './idFilters.ts'
import { encodedLength } from './queryLength.ts'

const ids = Array.from({ length: 120 }, (_, index) => `record${String(index).padStart(9, '0')}`)

it('idFilters joins id comparisons with OR, up to the batch size per filter', () => {
  expect(idFilters(['a', 'b', 'c'], 2, 1000)).toEqual(['id="a"||id="b"', 'id="c"'])
  expect(idFilters([], 2, 1000)).toEqual([])
  expect(idFilters(ids, 50, 10_000).map(filter => filter.split('||').length)).toEqual([50, 50, 20])
})

it('idFilters keeps each filter within the maximum length and includes every id', () => {
  const filters = idFilters(ids, 100, 1000)
  for (const filter of filters) expect(encodedLength(filter)).toBeLessThanOrEqual(1000)
  expect(filters.join('||')).toBe(ids.map(id => `id="${id}"`).join('||'))
})

it('idFilters escapes ids, and omits ids that exceed the maximum length', () => {
  expect(idFilters(['a"b\\', 'x'.repeat(2000)], 100, 1000)).toEqual(['id="a\\"b\\\\"'])
})
