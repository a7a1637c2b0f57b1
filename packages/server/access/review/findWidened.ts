import { isDeepStrictEqual } from 'node:util'
import type { AccessLevel, Collection, RuleAction, Widening } from '@coffer/schema'
import { filesOf } from '../evaluateCollection.ts'
import type { Evaluation } from '../evaluateRule.ts'
import { guest } from '../findPersona.ts'
import type { Persona } from '../Persona.ts'
import { findContextPart } from '../ruleContexts.ts'
import type { ReviewedCollection, ReviewedState, RuleLevels } from './ReviewedState.ts'
import { reachesMore, showsMoreEmails } from './reachesMore.ts'

const rank: Readonly<Record<AccessLevel, number>> = { none: 0, some: 1, unknown: 1, all: 2 }

/** Everything that is compared for one persona and collection. */
interface Comparison {
  evaluation: Evaluation
  collection: Collection
  persona: Persona
  reviewed: ReviewedCollection
  current: ReviewedCollection
  /** What the persona could do in the reviewed state. */
  before: RuleLevels
}

type Found = Omit<Widening, 'collectionId' | 'collection' | 'persona'>

/** Whether a rule that depends on the records, in both states, allows more. */
function allowsMore({ evaluation, collection, persona, reviewed }: Comparison, what: keyof RuleLevels): Promise<boolean> {
  if (what === 'emails') return showsMoreEmails(evaluation, collection, persona, reviewed.rules.manage ?? null)
  const asked = findContextPart(what) ?? { action: what as RuleAction }
  return reachesMore(evaluation, collection, persona, asked, reviewed.rules[asked.action] ?? null)
}

/** Lists the actions, contexts and emails for which a persona is allowed more. */
async function widenedLevels(comparison: Comparison): Promise<Found[]> {
  const { collection, persona, current, before } = comparison
  const hasProtectedFiles = filesOf(collection).some(({ isProtected }) => isProtected)
  const found: Found[] = []
  for (const [key, after] of Object.entries(current.levels[persona.key] ?? {})) {
    const what = key as keyof RuleLevels
    const part = findContextPart(what)
    if (what === 'protectedFiles' && !hasProtectedFiles) continue
    const earlier = before[what] ?? (part && before[part.action]) ?? 'none'
    const isSame = after === 'some' && earlier === 'some'
    if (rank[after] > rank[earlier] || (isSame && (await allowsMore(comparison, what))))
      found.push({ what, before: earlier, after })
  }
  // What a context opens is listed only if the action does not open as much.
  return found.filter(({ what, after }) => {
    const part = findContextPart(what)
    return !part || !found.some(other => other.what === part.action && rank[other.after] >= rank[after])
  })
}

/** Lists the rules in which names have become null, so that they can allow more to stored users. */
function widenedByNull({ persona, reviewed, current, before }: Comparison): Found[] {
  // A new auth collection has removed no field.
  if (!Object.hasOwn(reviewed.levels, persona.key)) return []
  const known = reviewed.nullNames?.[persona.key]
  return Object.entries(current.nullNames?.[persona.key] ?? {}).flatMap(([key, names]) => {
    const what = key as RuleAction
    const nullNames = names.filter(name => reviewed.rules[what]?.includes(name) && !known?.[what]?.includes(name))
    const after = current.levels[persona.key]?.[what] ?? 'none'
    return nullNames.length > 0 ? [{ what, before: before[what] ?? 'none', after, nullNames }] : []
  })
}

/** Returns the reviewed fields as they are compared. Those of a view, which earlier versions have stored by their ids, by their names. */
function asCompared({ type }: Collection, { fields, publicFiles }: ReviewedCollection) {
  if (type !== 'view') return { fields, publicFiles }
  const names = Object.values(fields)
  return {
    fields: Object.fromEntries(names.map(name => [name, name])),
    publicFiles: publicFiles.map(id => fields[id] ?? id),
  }
}

const isAllowed = (level: AccessLevel = 'none'): boolean => level !== 'none'

const readParts = ['list', 'view', 'collectionTopic', 'recordTopics'] as const

/** Returns a widening if the query of a view that a persona could read, and can still read, is another one. */
function changedQuery({ reviewed, current, before, persona }: Comparison): Found[] {
  const now = current.levels[persona.key] ?? {}
  const couldRead = readParts.some(part => isAllowed(before[part]) && isAllowed(now[part]))
  // Reviews of earlier versions have no queries.
  if (!couldRead || !reviewed.queries || isDeepStrictEqual(reviewed.queries, current.queries)) return []
  return [{ what: 'query', before: 'some', after: 'some' }]
}

/** Lists the fields that a persona can read now: all new ones, or only those with files if it can only download protected files. */
function newFields({ collection, reviewed, current, before }: Comparison): Found[] {
  const couldRead = readParts.some(part => isAllowed(before[part]))
  const { fields: known, publicFiles } = asCompared(collection, reviewed)
  const withFiles = isAllowed(before.protectedFiles) ? filesOf(collection).map(({ field }) => field) : []
  const fields = Object.entries(current.fields).filter(
    ([id, name]) => !Object.hasOwn(known, id) && (couldRead || withFiles.includes(name)),
  )
  const files = couldRead ? current.publicFiles.filter(id => !publicFiles.includes(id)) : []
  const levels = { before: 'none', after: 'some' } as const
  return [
    ...(fields.length > 0 ? [{ what: 'fields' as const, ...levels, fields: fields.map(([, name]) => name) }] : []),
    ...(files.length > 0 ? [{ what: 'files' as const, ...levels, fields: files.map(id => current.fields[id] ?? id) }] : []),
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
  const { levels } = reviewed ?? nothingReviewed
  // A new auth collection brings a new persona, which can do what guests could.
  const before = levels[persona.key] ?? levels.guest ?? {}
  const comparison: Comparison = { evaluation, collection, persona, reviewed: reviewed ?? nothingReviewed, current, before }
  const byLevel = await widenedLevels(comparison)
  const byNull = widenedByNull(comparison).filter(({ what }) => !byLevel.some(found => found.what === what))
  const found = [...byLevel, ...byNull, ...(reviewed ? [...newFields(comparison), ...changedQuery(comparison)] : [])]
  return found.map(widening => ({ collectionId: collection.id, collection: collection.name, persona: persona.key, ...widening }))
}

/** Whether a widening allows as much as another one. */
function covers(one: Widening, { what, after, fields = [] }: Widening): boolean {
  return one.what === what && rank[one.after] >= rank[after] && fields.every(field => one.fields?.includes(field))
}

/**
 * Lists what guests and new users can do by the rules, and could not in the reviewed state. New users who can do no more than guests are
 * added to what guests can do.
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
    const listed: Widening[] = []
    for (const persona of personas) {
      for (const found of await widenedFor(evaluation, collection, persona, reviewed[id], state)) {
        const ofGuest = listed.find(known => known.persona === guest.key && covers(known, found))
        if (ofGuest) ofGuest.alsoFor = [...(ofGuest.alsoFor ?? []), persona.key]
        else listed.push(found)
      }
    }
    widened.push(...listed)
  }
  return widened
}
