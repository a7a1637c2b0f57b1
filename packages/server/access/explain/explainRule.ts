import {
  type Collection,
  type ExplainedAction,
  type ExplainedCondition,
  type Explanation,
  FilterError,
  type SuggestedChange,
} from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Config } from '../../config/config.ts'
import type { Reader, Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { QueryError } from '../../query/operands/QueryError.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import { conditionsOf, ruleOf, visibilityFor } from '../../records/rules/conditions.ts'
import type { Persona } from '../Persona.ts'
import { evaluateTree, type Subject } from './evaluateTree.ts'
import { suggestChanges } from './suggestChanges.ts'

/** A request whose rule is explained, for one record. */
export interface ExplainedCheck {
  catalog: Catalog
  config: Pick<Config, 'compatibleFilters'>
  collection: Collection
  action: ExplainedAction
  persona: Persona
  request: RequestValues
  /** The filter of a list. */
  filter?: string | undefined
  /** Whether a collection without records meets a comparison of the filter with all of its records. */
  emptyMatches: boolean
  /** On the clock of `performance.now()`. */
  deadline: number
}

/** What the rule says of a record. */
export type RuleExplanation = Pick<Explanation, 'conditions' | 'note' | 'changes'> & Pick<Explanation['verdict'], 'hasRecord'>

interface NamedCondition extends Pick<ExplainedCondition, 'source' | 'text'> {
  condition: Condition
}

/** Runs work that can fail in a savepoint: on PostgreSQL, a failed statement would otherwise end the transaction. */
function inSavepoint<T>(reader: Reader | Transaction, work: () => Promise<T>): Promise<T> {
  return 'attempt' in reader ? reader.attempt(work) : work()
}

/** Returns the rule and the filter that a record has to meet. */
function namedConditions({ collection, action, persona, filter, config, emptyMatches }: ExplainedCheck): NamedCondition[] {
  const rule = ruleOf(collection, action) ?? ''
  const rules = conditionsOf(collection, action, persona.requester).map(
    (condition): NamedCondition => ({ source: 'rule', text: rule, condition }),
  )
  if (filter === undefined || filter === '') return rules
  const condition = { filter: readFilter(filter), ...visibilityFor(persona.requester, config), emptyMatches }
  return [...rules, { source: 'filter', text: filter, condition }]
}

const subjectOf = ({ catalog, collection, action, request, deadline }: ExplainedCheck, id: string): Subject => ({
  catalog,
  collection,
  request,
  ids: [id],
  deadline,
  ...(action === 'create' && { isNew: true }),
})

/** Returns the sentence for a rule that has no conditions. */
export function noteOf(collection: Collection, action: ExplainedAction): string | undefined {
  const rule = ruleOf(collection, action)
  if (rule === null) return 'The rule is locked: only admins are allowed.'
  return rule === '' ? 'The rule is empty: everyone is allowed.' : undefined
}

/**
 * Explains which parts of the rule, and of the filter of a list, a record meets, and what would turn the result.
 * @param reader sees the record as the rule does
 */
export async function explainRule(reader: Reader, check: ExplainedCheck, recordId: string): Promise<RuleExplanation> {
  const { collection, action } = check
  const note = noteOf(collection, action)
  const none: RuleExplanation = { conditions: [], changes: [], ...(note !== undefined && { note }) }
  if (ruleOf(collection, action) === null) {
    return { ...none, changes: [{ kind: 'rule', text: 'Allow everyone: set an empty rule.', rule: '' }] }
  }
  const subject = subjectOf(check, recordId)
  try {
    const named = namedConditions(check)
    const hasRecord = await inSavepoint(reader, () => isReached(reader, subject, named))
    const conditions: ExplainedCondition[] = []
    const changes: SuggestedChange[] = []
    for (const { source, text, condition } of named) {
      const { tree, results } = await inSavepoint(reader, () => evaluateTree(reader, subject, condition))
      conditions.push({ source, text, tree })
      const isTurning = tree.isMet === hasRecord
      if (isTurning || !tree.isMet) {
        const turned = { source, condition, results, subject, action, recordId }
        changes.push(...(await inSavepoint(reader, () => suggestChanges(reader, turned)).catch(() => [])))
      }
    }
    const isNoneMet = conditions.length > 1 && conditions.every(({ tree }) => !tree.isMet)
    const both = isNoneMet && { note: 'The record meets neither the rule nor the filter, so both have to change.' }
    return { ...none, conditions, changes, hasRecord, ...both }
  } catch (error) {
    if (error instanceof FilterError || error instanceof QueryError)
      return { ...none, note: `The rule is invalid: ${error.message}` }
    return { ...none, note: 'The rule could not be evaluated in time, or not with these values.' }
  }
}

/** Whether a record meets the rule, and the filter of a list. Nobody meets an invalid rule. */
export async function meetsRule(reader: Reader, check: ExplainedCheck, recordId: string): Promise<boolean> {
  const { collection, action } = check
  if (ruleOf(collection, action) === null) return false
  try {
    return await inSavepoint(reader, () => isReached(reader, subjectOf(check, recordId), namedConditions(check)))
  } catch {
    return false
  }
}

/** Whether a record meets all conditions together. */
async function isReached(reader: Reader, subject: Subject, named: readonly NamedCondition[]): Promise<boolean> {
  const conditions = named.map(({ condition }) => condition)
  const { matching } = compileQuery(reader.dialect, { ...subject, conditions })
  return (await reader.row(sql`SELECT 1 ${matching} LIMIT 1`)) !== undefined
}

/** Finds a record to explain a list with: one that is in it, otherwise any record of the collection. */
export async function findExample(reader: Reader, check: ExplainedCheck): Promise<string | undefined> {
  const { catalog, collection, request, deadline } = check
  const id = name(collection.name, 'id')
  const find = async (conditions: readonly Condition[]) => {
    const { matching } = compileQuery(reader.dialect, { catalog, collection, request, deadline, conditions })
    return (await reader.row(sql`SELECT ${id} ${matching} LIMIT 1`))?.[0]
  }
  try {
    const found = await find(namedConditions(check).map(({ condition }) => condition))
    if (found !== undefined) return String(found)
  } catch {
    // An invalid rule or filter has no records.
  }
  const any = await find([])
  return any === undefined ? undefined : String(any)
}
