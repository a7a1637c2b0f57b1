import type { Collection, RuleAction } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { noRequest } from '../query/operands/RequestValues.ts'
import { selectRecords } from '../query/select/selectRecords.ts'
import { shapeOf } from '../records/rows/shape.ts'
import type { Requester } from '../records/rules/Requester.ts'
import { showRows } from '../records/visible/showRecords.ts'
import type { VisibleRecord } from '../records/visible/VisibleRecord.ts'
import { BatchedCounter } from './BatchedCounter.ts'
import { evaluateEmails } from './evaluateEmails.ts'
import { type AskedRule, countOf, type EvaluatedRule, type Evaluation, evaluateRule, type Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { findContextPart } from './ruleContexts.ts'

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

export interface ReachedOptions {
  collection: Collection
  kind: ReachedKind
  persona: Persona
  /** Whether only records are listed that every request reaches. Otherwise, the most favorable request decides. */
  isForEveryRequest: boolean
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

/** Reads a page of the records that a persona reaches, as the requester, an admin, sees them. */
export async function readReached(
  reader: Reader,
  catalog: Catalog,
  requester: Requester,
  { collection, kind, persona, isForEveryRequest, limit, offset, timeBudgetMs }: ReachedOptions,
): Promise<{ records: VisibleRecord[]; total: number | undefined }> {
  const counter = new BatchedCounter(reader, performance.now() + timeBudgetMs)
  const evaluation = { counter, catalog, isForEveryRequest }
  // Nothing is counted but the page's own total.
  const { reached } = await evaluate(evaluation, { collection, total: undefined }, kind, persona)
  if (!reached) return { records: [], total: 0 }
  const rows = await selectRecords(reader, reached, { columns: shapeOf(collection).select, limit, offset })
  const total = await counter.count(countOf(reached))
  return { records: await showRows(reader, collection, rows, requester, { catalog, request: noRequest }, undefined), total }
}
