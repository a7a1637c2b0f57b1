import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import type { CollectionsContext } from './CollectionsContext.ts'
import { logProgress } from './logProgress.ts'
import type { Report } from './sync/Report.ts'
import { refreshViews } from './views/refreshViews.ts'

type Work<T> = (transaction: Transaction, catalog: Catalog, report: Report) => Promise<T>

/**
 * Changes collections in one transaction, which is rolled back if `work` throws. Only for endpoints with `changesCollections`, which run
 * alone.
 */
export const changeCollections = async <T>(app: CollectionsContext, work: Work<T>): Promise<T> => {
  const known = await app.catalog()
  const report = logProgress(app, known)
  return app.db.transaction(transaction => work(transaction, known, report))
}

/**
 * Changes a collection and refreshes the fields of all views. If the query of a view no longer works, the change is still committed,
 * and all views stay as they are until that query is fixed.
 */
export const changeCollection = (app: CollectionsContext, work: Work<Collection>): Promise<Collection> =>
  changeCollections(app, async (transaction, catalog, report) => {
    const changed = await work(transaction, catalog, report)
    const all = [...catalog.all.filter(({ id }) => id !== changed.id), changed]
    await transaction.attempt(() => refreshViews(transaction, all, changed.id)).catch(() => undefined)
    return changed
  })
