import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Dialect } from '../db/Dialect.ts'
import { name, sql } from '../db/sql.ts'
import type { CompiledQuery } from '../query/compile/compileQuery.ts'
import { type AskedRule, countOf, type EvaluatedRule, type Evaluation, evaluateRule, type Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { isAmong, selectWhere } from './selectWhere.ts'

/** Compiles the records that one query returns and another one does not. */
export function compileDifference(
  dialect: Dialect,
  { collection, sample }: Population,
  reached: CompiledQuery,
  without: CompiledQuery | undefined,
): CompiledQuery {
  const conditions = [
    isAmong(collection, reached),
    ...(without ? [sql`NOT (${isAmong(collection, without)})`] : []),
    ...(sample ? [dialect.inIds(name(collection.name, 'id'), sample)] : []),
  ]
  return selectWhere(collection, conditions, reached)
}

/** Returns a persona whose auth record has the fields that its collection has in a catalog. */
function personaIn(catalog: Catalog, persona: Persona): Persona {
  const { requester } = persona
  const collection = requester.kind === 'authRecord' ? catalog.byId(requester.collection.id) : undefined
  if (requester.kind !== 'authRecord' || collection?.type !== 'auth') return persona
  return { ...persona, requester: { ...requester, collection } }
}

/** Evaluates a rule of two versions of a collection for a persona. No record is counted. */
export async function evaluateVersions(
  evaluation: Evaluation,
  population: Population,
  before: Collection,
  asked: AskedRule,
  persona: Persona,
): Promise<{ then: EvaluatedRule; now: EvaluatedRule }> {
  const evaluate = (collection: Collection, catalog: Catalog) =>
    evaluateRule(
      { ...evaluation, catalog },
      { ...population, collection, total: undefined },
      asked,
      evaluation.earlier ? personaIn(catalog, persona) : persona,
    )
  const { catalog, earlier = catalog } = evaluation
  const [now, then] = await Promise.all([evaluate(population.collection, catalog), evaluate(before, earlier)])
  return { then, now }
}

/**
 * Counts the records that a persona reaches by a rule of a collection, but not by the rule of an earlier version of the collection.
 * Returns undefined if they cannot be counted.
 */
export async function countGained(
  evaluation: Evaluation,
  population: Population,
  before: Collection,
  asked: AskedRule,
  persona: Persona,
): Promise<number | undefined> {
  const { now, then } = await evaluateVersions(evaluation, population, before, asked, persona)
  if (then.cell.error !== undefined || !now.reached) return now.reached ? undefined : 0
  const { counter } = evaluation
  return counter.count(countOf(compileDifference(counter.reader.dialect, population, now.reached, then.reached)))
}
