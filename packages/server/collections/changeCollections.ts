import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import type { CollectionsContext } from './CollectionsContext.ts'
import { reportToLog } from './reportToLog.ts'
import type { Report } from './sync/Report.ts'
import { refreshViews } from './views/refreshViews.ts'

type Work<T> = (transaction: Transaction, catalog: Catalog, report: Report) => Promise<T>

/**
 * Changes collections in one transaction: all of it or, when it throws, nothing. Only for endpoints that say that they change
 * collections, so that nothing else does meanwhile.
 */
export const changeCollections = async <T>(app: CollectionsContext, work: Work<T>): Promise<T> => {
  const known = await app.catalog()
  const report = reportToLog(app, known)
  return app.db.transaction(transaction => work(transaction, known, report))
}

/**
 * Changes one collection, and with it brings the views up to date that read it. That a view cannot be is no reason to undo the
 * change: all of them stay as they are until its query is mended.
 */
export const changeCollection = (app: CollectionsContext, work: Work<Collection>): Promise<Collection> =>
  changeCollections(app, async (transaction, catalog, report) => {
    const changed = await work(transaction, catalog, report)
    const all = [...catalog.all.filter(({ id }) => id !== changed.id), changed]
    await transaction.attempt(() => refreshViews(transaction, all, changed.id)).catch(() => undefined)
    return changed
  })
