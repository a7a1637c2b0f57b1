import {
  type AccessLevel,
  type Collection,
  type FilterNode,
  parseFilter,
  printFilter,
  type Rule,
  type RuleAction,
  type Widening,
} from '@coffer/schema'
import { withRule } from '../compareRules.ts'
import { countGained } from '../countGained.ts'
import type { Evaluation } from '../evaluateRule.ts'
import type { Persona } from '../Persona.ts'
import { sampleIfLarge } from '../readSample.ts'
import type { ReviewedCollection, ReviewedState } from './ReviewedState.ts'

const rank: Readonly<Record<AccessLevel, number>> = { none: 0, some: 1, unknown: 1, all: 2 }

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

/** Whether a changed rule, which depends on the records as before, reaches more records. */
async function reachesMore(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  action: RuleAction,
  [before, after]: [Rule, Rule],
): Promise<boolean> {
  if (before === after || addsConditions(after, before)) return false
  // What a create rule allows depends on the data, and a view can take any time to read, so more cannot be ruled out.
  if (action === 'create' || collection.type === 'view') return true
  const sample = await sampleIfLarge(evaluation.counter.reader, evaluation.catalog, collection)
  const population = { collection, total: undefined, sample }
  return (await countGained(evaluation, population, withRule(collection, action, before), { action }, persona)) !== 0
}

/** Lists the fields that a persona can read now. */
function newFields(reviewed: ReviewedCollection, current: ReviewedCollection): Pick<Widening, 'what' | 'fields'>[] {
  const fields = Object.keys(current.fields).filter(id => !Object.hasOwn(reviewed.fields, id))
  const files = current.publicFiles.filter(id => !reviewed.publicFiles.includes(id))
  const named = (ids: readonly string[]) => ids.map(id => current.fields[id] ?? id)
  return [
    ...(fields.length > 0 ? [{ what: 'fields' as const, fields: named(fields) }] : []),
    ...(files.length > 0 ? [{ what: 'files' as const, fields: named(files) }] : []),
  ]
}

const nothingReviewed: ReviewedCollection = { rules: {}, fields: {}, publicFiles: [], levels: {} }

async function widenedFor(
  evaluation: Evaluation,
  collection: Collection,
  persona: Persona,
  reviewed: ReviewedCollection | undefined,
  current: ReviewedCollection,
): Promise<Widening[]> {
  const { rules, levels } = reviewed ?? nothingReviewed
  // A new auth collection brings a new persona, which can do what guests could.
  const before = levels[persona.key] ?? levels.guest ?? {}
  const base = { collectionId: collection.id, collection: collection.name, persona: persona.key }
  const found: Widening[] = []
  for (const [what, after] of Object.entries(current.levels[persona.key] ?? {}) as [RuleAction | 'emails', AccessLevel][]) {
    const earlier = before[what] ?? 'none'
    const isHigher = rank[after] > rank[earlier]
    const isSame = what !== 'emails' && after === 'some' && earlier === 'some'
    const changed: [Rule, Rule] = isSame ? [rules[what] ?? null, current.rules[what] ?? null] : [null, null]
    if (isHigher || (isSame && (await reachesMore(evaluation, collection, persona, what, changed)))) {
      found.push({ ...base, what, before: earlier, after })
    }
  }
  const couldRead = before.list !== undefined && (before.list !== 'none' || before.view !== 'none')
  if (!reviewed || !couldRead) return found
  return [
    ...found,
    ...newFields(reviewed, current).map(fields => ({ ...base, before: 'none' as const, after: 'some' as const, ...fields })),
  ]
}

/**
 * Lists what guests and new users can do by the rules, and could not in the reviewed state. What guests can do is not listed again for
 * new users.
 */
export async function findWidened(
  evaluation: Evaluation,
  personas: readonly Persona[],
  reviewed: ReviewedState,
  current: ReviewedState,
): Promise<Widening[]> {
  const widened: Widening[] = []
  for (const [id, state] of Object.entries(current)) {
    const collection = evaluation.catalog.byId(id)
    if (!collection) continue
    const ofGuest = new Set<string>()
    for (const persona of personas) {
      const found = await widenedFor(evaluation, collection, persona, reviewed[id], state)
      widened.push(...found.filter(({ what }) => persona.kind === 'guest' || !ofGuest.has(what)))
      if (persona.kind === 'guest') for (const { what } of found) ofGuest.add(what)
    }
  }
  return widened
}
