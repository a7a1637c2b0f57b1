import { type Collection, describePersona, describeWidening, type Widening } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { type LogEntry, levels } from '../../logs/LogEntry.ts'
import { BatchedCounter } from '../BatchedCounter.ts'
import { defaultPersonas } from '../findPersona.ts'
import { findWidened } from './findWidened.ts'
import { readState } from './ReviewedState.ts'
import { loadReview, type StoredReview } from './storedReview.ts'

/** Milliseconds after which no further count begins, because the change of collections waits for the log. */
const timeBudgetMs = 500

interface LogContext {
  db: Reader
  log: (entry: LogEntry) => void
}

const keyOf = ({ collectionId, persona, what, after, fields = [] }: Widening): string =>
  JSON.stringify([collectionId, persona, what, after, fields])

/** Lists what the collections with the ids open in a catalog. */
async function widenedIn(db: Reader, catalog: Catalog, ids: readonly string[], review: StoredReview): Promise<Widening[]> {
  const evaluation = { counter: new BatchedCounter(db, performance.now() + timeBudgetMs), catalog }
  const personas = defaultPersonas(catalog)
  const collections = ids.flatMap(id => catalog.byId(id) ?? [])
  return findWidened(evaluation, personas, review.state, await readState(evaluation, collections, personas))
}

/** Logs what a change of collections has made possible, compared with the last review. Logs nothing if there was none. */
export async function logWidened({ db, log }: LogContext, before: Catalog, after: Catalog): Promise<void> {
  const isChanged = (collection: Collection) =>
    before.byId(collection.id) !== collection || before.ruleMeaning !== after.ruleMeaning
  const changed = after.all.filter(isChanged).map(({ id }) => id)
  const review = changed.length === 0 ? undefined : await loadReview(db)
  if (!review) return
  const earlier = new Set((await widenedIn(db, before, changed, review)).map(keyOf))
  const names = new Map(defaultPersonas(after).map(persona => [persona.key, describePersona(persona)]))
  for (const widening of await widenedIn(db, after, changed, review)) {
    if (earlier.has(keyOf(widening))) continue
    const message = describeWidening(widening, names.get(widening.persona) ?? widening.persona)
    log({ level: levels.warning, message, data: JSON.stringify(widening), created: Date.now() })
  }
}
