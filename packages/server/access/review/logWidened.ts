import { isDeepStrictEqual } from 'node:util'
import { type Collection, describePersona, describeWidening, type Widening } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { type LogEntry, levels } from '../../logs/LogEntry.ts'
import { BatchedCounter } from '../BatchedCounter.ts'
import { defaultPersonas } from '../findPersona.ts'
import { findWidened } from './findWidened.ts'
import { nullNamesOf } from './nullNames.ts'
import { readState } from './ReviewedState.ts'
import { loadReview, type StoredReview } from './storedReview.ts'

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

/** Lists what the collections with the ids open in a catalog. */
async function widenedIn(db: Reader, catalog: Catalog, ids: readonly string[], review: StoredReview): Promise<Widening[]> {
  const personas = defaultPersonas(catalog)
  const collections = ids.flatMap(id => catalog.byId(id) ?? [])
  const state = await readState(db, catalog, collections, personas)
  const evaluation = { counter: new BatchedCounter(db, performance.now() + timeBudgetMs), catalog }
  return findWidened(evaluation, personas, review.state, state)
}

const isSame = (one: Catalog, other: Catalog): boolean =>
  one.ruleMeaning === other.ruleMeaning &&
  one.all.length === other.all.length &&
  one.all.every(collection => other.byId(collection.id) === collection)

/** Logs what a change of collections has made possible, compared with the last review. Logs nothing if there was none. */
export async function logWidened({ db, log }: WideningContext, before: Catalog, after: Catalog): Promise<void> {
  // Scripts run statements that can change collections, and seldom do.
  if (isSame(before, after)) return
  const review = await loadReview(db)
  if (!review) return
  const [personasBefore, personas] = [defaultPersonas(before), defaultPersonas(after)]
  const isChanged = (collection: Collection) =>
    before.byId(collection.id) !== collection ||
    before.ruleMeaning !== after.ruleMeaning ||
    // A field of another collection, which a rule reads, can have been removed.
    !isDeepStrictEqual(nullNamesOf(before, collection, personasBefore), nullNamesOf(after, collection, personas))
  const changed = after.all.filter(isChanged).map(({ id }) => id)
  if (changed.length === 0) return
  const earlier = new Set((await widenedIn(db, before, changed, review)).map(keyOf))
  const names = new Map(personas.map(persona => [persona.key, describePersona(persona)]))
  for (const widening of await widenedIn(db, after, changed, review)) {
    if (earlier.has(keyOf(widening))) continue
    const message = describeWidening(widening, names.get(widening.persona) ?? widening.persona)
    log({ level: levels.warning, message, data: JSON.stringify(widening), created: Date.now() })
  }
}
