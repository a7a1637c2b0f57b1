import { type AccessCell, type Collection, FilterError, type FilterNode, type Operand, type RuleAction } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Condition } from '../query/compile/Condition.ts'
import { type CompiledQuery, compileQuery } from '../query/compile/compileQuery.ts'
import { QueryError } from '../query/operands/QueryError.ts'
import { conditionsOf, manageConditions, ruleOf } from '../records/rules/conditions.ts'
import type { BatchedCounter } from './BatchedCounter.ts'
import { type Persona, type RequestKind, requestOf } from './Persona.ts'
import { assumeUnknown, isOfCollection, isOfRecord, isOfRequest, requiresOnlyId } from './ruleBounds.ts'

/** The records of a collection that are counted. */
export interface Population {
  collection: Collection
  /** Number of all records; undefined if they are not counted: a view can take any time to read. */
  total: number | undefined
  /** Ids of the examined records; undefined if all are examined. */
  sample?: readonly string[] | undefined
}

export interface Evaluation {
  counter: BatchedCounter
  catalog: Catalog
  /** The collections before the change whose effect is evaluated. Default: `catalog`. */
  earlier?: Catalog | undefined
  /** Whether a level counts as fixed only if the records behind `@collection` cannot change it either. Default: false. */
  isForAnyData?: boolean
  /** Whether queries for reached records have only those that every request reaches, whatever it sends. Default: false. */
  isForEveryRequest?: boolean
}

/** A rule of a collection, and the context in which it is evaluated. */
export interface AskedRule extends Pick<RequestKind, 'context'> {
  action: RuleAction
}

/** The number of reached records, and the query for the records that the most favorable request reaches, or every request. */
export interface EvaluatedRule {
  cell: AccessCell
  /** Undefined if the rule reaches no record, or none that is stored. */
  reached?: CompiledQuery | undefined
  /** Whether there was no time to find out whether the rule alone allows all records, or none. */
  isLate?: true
}

const methods: Readonly<Record<RuleAction, string>> = {
  list: 'GET',
  view: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  manage: 'PATCH',
}

/** Returns the conditions of a rule as requests check them; undefined if no requester but an admin meets it. */
function conditionsFor(collection: Collection, action: RuleAction, { requester }: Persona): readonly Condition[] | undefined {
  if (action === 'manage') return requester.kind === 'guest' ? undefined : manageConditions(collection)
  return ruleOf(collection, action) === null ? undefined : conditionsOf(collection, action, requester)
}

/**
 * Replaces comparisons with unknown operands in conditions. Returns undefined if no record can meet them.
 * @param isMet see `assumeUnknown`
 */
export function bounded(
  conditions: readonly Condition[],
  isUnknown: (operand: Operand) => boolean,
  assumed: boolean,
  isMet?: (comparison: FilterNode) => boolean,
): Condition[] | undefined {
  const met: Condition[] = []
  for (const condition of conditions) {
    const filter = assumeUnknown(condition.filter, isUnknown, assumed, isMet)
    if (filter === false) return undefined
    if (filter !== true) met.push({ ...condition, filter })
  }
  return met
}

const isOfRecordOrRequest = (operand: Operand): boolean => isOfRecord(operand) || isOfRequest(operand)

const isOfAnyData = (operand: Operand): boolean => isOfRecordOrRequest(operand) || isOfCollection(operand)

/** Compiles conditions for the request of a persona. */
export function compileFor(
  { counter, catalog }: Evaluation,
  collection: Collection,
  persona: Persona,
  kind: RequestKind,
  {
    conditions,
    ids,
    isConstant,
  }: { conditions: readonly Condition[]; ids?: readonly string[] | undefined; isConstant?: boolean },
): CompiledQuery {
  const { request, added } = requestOf(persona, kind)
  return compileQuery(counter.reader.dialect, {
    collection,
    catalog,
    request,
    conditions,
    added,
    deadline: counter.deadline,
    ...(ids && { ids }),
    // Conditions on no record are checked on a record without values, not on each stored one.
    ...(isConstant && { past: { record: {} } }),
  })
}

/**
 * Whether every record or no record meets a rule, for any content of the records and the request. Other collections have the records
 * that are stored, unless the evaluation is for any data.
 */
async function decideAlone(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  kind: RequestKind,
  conditions: readonly Condition[],
): Promise<'all' | 'none' | 'unknown' | undefined> {
  const isUnknown = evaluation.isForAnyData ? isOfAnyData : isOfRecordOrRequest
  const isMet = async (bound: Condition[] | undefined): Promise<boolean | undefined> => {
    if (!bound || bound.length === 0) return bound !== undefined
    const { matching } = compileFor(evaluation, collection, persona, kind, { conditions: bound, isConstant: true })
    const count = await evaluation.counter.count(sql`SELECT COUNT(*) ${matching}`)
    return count === undefined ? undefined : count > 0
  }
  const bound = (assumed: boolean) =>
    bounded(conditions, isUnknown, assumed, collection.type === 'view' ? undefined : requiresOnlyId)
  const canBeMet = await isMet(bound(true))
  if (canBeMet === false) return 'none'
  const isAlwaysMet = await isMet(bound(false))
  if (isAlwaysMet) return 'all'
  return canBeMet === undefined || isAlwaysMet === undefined ? 'unknown' : undefined
}

