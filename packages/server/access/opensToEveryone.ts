import type { AccessCell, Collection, RuleAction } from '@coffer/schema'
import { compileDifference, evaluateVersions } from './countGained.ts'
import { ruleFor } from './evaluateCollection.ts'
import { type AskedRule, compileFor, countOf, type Evaluation, evaluateRule, type Population } from './evaluateRule.ts'
import { guest } from './findPersona.ts'
import { contextParts, readsContext } from './ruleContexts.ts'

/** A changed rule of a stored collection. */
export interface ChangedRule {
  evaluation: Evaluation
  /** The stored records, and the collection with the new rule. */
  population: Population
  before: Collection
  action: RuleAction
}

const isOpen = ({ level, isFixed }: AccessCell): boolean => level === 'all' && isFixed === true

/** Whether a new rule allows guests every record, whatever the records are, in some context in which the old rule does not. */
async function opensAlone({ evaluation, population, before, action }: ChangedRule): Promise<boolean | undefined> {
  const later = ruleFor(population.collection, action)
  const parts = Object.values(contextParts).filter(part => part.action === action && readsContext(later))
  const asked: AskedRule[] = [{ action }, ...parts]
  const opened = await Promise.all(
    asked.map(async one => {
      const { now, then } = await evaluateVersions(evaluation, population, before, one, guest)
      if (isOpen(then.cell)) return false
      return now.isLate ? undefined : isOpen(now.cell)
    }),
  )
  if (opened.includes(true)) return true
  return opened.includes(undefined) ? undefined : false
}

/** Whether guests reach every stored record by a new rule, with any request, and did not by the old one. */
async function opensAllRecords({ evaluation, population, before, action }: ChangedRule): Promise<boolean | undefined> {
  const { counter } = evaluation
  const { now, then } = await evaluateVersions(evaluation, population, before, { action }, guest)
  if (!now.reached || isOpen(then.cell)) return false
  const gained = await counter.count(countOf(compileDifference(counter.reader.dialect, population, now.reached, then.reached)))
  if (gained === 0) return false
  const every = compileFor(evaluation, population.collection, guest, { method: 'GET' }, { conditions: [] })
  const total = population.total ?? (await counter.count(countOf(every)))
  if (gained === undefined || total === undefined) return undefined
  const { cell } = await evaluateRule(evaluation, { ...population, total }, { action }, guest)
  return cell.level === 'unknown' ? undefined : cell.count === total && !cell.dependsOnRequest
}

/**
 * Whether a new rule lets everyone, also guests, use every record, and the old rule does not. Undefined if there was no time to find
 * out. What a create rule allows is known without records.
 */
export async function opensToEveryone(change: ChangedRule): Promise<boolean | undefined> {
  const isOpenedAlone = await opensAlone(change)
  if (isOpenedAlone || change.action === 'create') return isOpenedAlone
  const isEveryRecord = await opensAllRecords(change)
  return isEveryRecord === false ? isOpenedAlone : isEveryRecord
}
