import { expect, test } from 'vitest'
import type { RequestTask } from './messages.ts'
import { SlowReads } from './SlowReads.ts'

const read = (collection: string, query: [string, string][], endpoint = 1): RequestTask => ({
  kind: 'request',
  endpoint,
  request: { method: 'GET', url: '', params: { collection }, query, headers: {}, remoteIp: '', body: { kind: 'none' } },
})

test.each<[string, boolean, RequestTask]>([
  ['the same read', true, read('posts', [['filter', "title ~ 'a' && views > 10"]])],
  ['one with other values', true, read('posts', [['filter', 'title ~ "it\\"s" && views > 7']])],
  [
    'another page',
    true,
    read('posts', [
      ['page', '3'],
      ['filter', "title ~ 'b' && views > 1"],
    ]),
  ],
  ['one that asks something else', false, read('posts', [['filter', "slug ~ 'a' && views > 10"]])],
  ['one that sorts', false, read('posts', [...read('', [['filter', "title ~ 'a' && views > 1"]]).request.query, ['sort', 'id']])],
  ['one of another collection', false, read('tags', [['filter', "title ~ 'a' && views > 10"]])],
  ['one of another endpoint', false, read('posts', [['filter', "title ~ 'a' && views > 10"]], 2)],
])('after a slow read, %s is expected to be slow: %s', (_, expected, task) => {
  const slow = new SlowReads()
  expect(slow.expects(task)).toBe(false)
  slow.learn(read('posts', [['filter', "title ~ 'x' && views > 5"]]))
  expect(slow.expects(task)).toBe(expected)
  slow.forget(task)
  expect(slow.expects(task)).toBe(false)
})
