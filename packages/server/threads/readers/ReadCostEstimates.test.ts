import { expect, test } from 'vitest'
import type { RequestTask } from '../tasks/Task.ts'
import { kindOf, ReadCostEstimates } from './ReadCostEstimates.ts'

const read = (collection: string, query: [string, string][], endpoint = 1): RequestTask => ({
  kind: 'request',
  endpoint,
  request: { method: 'GET', url: '', params: { collection }, query, headers: {}, remoteIp: '', body: { kind: 'none' } },
})

test.each<[string, 'slow' | 'unknown', RequestTask]>([
  ['the same read', 'slow', read('posts', [['filter', "title ~ 'a' && views > 10"]])],
  ['one with other values', 'slow', read('posts', [['filter', 'title ~ "it\\"s" && views > 7']])],
  [
    'another page',
    'slow',
    read('posts', [
      ['page', '3'],
      ['filter', "title ~ 'b' && views > 1"],
    ]),
  ],
  ['one that asks something else', 'unknown', read('posts', [['filter', "slug ~ 'a' && views > 10"]])],
  [
    'one that sorts',
    'unknown',
    read('posts', [...read('', [['filter', "title ~ 'a' && views > 1"]]).request.query, ['sort', 'id']]),
  ],
  ['one of another collection', 'unknown', read('tags', [['filter', "title ~ 'a' && views > 10"]])],
  ['one of another endpoint', 'unknown', read('posts', [['filter', "title ~ 'a' && views > 10"]], 2)],
])('after a slow read, the pace of %s is %s', (_, expected, task) => {
  const paces = new ReadCostEstimates()
  const kind = kindOf(task)
  expect(paces.of(kind)).toBe('unknown')
  paces.learn(kindOf(read('posts', [['filter', "title ~ 'x' && views > 5"]])), 150)
  expect(paces.of(kind)).toBe(expected)
  paces.learn(kind, 0.2)
  expect(paces.of(kind)).toBe('quick')
  paces.learn(kind, 150)
  expect(paces.of(kind)).toBe('slow')
})

test('a kind of read is middling after three that took 1 ms, until one takes less than half of that', () => {
  const paces = new ReadCostEstimates()
  const paceAfter = (cost: number) => {
    paces.learn('kind', cost)
    return paces.of('kind')
  }
  expect([0.7, 1, 1].map(paceAfter)).toEqual(['quick', 'quick', 'quick'])
  expect([1, 0.7, 100, 0.7].map(paceAfter)).toEqual(['middling', 'middling', 'slow', 'middling'])
  expect([0.4, 1].map(paceAfter)).toEqual(['quick', 'quick'])
})
