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

const keyOf = ({ collectionId, test }: RuleTestResult): string => JSON.stringify([collectionId, test])

/** Creates the error for a change that makes tests fail. Its issues have their reasons, by collection and position. */
function failure(failing: readonly RuleTestResult[]): Rejection {
  const failingTests: Record<string, Issues> = {}
  for (const { collection, index, test, message } of failing) {
    failingTests[collection] ??= {}
    failingTests[collection][index] = { code: 'rule_test_failed', message: `${describeRuleTest(test)}: ${message}` }
  }
  const count = failing.length === 1 ? '1 rule test fails' : `${failing.length} rule tests fail`
  const message = `${count} after this change, so it was not saved. To save it anyway, send the query parameter ${override}=1.`
  return new Rejection('invalid', { message, issues: { failingTests } })
}

/**
 * Returns a function that runs the rule tests of all collections before and after a change, and rejects the change if a test fails that
 * did not fail before, unless the request allows it.
 */
export function guardCollections({ app, request }: Pick<Call, 'app' | 'request'>): AroundChange {
  return async (transaction, change) => {
    if (parameter(request, override) === '1') return change()
    const before = await runTestsWithin(app, transaction, app.catalog, timeBudgetMs)
    const result = await change()
    const catalog = await loadCatalog(transaction, app.catalog.version)
    const failedBefore = new Set(before.filter(({ isPassed }) => !isPassed).map(keyOf))
    const after = await runTestsWithin(app, transaction, catalog, timeBudgetMs)
    const failing = after.filter(found => !found.isPassed && !failedBefore.has(keyOf(found)))
    if (failing.length > 0) throw failure(failing)
    return result
  }
}
