import type { AccessReview } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Engine } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { defaultPersonas } from '../findPersona.ts'
import { digestOf, readState } from './ReviewedState.ts'
import { loadReview, storeReview } from './storedReview.ts'

/**
 * Marks a state of rules and fields as reviewed.
 * @param seen the state that the admin has seen; see `Exposure.state`
 * @param by email of the admin
 * @throws Rejection `conflict` if rules or fields have changed since
 */
export async function reviewAccess(db: Engine, catalog: Catalog, seen: string, by: string): Promise<AccessReview | undefined> {
  const state = await readState(db, catalog, catalog.all, defaultPersonas(catalog))
  if (digestOf(state) !== seen) {
    const message = 'Rules or fields were changed since you read them. Read the exposure again before you mark it as reviewed.'
    throw new Rejection('conflict', { message })
  }
  await db.transaction(transaction => storeReview(transaction, by, state))
  const stored = await loadReview(db)
  return stored && { reviewed: stored.reviewed, by: stored.by }
}
