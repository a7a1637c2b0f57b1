import { describeRuleTest, type RuleTestResult } from '@coffer/schema'
import { runTests } from '../api/access/ruleTests/runRuleTests.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { versions } from '../runtime/cache/versions.ts'
import { print, printJson } from '../runtime/terminal.ts'
import { createApp } from '../threads/createApp.ts'
import { type CommonOptions, configOf } from './options.ts'
import { withDatabase } from './withDatabase.ts'

/** Milliseconds after which no further test begins. */
const timeBudgetMs = 60_000

function printResults(results: readonly RuleTestResult[]): void {
  for (const { collection, test, isPassed, hasRun, message } of results) {
    print`${isPassed ? 'passed' : hasRun ? 'FAILED' : 'NOT RUN'}  ${collection}: ${describeRuleTest(test)}`
    if (!isPassed) print`        ${message}`
  }
  const passed = results.filter(({ isPassed }) => isPassed).length
  const notRun = results.filter(({ hasRun }) => !hasRun).length
  const failed = results.length - passed - notRun
  if (results.length === 0) print`There are no rule tests.`
  else print`${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} not run`}`
}

/**
 * Runs the rule tests of all collections and prints their results. The changes of the tests are rolled back.
 * @returns whether all have passed
 * @throws Error with a sentence for the command line if they cannot be run
 */
export async function runAccessTests(options: CommonOptions & { json: boolean }): Promise<boolean> {
  const config = configOf(options)
  const installation = openInstallation(config)
  installation.assertPresent()
  let results: RuleTestResult[] = []
  await withDatabase('access', options, async db => {
    const logs = await installation.openLogReader(db, () => undefined)
    try {
      const app = await createApp(config, { db, logs }, versions(), () => undefined).snapshot()
      results = await runTests(app, app.catalog, app.catalog.all, timeBudgetMs)
    } finally {
      await logs.close()
    }
  })
  if (options.json) printJson({ results })
  else printResults(results)
  return results.every(({ isPassed }) => isPassed)
}
