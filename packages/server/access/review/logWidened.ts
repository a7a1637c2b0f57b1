import { isDeepStrictEqual } from 'node:util'
import { type Collection, describePersona, describeWidening, isView, queriesOf, type Widening } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { type LogEntry, levels } from '../../logs/LogEntry.ts'
import { BatchedCounter } from '../BatchedCounter.ts'
import { defaultPersonas } from '../findPersona.ts'
import { findWidened } from './findWidened.ts'
import { nullNamesOf } from './nullNames.ts'
import { type ReviewedState, readState } from './ReviewedState.ts'
import { loadReview } from './storedReview.ts'

/** Milliseconds after which no further count begins, because the change of collections waits for the log. */
const timeBudgetMs = 500

/** The parts of the app that evaluate and log what has widened. */
export interface WideningContext {
  db: Reader
  /** Adds an entry to the log without waiting until it is stored. */
  log: (entry: LogEntry) => void
}

const keyOf = ({ collectionId, persona, what, after, fields = [], nullNames = [] }: Widening): string =>
  JSON.stringify([collectionId, persona, what, after, fields, nullNames])

/** Returns a function that lists what the collections with the ids open in a catalog, compared with a state, and their state. */
async function evaluateChanged(db: Reader, catalog: Catalog, ids: readonly string[]) {
  const personas = defaultPersonas(catalog)
  const collections = ids.flatMap(id => catalog.byId(id) ?? [])
  const state = await readState(db, catalog, collections, personas)
  const evaluation = { counter: new BatchedCounter(db, performance.now() + timeBudgetMs), catalog }
  return { state, widenedSince: (earlier: ReviewedState) => findWidened(evaluation, personas, earlier, state) }
}

const isSame = (one: Catalog, other: Catalog): boolean =>
  one.ruleMeaning === other.ruleMeaning &&
  one.all.length === other.all.length &&
  one.all.every(collection => other.byId(collection.id) === collection)

/** Returns the ids of the collections whose rules, fields or records can be others after a change. */
function changedIds(before: Catalog, after: Catalog): string[] {
  const [personasBefore, personas] = [defaultPersonas(before), defaultPersonas(after)]
  // A view can read another one, whose query has changed.
  const queriesIn = ({ all }: Catalog, collection: Collection) => (isView(collection) ? queriesOf(collection, all) : [])
  const isChanged = (collection: Collection) =>
    before.byId(collection.id) !== collection ||
    before.ruleMeaning !== after.ruleMeaning ||
    !isDeepStrictEqual(queriesIn(before, collection), queriesIn(after, collection)) ||
    // A field of another collection, which a rule reads, can have been removed.
    !isDeepStrictEqual(nullNamesOf(before, collection, personasBefore), nullNamesOf(after, collection, personas))
  return after.all.filter(isChanged).map(({ id }) => id)
}

/**
 * Lists what a change has opened beyond the review, also where an earlier change has opened something already.
 * @param beyond what the collections open compared with the review
 * @param known what they have opened before the change
 * @param opened what they open compared with the state before the change
 */
function newlyOpened(beyond: readonly Widening[], known: readonly Widening[], opened: readonly Widening[]): Widening[] {
  const earlier = new Set(known.map(keyOf))
  const further = opened.flatMap(found => {
    const listed = beyond.find(
      ({ collectionId, what, persona, alsoFor = [] }) =>
        collectionId === found.collectionId && what === found.what && [persona, ...alsoFor].includes(found.persona),
    )
    return listed?.persona === found.persona ? listed : listed ? found : []
  })
  return [...new Set([...beyond.filter(found => !earlier.has(keyOf(found))), ...further])]
}

/** Logs what a change of collections has made possible, compared with the last review. Logs nothing if there was none. */
export async function logWidened({ db, log }: WideningContext, before: Catalog, after: Catalog): Promise<void> {
  // Scripts run statements that can change collections, and seldom do.
  if (isSame(before, after)) return
  const review = await loadReview(db)
  if (!review) return
  const changed = changedIds(before, after)
  if (changed.length === 0) return
  const [then, now] = [await evaluateChanged(db, before, changed), await evaluateChanged(db, after, changed)]
  const known = await then.widenedSince(review.state)
  const [beyond, opened] = [await now.widenedSince(review.state), await now.widenedSince(then.state)]
  const names = new Map(defaultPersonas(after).map(persona => [persona.key, describePersona(persona)]))
  for (const widening of newlyOpened(beyond, known, opened)) {
    const message = describeWidening(widening, names.get(widening.persona) ?? widening.persona)
    log({ level: levels.warning, message, data: JSON.stringify(widening), created: Date.now() })
  }
}
