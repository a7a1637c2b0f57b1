import type { Collection } from '@coffer/schema'
import { join, name, type Sql, sql } from '../db/sql.ts'
import type { CompiledQuery } from '../query/compile/compileQuery.ts'
import { manageConditions } from '../records/rules/conditions.ts'
import { bounded, cellOf, compileFor, countOf, type EvaluatedRule, type Evaluation, type Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { isOfRequest } from './ruleBounds.ts'
import { isAmong, selectWhere } from './selectWhere.ts'

/** Returns the records whose hidden email a persona can read; none if the manage rule is invalid, as in responses. */
function compileManaged(evaluation: Evaluation, collection: Collection, persona: Persona): CompiledQuery[] {
  try {
    const rule = manageConditions(collection)
    const conditions = rule && evaluation.isForEveryRequest ? bounded(rule, isOfRequest, false) : rule
    return conditions ? [compileFor(evaluation, collection, persona, { method: 'GET' }, { conditions })] : []
  } catch {
    return []
  }
}

/**
 * Counts the records whose email a persona can read. A persona can list or view each of them, and the record shows its email, belongs to
 * the persona, or meets the manage rule. A record without an email does not count.
 */
export async function evaluateEmails(
  evaluation: Evaluation,
  population: Population,
  persona: Persona,
  readable: readonly EvaluatedRule[],
): Promise<EvaluatedRule> {
  const { collection, sample, total } = population
  const { dialect } = evaluation.counter.reader
  const reached = readable.flatMap(({ reached }) => reached ?? [])
  if (reached.length === 0) return { cell: { level: 'none' } }
  const column = (of: string) => name(collection.name, of)
  const isInAny = (conditions: readonly Sql[]) => sql`(${join(conditions, sql` OR `)})`
  const { requester } = persona
  const own = requester.kind === 'authRecord' ? [sql`${column('id')} = ${String(requester.record.values.id)}`] : []
  const managed = compileManaged(evaluation, collection, persona)
  const conditions = [
    sql`${column('email')} != ''`,
    isInAny(reached.map(query => isAmong(collection, query))),
    isInAny([sql`${column('emailVisibility')} = TRUE`, ...own, ...managed.map(query => isAmong(collection, query))]),
  ]
  const query = selectWhere(collection, conditions, { reads: [collection], joined: [] })
  const examined = sample ? selectWhere(collection, [dialect.inIds(column('id'), sample), ...conditions], query) : query
  const count = total === undefined ? undefined : await evaluation.counter.count(countOf(examined))
  const cell = cellOf(population, count)
  const depends = readable.some(({ cell }) => cell.dependsOnRequest)
  return { cell: depends && cell.level !== 'none' ? { ...cell, dependsOnRequest: true } : cell, reached: query }
}
