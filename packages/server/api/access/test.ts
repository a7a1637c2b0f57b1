import { isObject } from '@coffer/fields'
import { type Collection, type RuleTest, RuleTestError, readRuleTests } from '@coffer/schema'
import { withRule } from '../../access/compareRules.ts'
import { catalogOf } from '../../catalog/Catalog.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { App } from '../App.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter } from '../Steps.ts'
import { getNamedCollection, readRules } from './parameters.ts'
import { runTests } from './ruleTests/runRuleTests.ts'

const form = { collection: 'text', rules: 'json', tests: 'json', page: 'json' } as const

/** Milliseconds after which no further test begins. */
const timeBudgetMs = 10_000

/** Returns a test of a list with another page than the one that it names, for its ids. */
function onPage(found: RuleTest, page: unknown): RuleTest {
  if (found.action !== 'list' || !Number.isSafeInteger(page)) return found
  return { ...found, query: { ...found.query, page: String(page) } }
}

/** Returns the tested collection with the rules and tests of the request; undefined to test all collections. */
function readCollection(app: App, request: ApiRequest): Collection | undefined {
  const { collection: name, rules, tests, page } = readForm(request, form)
  if (name === undefined || name === '') {
    if (rules === undefined && tests === undefined) return undefined
    throw new Rejection('invalid', { message: 'Name the collection of the rules and tests.' })
  }
  const changes = Object.entries(isObject(rules) || rules !== undefined ? readRules(rules) : {})
  const stored = getNamedCollection(app, name)
  const changed = changes.reduce<Collection>((known, [action, rule]) => withRule(known, action as never, rule ?? null), stored)
  try {
    return tests === undefined ? changed : { ...changed, ruleTests: readRuleTests(tests).map(found => onPage(found, page)) }
  } catch (error) {
    throw error instanceof RuleTestError ? new Rejection('invalid', { message: error.message }) : error
  }
}

/** Runs the rule tests of one collection, also with rules and tests that are not saved yet, or of all collections. */
export const test: Endpoint = {
  method: 'POST',
  path: '/access/test',
  operation: {
    id: 'testAccess',
    summary: 'Run the rule tests of a collection or of all',
    body: { form, required: [] },
    returns: 'RuleTestResults',
    errors: [404],
  },
  body: { maxBytes: 1024 * 1024 },
  guard: adminOnly,
  steps: inWriter(async ({ app, request }) => {
    const tested = readCollection(app, request)
    const { catalog } = app
    const all = tested ? catalog.all.map(known => (known.id === tested.id ? tested : known)) : catalog.all
    const results = await runTests(app, catalogOf(all, catalog), tested ? [tested] : all, timeBudgetMs)
    return jsonReply({ results })
  }),
}
