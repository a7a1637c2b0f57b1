import type { RuleTestResult } from '@coffer/schema'
import { expect, test } from 'vitest'
import { blockingTests } from './guardCollections.ts'

const shared = {
  collectionId: 'c',
  collection: 'c',
  index: 0,
  test: { persona: 'guest', action: 'list', expected: 'denied' },
} as const
const passed: RuleTestResult = { ...shared, isPassed: true, hasRun: true, message: '' }
const failed: RuleTestResult = { ...shared, isPassed: false, hasRun: true, message: 'The list has 1 record.' }
const notRun: RuleTestResult = { ...shared, isPassed: false, hasRun: false, message: 'Not run.' }

test.each<[string, RuleTestResult | undefined, RuleTestResult, boolean]>([
  ['passes after it', failed, passed, false],
  ['fails because of it', passed, failed, true],
  ['failed before it', failed, failed, false],
  ['failed before it, and is not run after it', failed, notRun, false],
  ['is new and fails', undefined, failed, true],
  ['is not run after it', passed, notRun, true],
  ['was not run before it, and fails after it', notRun, failed, true],
  ['is not run before or after it', notRun, notRun, true],
  ['was not run before it, and passes after it', notRun, passed, false],
])('whether a change is prevented by a test that %s', (_, before, after, isBlocking) => {
  expect(blockingTests(before ? [before] : [], [after])).toEqual(isBlocking ? [after] : [])
})

test('a test that failed in one collection prevents a change that makes the same test fail in another one', () => {
  const ofOther = { ...failed, collectionId: 'other' }
  expect(blockingTests([ofOther, passed], [ofOther, failed])).toEqual([failed])
})
