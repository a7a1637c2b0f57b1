import { expect, test } from 'vitest'
import { updateExpectedToFail } from './updateExpectedToFail.ts'

const outcome = (
  topic: string,
  scenario: string,
  problem: string | null,
  listedAs: 'expectedToFail' | 'deviation' | null = null,
) => ({
  topic,
  scenario,
  problem,
  listedAs,
})

test('passed scenarios are removed from the list, failed ones are added, others stay', () => {
  const listed = { 'a/x': ['fixed', 'untouched'], 'b/y': ['elsewhere'], 'c/z': ['fixed'] }
  const outcomes = [
    outcome('a/x', 'fixed', null, 'expectedToFail'),
    outcome('a/x', 'broken', 'why'),
    outcome('a/x', 'on purpose', 'why', 'deviation'),
    outcome('c/z', 'fixed', null, 'expectedToFail'),
    outcome('d/w', 'new', 'why'),
  ]
  expect(updateExpectedToFail(listed, outcomes)).toEqual({
    'a/x': ['broken', 'untouched'],
    'b/y': ['elsewhere'],
    'd/w': ['new'],
  })
})
