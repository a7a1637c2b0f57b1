import { describeRuleTest, type Issues, type RuleTestResult } from '@coffer/schema'
import { loadCatalog } from '../../../catalog/loadCatalog.ts'
import type { AroundChange } from '../../../collections/changeCollections.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Call } from '../../Call.ts'
import { parameter } from '../../parameters.ts'
import { runTestsWithin } from './runRuleTests.ts'

/** Milliseconds for the tests before a change of collections, and again for those after it. */
const timeBudgetMs = 3000

/** The query parameter that saves a change in spite of failing tests. */
const override = 'allowFailingTests'

function describeCount(count: number, one: string, several: string): string[] {
  if (count === 0) return []
  return [count === 1 ? `1 rule test ${one}` : `${count} rule tests ${several}`]
}

/** Creates the error for a change that tests prevent. Its issues have their reasons, by collection and position. */
function failure(blocking: readonly RuleTestResult[]): Rejection {
  const failingTests = new Map<string, Issues>()
  for (const { collection, index, test, hasRun, message } of blocking) {
    const code = hasRun ? 'rule_test_failed' : 'rule_test_not_run'
    const issue = { code, message: `${describeRuleTest(test)}: ${message}` }
    failingTests.set(collection, { ...failingTests.get(collection), [index]: issue })
  }
  const failed = blocking.filter(({ hasRun }) => hasRun).length
  const counts = [
    ...describeCount(failed, 'fails', 'fail'),
    ...describeCount(blocking.length - failed, 'was not run in time', 'were not run in time'),
  ]
  const message = `${counts.join(' and ')} after this change, so it was not saved. To save it anyway, send the query parameter ${override}=1.`
  return new Rejection('invalid', { message, issues: { failingTests: Object.fromEntries(failingTests) } })
}

/**
 * Returns a function that runs the rule tests of all collections before and after a change, and rejects the change if tests prevent it,
 * unless the request allows it.
 */
export function guardCollections({ app, request }: Pick<Call, 'app' | 'request'>): AroundChange {
  return async (transaction, change) => {
    if (parameter(request, override) === '1') return change()
    const before = await runTestsWithin(app, transaction, app.catalog, timeBudgetMs)
    const result = await change()
    const catalog = await loadCatalog(transaction, app.catalog.version)
    const blocking = blockingTests(before, await runTestsWithin(app, transaction, catalog, timeBudgetMs))
    if (blocking.length > 0) throw failure(blocking)
    return result
  }
}

const keyOf = ({ collectionId, test }: RuleTestResult): string => JSON.stringify([collectionId, test])

/**
 * Returns the tests that prevent a change: tests that fail after it, or are not run, and did not fail before. A test that was not run
 * before may have passed then.
 */
export function blockingTests(before: readonly RuleTestResult[], after: readonly RuleTestResult[]): RuleTestResult[] {
  const failedBefore = new Set(before.filter(({ isPassed, hasRun }) => hasRun && !isPassed).map(keyOf))
  return after.filter(found => !found.isPassed && !failedBefore.has(keyOf(found)))
}
