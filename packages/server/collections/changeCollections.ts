import type { Collection } from '@coffer/schema'
import type { Transaction } from '../db/engine.ts'
import type { App } from '../threads/App.ts'
import type { Catalog } from './Catalog.ts'
import { refreshViews } from './views/refreshViews.ts'

type Work<T> = (transaction: Transaction, catalog: Catalog) => Promise<T>

/** What of the app a change of collections needs. */
type Host = Pick<App, 'catalog' | 'db' | 'lock'>

const transact = async <T>({ catalog, db }: Host, work: Work<T>): Promise<T> => {
  const known = await catalog()
  return db.transaction(transaction => work(transaction, known))
}

/** Changes collections in one transaction: all of it or, when it throws, nothing. Nothing else changes them meanwhile. */
export const changeCollections = <T>(host: Host, work: Work<T>): Promise<T> => host.lock.alone(() => transact(host, work))

/**
 * Changes one collection, and then brings the views up to date that read it. That a view cannot be is no reason to undo the
 * change: it stays as it is until its query is mended.
 */
export const changeCollection = (host: Host, work: Work<Collection>): Promise<Collection> =>
  host.lock.alone(async () => {
    const changed = await transact(host, work)
    await host.db.transaction(transaction => refreshViews(transaction, changed.id)).catch(() => undefined)
    return changed
  })
