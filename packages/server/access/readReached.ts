import type { Collection, RemovedFields, Rule, RuleAction } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import type { CompiledQuery } from '../query/compile/compileQuery.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import { selectRecords } from '../query/select/selectRecords.ts'
import { shapeOf } from '../records/rows/shape.ts'
import type { Requester } from '../records/rules/Requester.ts'
import { showRows } from '../records/visible/showRecords.ts'
import type { VisibleRecord } from '../records/visible/VisibleRecord.ts'
import { BatchedCounter } from './BatchedCounter.ts'
import { withRule } from './compareRules.ts'
import { compileDifference, evaluateVersions } from './countGained.ts'
import { evaluateEmails } from './evaluateEmails.ts'
import { type AskedRule, countOf, type EvaluatedRule, type Evaluation, evaluateRule, type Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { findContextPart } from './ruleContexts.ts'
import { withoutFields } from './withoutFields.ts'

/**
 * What is reached: records by an action, records whose email can be read, whose protected files can be downloaded, or whose changes
 * arrive on the realtime topic of the collection or on their own topics.
 */
export const reachedKinds = [
  'list',
  'view',
  'update',
  'delete',
  'manage',
  'emails',
  'protectedFiles',
  'collectionTopic',
  'recordTopics',
] as const
export type ReachedKind = (typeof reachedKinds)[number]

/** A new rule, and whether the records are listed that the persona gains by it, or those that it loses. */
export interface ListedChange {
  action: RuleAction
  rule: Rule
  difference: 'gained' | 'lost'
  /** See `ComparedRules`. */
  removed?: RemovedFields | undefined
}

export interface ReachedOptions {
  collection: Collection
  kind: ReachedKind
  persona: Persona
  /** Whether only records are listed that every request reaches. Otherwise, the most favorable request decides. */
  isForEveryRequest: boolean
  /** If present, only records are listed that become reached, or are no longer. */
  change?: ListedChange | undefined
  limit: number
  offset: number
  timeBudgetMs: number
}

function evaluate(evaluation: Evaluation, population: Population, kind: ReachedKind, persona: Persona): Promise<EvaluatedRule> {
  const by = (asked: AskedRule) => evaluateRule(evaluation, population, asked, persona)
  if (kind === 'emails') {
    return Promise.all([by({ action: 'list' }), by({ action: 'view' })]).then(readable =>
      evaluateEmails(evaluation, population, persona, readable),
    )
  }
  return by(findContextPart(kind) ?? { action: kind as RuleAction })
}

/** Compiles the query for the records that are listed; undefined if there are none. Nothing is counted. */
async function compileReached(
  evaluation: Evaluation,
  { collection, kind, persona, change }: ReachedOptions,
): Promise<CompiledQuery | undefined> {
  const population = { collection, total: undefined }
  if (!change) return (await evaluate(evaluation, population, kind, persona)).reached
  const { action, rule, difference, removed } = change
  const { catalog } = evaluation
  const after = removed && withoutFields(catalog, removed)
  const changed = { ...population, collection: withRule(after?.byId(collection.id) ?? collection, action, rule) }
  const versions = after ? { ...evaluation, catalog: after, earlier: catalog } : evaluation
  const { now, then } = await evaluateVersions(versions, changed, collection, { action }, persona)
  const [some, others] = difference === 'gained' ? [now.reached, then.reached] : [then.reached, now.reached]
  return some && compileDifference(evaluation.counter.reader.dialect, changed, some, others)
}

/** Reads a page of the records that a persona reaches, as the requester, an admin, sees them. */
export async function readReached(
  reader: Reader,
  catalog: Catalog,
  requester: Requester,
  options: ReachedOptions,
): Promise<{ records: VisibleRecord[]; total: number | undefined }> {
  const { collection, isForEveryRequest, limit, offset, timeBudgetMs } = options
  const counter = new BatchedCounter(reader, performance.now() + timeBudgetMs)
  const reached = await compileReached({ counter, catalog, isForEveryRequest }, options)
  if (!reached) return { records: [], total: 0 }
  const rows = await selectRecords(reader, reached, { columns: shapeOf(collection).select, limit, offset })
  const total = await counter.count(countOf(reached))
  return { records: await showRows(reader, collection, rows, requester, { catalog, request: noRequest }, undefined), total }
}
