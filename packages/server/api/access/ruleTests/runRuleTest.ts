import type { Collection, RuleTest, RuleTestResult, Verdict } from '@coffer/schema'
import { BatchedCounter } from '../../../access/BatchedCounter.ts'
import { evaluateRule } from '../../../access/evaluateRule.ts'
import { limitedTransaction } from '../../../access/explain/dryRunEngine.ts'
import { type ExplainedCheck, meetsRule } from '../../../access/explain/explainRule.ts'
import type { Catalog } from '../../../catalog/Catalog.ts'
import type { Transaction } from '../../../db/engine.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import { findRow } from '../../../records/rows/findRecord.ts'
import { createActor } from '../../../records/rules/Actor.ts'
import type { App } from '../../App.ts'
import { maxDryRunMs, maxDryRunStatements } from '../explainRequest.ts'
import { apiRequestOf, type ExplainedRequest, runRequest } from '../runRequest.ts'
import { appWithin } from './appWithin.ts'
import { prepareRequest, UnpreparedError } from './testedRequest.ts'

/** Says what the API responds with, as in `404 (title: Cannot be blank.)`. */
function describeResponse({ status, message, issues }: Verdict): string {
  const reasons = Object.entries(issues).map(([field, issue]) => `${field}: ${issue.message}`)
  const reason = reasons.length > 0 ? reasons.join(' ') : message
  return reason === '' ? String(status) : `${status} (${reason})`
}

const checkOf = (app: App, asked: ExplainedRequest, request: ExplainedCheck['request'], deadline: number): ExplainedCheck => ({
  ...{ catalog: app.catalog, config: app.config, deadline, request },
  ...{ collection: asked.collection, action: asked.action, persona: asked.persona },
  filter: asked.action === 'list' ? asked.query.filter : undefined,
  emptyMatches: asked.dialect === 'today',
})

/** Whether a list is empty only because there are no records yet. */
async function isOpen(app: App, { collection, persona, query }: ExplainedRequest, deadline: number): Promise<boolean> {
  if (query.filter !== undefined && query.filter !== '') return false
  const evaluation = { counter: new BatchedCounter(app.db, deadline), catalog: app.catalog }
  const { cell } = await evaluateRule(evaluation, { collection, total: undefined }, { action: 'list' }, persona)
  return cell.level === 'all' && cell.isFixed === true
}

/** What a test has found: why it has failed, or '' if it has passed, and the records of a list. */
type Found = Pick<RuleTestResult, 'message' | 'total' | 'listed'>

const describeTotal = (total: number): string => (total === 1 ? 'The list has 1 record.' : `The list has ${total} records.`)

async function checkList(app: App, asked: ExplainedRequest, test: RuleTest, deadline: number): Promise<Found> {
  const verdict = await runRequest(app, asked, apiRequestOf(asked))
  const { isAllowed, total, listed } = verdict
  const message = await checkListed(app, asked, verdict, test, deadline)
  return { message, ...(isAllowed && total !== undefined && { total, listed: listed ?? [] }) }
}

/** Says why the response to a list is not the expected one; '' if it is. */
async function checkListed(
  app: App,
  asked: ExplainedRequest,
  verdict: Verdict,
  { expected }: RuleTest,
  deadline: number,
): Promise<string> {
  const { total = 0 } = verdict
  if (!verdict.isAllowed) {
    if (verdict.status !== 403) return `The request fails: the API responds with ${describeResponse(verdict)}.`
    return expected === 'denied' ? '' : 'The API responds with 403: the list rule is locked.'
  }
  if (typeof expected === 'number') return total === expected ? '' : describeTotal(total)
  if (asked.record !== undefined) {
    const values = createActor(asked.persona.requester, apiRequestOf(asked)).values
    const hasRecord = await meetsRule(app.db, checkOf(app, asked, values, deadline), asked.record)
    if (hasRecord === (expected === 'allowed')) return ''
    return hasRecord ? 'The list has the record.' : 'The list does not have the record.'
  }
  if (expected === 'allowed') return total > 0 ? '' : 'The list is empty.'
  if (total > 0) return describeTotal(total)
  return (await isOpen(app, asked, deadline)) ? 'The list is empty only because there are no records: its rule allows all.' : ''
}

/** Says why a request to one record is not decided as expected; '' if it is. */
async function checkRecord(app: App, asked: ExplainedRequest, { expected }: RuleTest, deadline: number): Promise<string> {
  const { collection, action, record } = asked
  let isMet: boolean | undefined
  const observeRule: App['observeRule'] = async ({ reader, id, request }) => {
    isMet = await meetsRule(reader, checkOf(app, asked, request, deadline), id)
  }
  const verdict = await runRequest({ ...app, observeRule }, asked, apiRequestOf(asked))
  const response = describeResponse(verdict)
  if (verdict.isAllowed) return expected === 'allowed' ? '' : `The API allows it and responds with ${response}.`
  if (expected === 'allowed') return `The API responds with ${response}.`
  // A request that fails for another reason would go on failing once the rule is open.
  const isDenied = collection[`${action}Rule`] === null || isMet === false
  return isDenied
    ? ''
    : `The request is not rejected by the rule, but for another reason: ${response}.${record ? '' : ' Change its data.'}`
}

async function check(app: App, collection: Collection, test: RuleTest, deadline: number): Promise<Found> {
  const asked = await prepareRequest(app, collection, test)
  const { record } = asked
  if (record !== undefined && !(await findRow(app.db, collection, record)))
    return { message: `There is no record ${record} in ${collection.name}. Name another, or describe it in "given".` }
  if (asked.action === 'list') return checkList(app, asked, test, deadline)
  return { message: await checkRecord(app, asked, test, deadline) }
}

/** Whether a test has passed, and if not, why. */
export type RuleTestOutcome = Pick<RuleTestResult, 'isPassed' | 'hasRun' | 'message' | 'total' | 'listed'>

const notRun: RuleTestOutcome = { isPassed: false, hasRun: false, message: 'Not run: the tests before it took too long.' }

const outcomeOf = (found: Found): RuleTestOutcome => ({ isPassed: found.message === '', hasRun: true, ...found })

/**
 * Runs a rule test in a transaction and rolls its changes back.
 * @param catalog the collections as the transaction sees them
 * @param endsAt when the tests have to end, on the clock of `performance.now()`
 */
export async function runRuleTest(
  app: App,
  { transaction, catalog, endsAt }: { transaction: Transaction; catalog: Catalog; endsAt: number },
  collection: Collection,
  test: RuleTest,
): Promise<RuleTestOutcome> {
  const now = performance.now()
  if (now > endsAt) return notRun
  const deadline = Math.min(now + maxDryRunMs, endsAt)
  const limited = limitedTransaction(transaction, { deadline, maxStatements: maxDryRunStatements })
  try {
    const found = await transaction.dryRun(() => check(appWithin(app, limited.transaction, catalog), collection, test, deadline))
    if (!limited.isExhausted()) return outcomeOf(found)
  } catch (error) {
    if (error instanceof UnpreparedError) return outcomeOf({ message: error.message })
    if (!limited.isExhausted()) return outcomeOf({ message: `The test cannot be run: ${messageOf(error)}` })
  }
  // The last test may have had less than a second.
  if (deadline === endsAt && performance.now() > endsAt) return notRun
  return outcomeOf({ message: 'Stopped: the test took longer than a second, or more than 2,000 statements.' })
}
