import type { AccessDifference, Collection, RemovedFields, Rule, RuleAction, RuleChange, UserDifference } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { CompiledQuery } from '../query/compile/compileQuery.ts'
import { BatchedCounter } from './BatchedCounter.ts'
import { compileDifference, evaluateVersions } from './countGained.ts'
import { actionsOf, ruleFor } from './evaluateCollection.ts'
import { countOf, type Evaluation, scaled } from './evaluateRule.ts'
import { guest, readUsers } from './findPersona.ts'
import { type ChangedRule, opensToEveryone } from './opensToEveryone.ts'
import type { Persona } from './Persona.ts'
import { sampleIfLarge } from './readSample.ts'
import { findRuleError, withoutUnsaved } from './unsavedNames.ts'
import { withoutFields } from './withoutFields.ts'

/** Maximum number of users that are examined, and of records that are listed. */
const maxUsers = 100
const maxListed = 1_000

export interface ComparedRules {
  collection: Collection
  /** The new rules; the others stay as they are. */
  rules: Partial<Record<RuleAction, Rule>>
  /** The fields and collections that are removed with the change, so that also rules that stay as they are can allow more. */
  removed?: RemovedFields | undefined
  /** The only persona beside guests that is examined, whose records are listed; a number of users by default. */
  persona?: Persona | undefined
  timeBudgetMs: number
}

interface Comparison extends ChangedRule {
  persona: Persona | undefined
}

/** The queries for the records that a persona gains and loses; undefined if there are none. */
async function differencesFor({ evaluation, population, before, action }: Comparison, persona: Persona) {
  const { dialect } = evaluation.counter.reader
  const { now, then } = await evaluateVersions(evaluation, population, before, { action }, persona)
  const between = (one: CompiledQuery | undefined, other: CompiledQuery | undefined) =>
    one && compileDifference(dialect, population, one, other)
  return { gained: between(now.reached, then.reached), lost: between(then.reached, now.reached) }
}

async function countDifference(
  { evaluation, population }: Comparison,
  gained: CompiledQuery | undefined,
  lost: CompiledQuery | undefined,
): Promise<AccessDifference> {
  const count = (query: CompiledQuery | undefined) => (query ? evaluation.counter.count(countOf(query)) : 0)
  const [more, less] = await Promise.all([count(gained), count(lost)])
  return {
    ...(more !== undefined && { gained: scaled(population, more) }),
    ...(less !== undefined && { lost: scaled(population, less) }),
  }
}

async function listIds({ evaluation, population }: Comparison, query: CompiledQuery | undefined): Promise<string[]> {
  if (!query || performance.now() > evaluation.counter.deadline) return []
  const id = name(population.collection.name, 'id')
  const rows = await evaluation.counter.reader.rows(
    sql`SELECT DISTINCT ${id} ${query.matching} ORDER BY ${id} LIMIT ${maxListed}`,
  )
  return rows.map(([id]) => String(id))
}

async function compareUsers(comparison: Comparison): Promise<RuleChange['users']> {
  const { evaluation } = comparison
  const { persona: named } = comparison
  const { users, total } = named
    ? { users: [named], total: 1 }
    : await readUsers(evaluation.counter.reader, evaluation.catalog, maxUsers)
  const differences = await Promise.all(
    users.map(async ({ key: persona, username = '', collection, ...user }): Promise<UserDifference> => {
      const { gained, lost } = await differencesFor(comparison, { key: persona, username, collection, ...user })
      const difference = { persona, username, collection, ...(await countDifference(comparison, gained, lost)) }
      if (!named) return difference
      return { ...difference, gainedIds: await listIds(comparison, gained), lostIds: await listIds(comparison, lost) }
    }),
  )
  const counted = differences.filter(({ gained, lost }) => gained !== undefined && lost !== undefined)
  const changed = counted.filter(({ gained, lost }) => gained || lost)
  return {
    total,
    examined: counted.length,
    gaining: changed.filter(({ gained }) => gained).length,
    losing: changed.filter(({ lost }) => lost).length,
    changed,
  }
}

/** Whether users can be treated otherwise than guests. */
const distinguishesUsers = (action: RuleAction, ...rules: Rule[]): boolean =>
  action === 'manage' || rules.some(rule => rule?.includes('@request.auth'))

/** @param opens undefined if there was no time to find out */
const openingOf = (opens: boolean | undefined) => ({
  opensToEveryone: opens !== false,
  ...(opens === undefined && { isUncertain: true as const }),
})

/** Whether a rule that names what is not saved yet can open a collection, whatever the values are. */
async function canOpenUnsaved(comparison: Comparison, rule: Rule): Promise<boolean> {
  const { evaluation, population, action } = comparison
  const known = withoutUnsaved(evaluation, population.collection, rule)
  const collection = withRule(population.collection, action, known)
  return (await opensToEveryone({ ...comparison, population: { ...population, collection } })) !== false
}

async function compareRule(comparison: Comparison): Promise<RuleChange> {
  const { evaluation, population, before, action, persona } = comparison
  const [earlier, later] = [ruleFor(before, action), ruleFor(population.collection, action)]
  const rules = { action, before: earlier, after: later }
  const error = findRuleError(evaluation, population.collection, later)
  if (error !== undefined) {
    return { ...rules, ...openingOf((await canOpenUnsaved(comparison, later)) ? undefined : false), error }
  }
  const change: RuleChange = {
    ...rules,
    ...openingOf(await opensToEveryone(comparison)),
    ...(population.sample && { sample: population.sample.length }),
  }
  if (action === 'create') return change
  const { gained, lost } = await differencesFor(comparison, guest)
  const [difference, gainedIds, lostIds] = await Promise.all([
    countDifference(comparison, gained, lost),
    listIds(comparison, gained),
    listIds(comparison, lost),
  ])
  const users = persona || distinguishesUsers(action, earlier, later) ? await compareUsers(comparison) : undefined
  return { ...change, guests: { ...difference, gainedIds, lostIds }, ...(users && { users }) }
}

/** Compares new rules of a stored collection with the stored ones: which records guests and users gain and lose. */
export async function compareRules(reader: Reader, catalog: Catalog, options: ComparedRules): Promise<RuleChange[]> {
  const { collection, rules, removed, persona, timeBudgetMs } = options
  const counter = new BatchedCounter(reader, performance.now() + timeBudgetMs)
  const sample = await sampleIfLarge(reader, catalog, collection)
  const total = sample && (await counter.count(sql`SELECT COUNT(*) FROM ${name(collection.name)}`))
  const changed = actionsOf(collection).filter(
    action => rules[action] !== undefined && (removed !== undefined || rules[action] !== ruleFor(collection, action)),
  )
  const after = removed && withoutFields(catalog, removed)
  const evaluation: Evaluation = after ? { counter, catalog: after, earlier: catalog } : { counter, catalog }
  const later = after?.byId(collection.id) ?? collection
  return Promise.all(
    changed.map(action => {
      const population = { collection: withRule(later, action, rules[action] ?? null), total, sample }
      return compareRule({ evaluation, population, before: collection, action, persona })
    }),
  )
}

/** Returns a collection with another rule for an action. */
export function withRule(collection: Collection, action: RuleAction, rule: Rule): Collection {
  if (action !== 'manage') return { ...collection, [`${action}Rule`]: rule }
  return collection.type === 'auth' ? { ...collection, options: { ...collection.options, manageRule: rule } } : collection
}
