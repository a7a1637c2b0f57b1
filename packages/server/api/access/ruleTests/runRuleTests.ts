import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection, RuleTestResult } from '@coffer/schema'
import { dryRunEngine } from '../../../access/explain/dryRunEngine.ts'
import type { Catalog } from '../../../catalog/Catalog.ts'
import type { Transaction } from '../../../db/engine.ts'
import type { App } from '../../App.ts'
import { type RuleTestOutcome, runRuleTest } from './runRuleTest.ts'

/** Lists the tests of collections, with a function that adds a result. */
function* testsOf(collections: readonly Collection[]) {
  for (const collection of collections) {
    for (const [index, test] of (collection.ruleTests ?? []).entries()) {
      const resultOf = (outcome: RuleTestOutcome): RuleTestResult => ({
        ...{ collectionId: collection.id, collection: collection.name, index, test },
        ...outcome,
      })
      yield { collection, test, resultOf }
    }
  }
}

/** Runs the tests of all collections in a transaction, which keeps nothing of them. */
export async function runTestsWithin(
  app: App,
  transaction: Transaction,
  catalog: Catalog,
  timeBudgetMs: number,
): Promise<RuleTestResult[]> {
  const endsAt = performance.now() + timeBudgetMs
  const results: RuleTestResult[] = []
  for (const { collection, test, resultOf } of testsOf(catalog.all))
    results.push(resultOf(await runRuleTest(app, { transaction, catalog, endsAt }, collection, test)))
  return results
}

/**
 * Runs the tests of collections. Each one has a transaction that is rolled back, so other changes wait for one test at most.
 * @param catalog the collections that the rules read, in which the tested ones can be changed
 */
export async function runTests(
  app: App,
  catalog: Catalog,
  collections: readonly Collection[],
  timeBudgetMs: number,
): Promise<RuleTestResult[]> {
  const endsAt = performance.now() + timeBudgetMs
  const { engine } = dryRunEngine(app.db, { deadline: Number.POSITIVE_INFINITY, maxStatements: Number.POSITIVE_INFINITY })
  const results: RuleTestResult[] = []
  for (const { collection, test, resultOf } of testsOf(collections)) {
    // SQLite never waits, so without a pause the writer would receive no other request before the last test.
    await nextTurn()
    const run = (transaction: Transaction) => runRuleTest(app, { transaction, catalog, endsAt }, collection, test)
    results.push(resultOf(await engine.transaction(run)))
  }
  return results
}
