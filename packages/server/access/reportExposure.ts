import type { Exposure } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { BatchedCounter } from './BatchedCounter.ts'
import { defaultPersonas } from './findPersona.ts'
import type { Persona } from './Persona.ts'
import { type ExposureOptions, readExposure } from './readExposure.ts'
import { findWidened } from './review/findWidened.ts'
import { digestOf, readState } from './review/ReviewedState.ts'
import { loadReview } from './review/storedReview.ts'

export interface ReportOptions extends Omit<ExposureOptions, 'personas'> {
  /** Another persona, in addition to guests and new users. */
  chosen?: Persona | undefined
  /** Milliseconds after which no further count begins. */
  timeBudgetMs: number
}

/** Evaluates who can do what, and what has become possible since the last review. */
export async function reportExposure(reader: Reader, catalog: Catalog, options: ReportOptions): Promise<Exposure> {
  const { chosen, timeBudgetMs } = options
  const reviewed = defaultPersonas(catalog)
  const personas = chosen && !reviewed.some(({ key }) => key === chosen.key) ? [...reviewed, chosen] : reviewed
  const evaluation = { counter: new BatchedCounter(reader, performance.now() + timeBudgetMs), catalog }
  const current = await readState(reader, catalog, catalog.all, reviewed)
  const review = await loadReview(reader)
  // Before the counts, which can take all the time: what is not compared in time counts as widened.
  const widened = review ? await findWidened(evaluation, reviewed, review.state, current) : []
  return {
    personas: personas.map(({ requester: _, ...description }) => description),
    collections: await readExposure(evaluation, { ...options, personas }),
    state: digestOf(current),
    review: review ? { reviewed: review.reviewed, by: review.by } : null,
    widened,
  }
}