/** Returns the statement that counts the records of a query. */
export function countOf({ count, matching }: CompiledQuery): Sql {
  return sql`SELECT ${count} ${matching}`
}

/** Scales a number of examined records to the whole table. */
export function scaled({ sample, total = 0 }: Population, counted: number): number {
  return sample ? Math.round((counted / Math.max(1, sample.length)) * total) : counted
}

/** Describes counted records. @param atLeast number of records that every request reaches */
export function cellOf(population: Population, count: number | undefined, atLeast = count): AccessCell {
  const { total, sample } = population
  if (count === undefined || atLeast === undefined || total === undefined) return { level: 'unknown' }
  const depends = atLeast === count ? {} : { dependsOnRequest: true as const }
  if (sample) {
    // Records that are not in the sample may differ from all that are.
    const lower = atLeast === count ? {} : { atLeast: scaled(population, atLeast) }
    return { level: 'some', count: scaled(population, count), ...lower, ...depends, sample: sample.length }
  }
  if (count === 0) return { level: 'none', count }
  return { level: atLeast === total ? 'all' : 'some', count, ...(atLeast === count ? {} : { atLeast }), ...depends }
}

const noRecord: EvaluatedRule = { cell: { level: 'none', isFixed: true, count: 0 } }

/** Counts the records that meet the conditions of a rule with any request, and with every request. */
async function countReached(
  evaluation: Evaluation,
  population: Population,
  persona: Persona,
  kind: RequestKind,
  conditions: readonly Condition[],
): Promise<EvaluatedRule> {
  const { collection, total, sample: ids } = population
  const compile = (assumed: boolean) => {
    const bound = bounded(conditions, isOfRequest, assumed)
    return bound && compileFor(evaluation, collection, persona, kind, { conditions: bound, ids })
  }
  const count = (query: CompiledQuery | undefined) => (query ? evaluation.counter.count(countOf(query)) : 0)
  const byAny = compile(true)
  if (!byAny) return noRecord
  const reached = evaluation.isForEveryRequest ? compile(false) : byAny
  if (total === undefined) return { cell: { level: 'unknown' }, reached }
  const [atMost, atLeast] = await Promise.all([count(byAny), count(compile(false))])
  return { cell: cellOf(population, atMost, atLeast), reached }
}

/** Evaluates conditions for a persona. */
export async function evaluateConditions(
  evaluation: Evaluation,
  population: Population,
  persona: Persona,
  kind: RequestKind,
  conditions: readonly Condition[],
): Promise<EvaluatedRule> {
  const { collection, total } = population
  const decided = await decideAlone(evaluation, collection, persona, kind, conditions)
  if (decided === 'none') return noRecord
  const reached = compileFor(evaluation, collection, persona, kind, { conditions: [] })
  if (decided === 'all') return { cell: { level: 'all', isFixed: true, ...(total !== undefined && { count: total }) }, reached }
  // Records that were not evaluated in time may be reached, so there is a query for them.
  if (decided === 'unknown') {
    const late = await countReached(evaluation, { ...population, total: undefined }, persona, kind, conditions)
    return { ...late, isLate: true }
  }
  return countReached(evaluation, population, persona, kind, conditions)
}

/** Evaluates conditions that cannot be counted, because the record does not exist yet. */
async function evaluateCreation(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  conditions: readonly Condition[],
): Promise<EvaluatedRule> {
  const kind = { method: methods.create }
  // Throws for a name that does not exist, also if it is among the unknown values.
  compileFor(evaluation, collection, persona, kind, { conditions })
  const decided = await decideAlone(evaluation, collection, persona, kind, conditions)
  if (decided === undefined) return { cell: { level: 'some', dependsOnRequest: true } }
  return decided === 'unknown' ? { cell: { level: decided }, isLate: true } : { cell: { level: decided, isFixed: true } }
}

/** Evaluates a rule of a collection for a persona, with the SQL that requests of the persona run. */
export async function evaluateRule(
  evaluation: Evaluation,
  population: Population,
  { action, context = 'default' }: AskedRule,
  persona: Persona,
): Promise<EvaluatedRule> {
  const { collection } = population
  try {
    const conditions = conditionsFor(collection, action, persona)
    if (!conditions) return action === 'create' ? { cell: { level: 'none', isFixed: true } } : noRecord
    if (action === 'create') return await evaluateCreation(evaluation, collection, persona, conditions)
    return await evaluateConditions(evaluation, population, persona, { method: methods[action], context }, conditions)
  } catch (error) {
    if (!(error instanceof FilterError || error instanceof QueryError)) throw error
    // Requests are rejected, too.
    return { cell: { level: 'none', isFixed: true, error: error.message } }
  }
}
