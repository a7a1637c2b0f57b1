import { createHash } from 'node:crypto'
import { type AccessLevel, type Collection, queriesOf, type Rule, type RuleAction } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { manageConditions } from '../../records/rules/conditions.ts'
import { BatchedCounter } from '../BatchedCounter.ts'
import { actionsOf, fieldsOf, filesOf, ruleFor } from '../evaluateCollection.ts'
import { type Evaluation, evaluateConditions, evaluateRule, type Population } from '../evaluateRule.ts'
import type { Persona } from '../Persona.ts'
import { type ContextPart, contextParts, readsContext } from '../ruleContexts.ts'
import { type NullNames, nullNamesOf } from './nullNames.ts'

/** What the rules alone allow a persona, for any content of all records: `some` if it depends on the content. */
export type RuleLevels = Partial<Record<RuleAction | 'emails' | ContextPart, AccessLevel>>

/** The rules and fields of a collection, and what they allow. */
export interface ReviewedCollection {
  rules: Partial<Record<RuleAction, Rule>>
  /**
   * Names of the fields in responses by their ids; system fields have their name as id. So have the fields of views, because each save
   * derives them again from the query, with new ids.
   */
  fields: Record<string, string>
  /** Ids of the fields whose files anyone with the address can download. */
  publicFiles: string[]
  /** The query of a view and the queries of the views that it reads. */
  queries?: string[]
  /** By the key of the persona. */
  levels: Record<string, RuleLevels>
  /** The names in the rules that are null because they lead to no field, by the key of the persona. Absent if there are none. */
  nullNames?: Record<string, NullNames>
}

/** What guests and new users can do by the rules, by the id of the collection. */
export type ReviewedState = Record<string, ReviewedCollection>

const levelOf = ({ cell }: Awaited<ReturnType<typeof evaluateRule>>): AccessLevel => (cell.isFixed ? cell.level : 'some')

/** Returns whose hidden emails the manage rule lets a persona read; none if it is invalid, as in responses. */
async function managedLevel(evaluation: Evaluation, population: Population, persona: Persona): Promise<AccessLevel> {
  try {
    const conditions = manageConditions(population.collection)
    return conditions ? levelOf(await evaluateConditions(evaluation, population, persona, { method: 'GET' }, conditions)) : 'none'
  } catch {
    return 'none'
  }
}

/** Returns which emails the rules let a persona read. Every record that shows its email can be read with the record. */
async function emailLevel(
  evaluation: Evaluation,
  population: Population,
  persona: Persona,
  { list, view }: RuleLevels,
): Promise<AccessLevel> {
  if (list === 'none' && view === 'none') return 'none'
  const isReadable = list === 'all' || view === 'all'
  return isReadable && (await managedLevel(evaluation, population, persona)) === 'all' ? 'all' : 'some'
}

/** Returns what the list and view rules allow in contexts of their own. */
async function contextLevels(
  evaluation: Evaluation,
  population: Population,
  persona: Persona,
  byAction: RuleLevels,
): Promise<RuleLevels> {
  const entries = Object.entries(contextParts).map(async ([part, asked]): Promise<[string, AccessLevel]> => {
    const isSame = !readsContext(ruleFor(population.collection, asked.action))
    const level = isSame ? byAction[asked.action] : levelOf(await evaluateRule(evaluation, population, asked, persona))
    return [part, level ?? 'none']
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function levelsFor(evaluation: Evaluation, collection: Collection, persona: Persona): Promise<RuleLevels> {
  const population: Population = { collection, total: undefined }
  const entries = await Promise.all(
    actionsOf(collection).map(async action => [action, levelOf(await evaluateRule(evaluation, population, { action }, persona))]),
  )
  const byAction: RuleLevels = Object.fromEntries(entries)
  const levels = { ...byAction, ...(await contextLevels(evaluation, population, persona, byAction)) }
  return collection.type === 'auth' ? { ...levels, emails: await emailLevel(evaluation, population, persona, levels) } : levels
}

const idsByName = ({ schema }: Collection): Map<string, string> => new Map(schema.map(({ id, name }) => [name, id]))

async function stateOf(
  evaluation: Evaluation,
  collection: Collection,
  personas: readonly Persona[],
): Promise<ReviewedCollection> {
  const idOf = collection.type === 'view' ? new Map<string, string>() : idsByName(collection)
  const levels = await Promise.all(
    personas.map(async persona => [persona.key, await levelsFor(evaluation, collection, persona)] as const),
  )
  return {
    rules: Object.fromEntries(actionsOf(collection).map(action => [action, ruleFor(collection, action)])),
    fields: Object.fromEntries(fieldsOf(collection).map(name => [idOf.get(name) ?? name, name])),
    publicFiles: filesOf(collection).flatMap(({ field, isProtected }) => (isProtected ? [] : (idOf.get(field) ?? field))),
    ...(collection.type === 'view' && { queries: queriesOf(collection, evaluation.catalog.all) }),
    levels: Object.fromEntries(levels),
    ...nullNamesOf(evaluation.catalog, collection, personas),
  }
}

/** Evaluates what the rules of collections allow. No record is read, so that the state is the same whatever the records are. */
export async function readState(
  reader: Reader,
  catalog: Catalog,
  collections: readonly Collection[],
  personas: readonly Persona[],
): Promise<ReviewedState> {
  // The counts read no table. One that had no time left would change the state.
  const counter = new BatchedCounter(reader, Number.POSITIVE_INFINITY)
  const evaluation: Evaluation = { counter, catalog, isForAnyData: true }
  const entries = await Promise.all(
    collections.map(async collection => [collection.id, await stateOf(evaluation, collection, personas)] as const),
  )
  return Object.fromEntries(entries)
}

/** Returns a short text that is the same only for the same state. */
export function digestOf(state: ReviewedState): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url')
}
