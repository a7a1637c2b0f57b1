import { type Collection, type FilterNode, parseFilter, printFilter, type Rule } from '@coffer/schema'
import { withRule } from '../compareRules.ts'
import { compileDifference, countGained } from '../countGained.ts'
import { ruleFor } from '../evaluateCollection.ts'
import { evaluateEmails } from '../evaluateEmails.ts'
import { type AskedRule, countOf, type Evaluation, evaluateRule, type Population } from '../evaluateRule.ts'
import type { Persona } from '../Persona.ts'
import { sampleIfLarge } from '../readSample.ts'
import { readsContext } from '../ruleContexts.ts'

const partsOf = (filter: FilterNode): string[] => (filter.kind === 'and' ? filter.parts : [filter]).map(printFilter)

/** Whether a rule only adds conditions to another one. */
function addsConditions(rule: Rule, before: Rule): boolean {
  try {
    const parts = partsOf(parseFilter(rule ?? ''))
    return partsOf(parseFilter(before ?? '')).every(part => parts.includes(part))
  } catch {
    return false
  }
}

async function populationOf({ counter, catalog }: Evaluation, collection: Collection): Promise<Population> {
  return { collection, total: undefined, sample: await sampleIfLarge(counter.reader, catalog, collection) }
}

/** Whether a rule, which depends on the records as before its change, reaches more records. */
export async function reachesMore(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  asked: AskedRule,
  before: Rule,
): Promise<boolean> {
  const after = ruleFor(collection, asked.action)
  if (before === after || addsConditions(after, before)) return false
  // A rule that does not read the context is compared without it.
  if (asked.context !== undefined && !readsContext(before) && !readsContext(after)) return false
  // What a create rule allows depends on the data, and a view can take any time to read, so more cannot be ruled out.
  if (asked.action === 'create' || collection.type === 'view') return true
  const population = await populationOf(evaluation, collection)
  return (await countGained(evaluation, population, withRule(collection, asked.action, before), asked, persona)) !== 0
}

/** Whether a changed manage rule shows more emails of the records that a persona can read. */
export async function showsMoreEmails(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  before: Rule,
): Promise<boolean> {
  const after = ruleFor(collection, 'manage')
  if (after === null || before === after || addsConditions(after, before)) return false
  const population = await populationOf(evaluation, collection)
  const emailsOf = async (version: Collection) => {
    const evaluate = (action: 'list' | 'view') =>
      evaluateRule(evaluation, { ...population, collection: version }, { action }, persona)
    const readable = await Promise.all([evaluate('list'), evaluate('view')])
    return evaluateEmails(evaluation, { ...population, collection: version }, persona, readable)
  }
  const [now, then] = await Promise.all([emailsOf(collection), emailsOf(withRule(collection, 'manage', before))])
  if (!now.reached) return false
  const { counter } = evaluation
  const gained = compileDifference(counter.reader.dialect, population, now.reached, then.reached)
  return (await counter.count(countOf(gained))) !== 0
}
