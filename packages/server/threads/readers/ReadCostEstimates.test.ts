import { expect, test } from 'vitest'
import type { RequestTask } from '../requests/RequestTask.ts'
import { kindOf, ReadCostEstimates } from './ReadCostEstimates.ts'

const read = (collection: string, query: [string, string][], endpoint = 1): RequestTask => ({
  endpoint,
  request: { method: 'GET', url: '', params: { collection }, query, headers: {}, remoteIp: '', body: { kind: 'none' } },
  part: 0,
})

test.each<[string, 'slow' | 'unknown', RequestTask]>([
  ['the same read', 'slow', read('posts', [['filter', "title ~ 'a' && views > 10"]])],
  ['a read with other values', 'slow', read('posts', [['filter', 'title ~ "it\\"s" && views > 7']])],
  [
    'another page',
    'slow',
    read('posts', [
      ['page', '3'],
      ['filter', "title ~ 'b' && views > 1"],
    ]),
  ],
  [
    'a page behind the first thousand records',
    'unknown',
    read('posts', [
      ['page', '35'],
      ['filter', "title ~ 'b' && views > 1"],
    ]),
  ],
  ['a read with another filter', 'unknown', read('posts', [['filter', "slug ~ 'a' && views > 10"]])],
  [
    'a read with a sort',
    'unknown',
    read('posts', [...read('', [['filter', "title ~ 'a' && views > 1"]]).request.query, ['sort', 'id']]),
  ],
  ['a read of another collection', 'unknown', read('tags', [['filter', "title ~ 'a' && views > 10"]])],
  ['a read of another endpoint', 'unknown', read('posts', [['filter', "title ~ 'a' && views > 10"]], 2)],
])('after a slow read, the cost estimate of %s is %s', (_, expected, task) => {
  const estimates = new ReadCostEstimates()
  const kind = kindOf(task)
  expect(estimates.of(kind)).toBe('unknown')
  estimates.learn(kindOf(read('posts', [['filter', "title ~ 'x' && views > 5"]])), 150)
  expect(estimates.of(kind)).toBe(expected)
  estimates.learn(kind, 0.2)
  expect(estimates.of(kind)).toBe('quick')
  estimates.learn(kind, 150)
  expect(estimates.of(kind)).toBe('slow')
})

test('deep pages are of one kind, and all others of another one', () => {
  const kindOfPage = (page: string, perPage?: string) =>
    kindOf(read('posts', [...(perPage === undefined ? [] : [['perPage', perPage] as [string, string]]), ['page', page]]))
  expect(kindOfPage('35')).toBe(kindOfPage('3000'))
  expect(kindOfPage('34')).toBe(kindOfPage('1'))
  expect(kindOfPage('35')).not.toBe(kindOfPage('34'))
  expect(kindOfPage('3', '500')).toBe(kindOfPage('900', '2'))
  for (const first of ['1', '0', '-5', 'x']) expect(kindOfPage(first, '999999')).toBe(kindOfPage('2', '500'))
})

test('the estimate becomes medium after three reads of 1 ms, and quick again after a read of less than 0.5 ms', () => {
  const estimates = new ReadCostEstimates()
  const classAfter = (cost: number) => {
    estimates.learn('kind', cost)
    return estimates.of('kind')
  }
  expect([0.7, 1, 1].map(classAfter)).toEqual(['quick', 'quick', 'quick'])
  expect([1, 0.7, 100, 0.7].map(classAfter)).toEqual(['medium', 'medium', 'slow', 'medium'])
  expect([0.4, 1].map(classAfter)).toEqual(['quick', 'quick'])
})
