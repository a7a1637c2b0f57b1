import type { RuleTestResult } from '@coffer/schema'

const keyOf = ({ collectionId, test }: RuleTestResult): string => JSON.stringify([collectionId, test])

/**
 * Returns the tests that prevent a change: tests that fail after it, or are not run, and did not fail before. A test that was not run
 * before may have passed then.
 */
export function blockingTests(before: readonly RuleTestResult[], after: readonly RuleTestResult[]): RuleTestResult[] {
  const failedBefore = new Set(before.filter(({ isPassed, hasRun }) => hasRun && !isPassed).map(keyOf))
  return after.filter(found => !found.isPassed && !failedBefore.has(keyOf(found)))
}
