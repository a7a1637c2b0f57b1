import type { Collection, CollectionExposure } from '@coffer/schema'
import { name, sql } from '../db/sql.ts'
import { evaluateCollection } from './evaluateCollection.ts'
import type { Evaluation, Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { sampleIfLarge } from './readSample.ts'
import { riskOf } from './riskOf.ts'

export interface ExposureOptions {
  personas: readonly Persona[]
  /** The collections to evaluate. */
  collections: readonly Collection[]
  /** Whether all records are examined, even of large tables and of views. */
  isExact: boolean
}

async function populationOf({ counter, catalog }: Evaluation, collection: Collection, isExact: boolean): Promise<Population> {
  // Reading a view can take any amount of time.
  if (collection.type === 'view' && !isExact) return { collection, total: undefined }
  const id = name(collection.name, 'id')
  const count = collection.type === 'view' ? sql`COUNT(DISTINCT ${id})` : sql`COUNT(*)`
  const total = await counter.count(sql`SELECT ${count} FROM ${name(collection.name)}`)
  return { collection, total, sample: isExact ? undefined : await sampleIfLarge(counter.reader, catalog, collection) }
}

/** Evaluates what personas can do with collections. Returns the collections with the greatest risk first. */
export async function readExposure(
  evaluation: Evaluation,
  { personas, collections, isExact }: ExposureOptions,
): Promise<CollectionExposure[]> {
  const evaluate = async (collection: Collection) =>
    evaluateCollection(evaluation, await populationOf(evaluation, collection, isExact), personas)
  const exposures = await Promise.all(collections.map(evaluate))
  const ranked = exposures.map(exposure => ({ exposure, risk: riskOf(exposure) }))
  ranked.sort((a, b) => b.risk - a.risk || (a.exposure.name < b.exposure.name ? -1 : 1))
  return ranked.map(({ exposure }) => exposure)
}
