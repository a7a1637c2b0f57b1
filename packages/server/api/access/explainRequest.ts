import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Explanation, Verdict } from '@coffer/schema'
import { dryRunEngine, dryRunHashCost } from '../../access/explain/dryRunEngine.ts'
import { type ExplainedCheck, explainRule, findExample, noteOf, type RuleExplanation } from '../../access/explain/explainRule.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { SubscribedTopics } from '../../realtime/SubscribedTopics.ts'
import { findRow } from '../../records/rows/findRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { ruleOf } from '../../records/rules/conditions.ts'
import { Semaphore } from '../../runtime/Semaphore.ts'
import type { App } from '../App.ts'
import { timeBudgetOf } from './parameters.ts'
import { apiRequestOf, type ExplainedRequest, isRead, runRequest } from './runRequest.ts'

/** Limits of a dry run, which occupies the writer. */
export const maxDryRunMs = 1000
export const maxDryRunStatements = 2000
const dryRuns = new Semaphore({ maxConcurrent: 1 })

/** Says why the rule was not evaluated. */
async function noteForUnchecked(
  app: App,
  { collection, action, record }: ExplainedRequest,
  { isAllowed }: Verdict,
): Promise<string> {
  if (record !== undefined && !(await findRow(app.db, collection, record)))
    return `There is no record ${record} in ${collection.name}.`
  if (action !== 'list' || !isAllowed) return 'The request fails before its rule is checked.'
  // A list that names no record is explained with any record of the collection.
  return ['The collection has no records.', noteOf(collection, action)].filter(Boolean).join(' ')
}

/**
 * Explains the response to a request: runs it, rolls its changes back, and evaluates the parts of its rule on the record as the rule
 * saw it.
 * @throws Rejection `invalid` if a dry run exceeds its limits
 */
export function explainRequest(app: App, asked: ExplainedRequest): Promise<Explanation> {
  if (isRead(asked.action)) return explainNow(app, asked)
  return dryRuns.run(async () => {
    // SQLite never waits, so without a pause the writer would receive no other request before the last explanation.
    await nextTurn()
    return explainNow(app, asked)
  })
}

async function explainNow(app: App, asked: ExplainedRequest): Promise<Explanation> {
  const { collection, action, persona, query } = asked
  const request = apiRequestOf(asked)
  const deadline = performance.now() + (isRead(action) ? timeBudgetOf(app) / 2 : maxDryRunMs)
  const dryRun = dryRunEngine(app.db, { deadline, maxStatements: maxDryRunStatements })
  const checkOf = (values: ExplainedCheck['request']): ExplainedCheck => ({
    ...{ catalog: app.catalog, config: app.config, collection, action, persona, request: values, deadline: dryRun.deadline() },
    filter: action === 'list' ? query.filter : undefined,
    emptyMatches: asked.dialect === 'today',
  })
  let explained: (RuleExplanation & { record: string }) | undefined
  const observeRule: App['observeRule'] = async ({ reader, id, request: values }) => {
    if (!(await findRow(reader, collection, id))) return
    explained = { record: id, ...(await explainRule(reader, checkOf(values), id)) }
  }
  const verdict = await runRequest(
    {
      ...app,
      observeRule,
      ...(!isRead(action) && {
        db: dryRun.engine,
        listeners: new SubscribedTopics(app.recordFormat),
        loggedChanges: async () => undefined,
        hashCost: dryRunHashCost,
      }),
    },
    asked,
    request,
  )
  if (!isRead(action) && dryRun.isExhausted()) {
    throw new Rejection('invalid', {
      message: 'The dry run took too long and was stopped: the request changes too many records, or its rule reads too many.',
    })
  }
  const base = { action, collection: collection.name, persona: persona.key, rule: ruleOf(collection, action) }
  if (action === 'list') {
    const check = checkOf(createActor(persona.requester, request).values)
    const record = asked.record ?? (await findExample(app.db, check))
    if (record !== undefined && (asked.record === undefined || (await findRow(app.db, collection, record)))) {
      explained = { record, ...(await explainRule(app.db, check, record)) }
    }
    const { hasRecord } = explained ?? {}
    const isListed = verdict.isAllowed && hasRecord !== undefined
    return {
      ...{ ...base, verdict: { ...verdict, ...(isListed && { hasRecord }) } },
      ...(explained ? withoutReached(explained) : await unexplained(app, asked, verdict)),
      ...(explained && asked.record === undefined && { isExample: true as const }),
    }
  }
  return { ...base, verdict, ...(explained ? withoutReached(explained) : await unexplained(app, asked, verdict)) }
}

function withoutReached({ hasRecord: _, ...rest }: RuleExplanation & { record: string }) {
  return rest
}

/** The explanation of a request whose rule was not evaluated. */
async function unexplained(
  app: App,
  asked: ExplainedRequest,
  verdict: Verdict,
): Promise<Pick<Explanation, 'conditions' | 'changes' | 'note'>> {
  const { collection, action } = asked
  const isLocked = ruleOf(collection, action) === null
  const note = isLocked ? noteOf(collection, action) : await noteForUnchecked(app, asked, verdict)
  const changes = isLocked ? [{ kind: 'rule' as const, text: 'Allow everyone: set an empty rule.', rule: '' }] : []
  return { conditions: [], changes, ...(note !== undefined && { note }) }
}
