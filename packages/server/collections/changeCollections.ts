import type { Collection } from '@coffer/schema'
import type { Transaction } from '../db/engine.ts'
import type { App } from '../threads/App.ts'
import type { Catalog } from './Catalog.ts'
import { refreshViews } from './views/refreshViews.ts'

type Work<T> = (transaction: Transaction, catalog: Catalog) => Promise<T>

/** What of the app a change of collections needs. */
type Host = Pick<App, 'catalog' | 'db' | 'lock'>

/** Changes collections in one transaction: all of it or, when it throws, nothing. Nothing else changes them meanwhile. */
export const changeCollections = <T>({ catalog, db, lock }: Host, work: Work<T>): Promise<T> =>
  lock.alone(async () => {
    const known = await catalog()
    return db.transaction(transaction => work(transaction, known))
  })

/**
 * Changes one collection, and with it brings the views up to date that read it. That a view cannot be is no reason to undo the
 * change: all of them stay as they are until its query is mended.
 */
export const changeCollection = (host: Host, work: Work<Collection>): Promise<Collection> =>
  changeCollections(host, async (transaction, catalog) => {
    const changed = await work(transaction, catalog)
    const all = [...catalog.all.filter(({ id }) => id !== changed.id), changed]
    await transaction.attempt(() => refreshViews(transaction, all, changed.id)).catch(() => undefined)
    return changed
  })
