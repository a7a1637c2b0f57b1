import type { Transaction } from '../db/engine.ts'
import type { App } from '../threads/App.ts'
import type { Catalog } from './Catalog.ts'

/** Changes collections in one transaction: all of it or, when it throws, nothing. Nothing else changes them meanwhile. */
export const changeCollections = <T>(
  app: Pick<App, 'catalog' | 'db' | 'lock'>,
  work: (transaction: Transaction, catalog: Catalog) => Promise<T>,
): Promise<T> =>
  app.lock.alone(async () => {
    const catalog = await app.catalog()
    return app.db.transaction(transaction => work(transaction, catalog))
  })
