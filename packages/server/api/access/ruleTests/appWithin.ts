import { dryRunHashCost, overriding } from '../../../access/explain/dryRunEngine.ts'
import type { Catalog } from '../../../catalog/Catalog.ts'
import type { Transaction } from '../../../db/engine.ts'
import { CountCache } from '../../../query/select/CountCache.ts'
import { SubscribedTopics } from '../../../realtime/SubscribedTopics.ts'
import { RowCache } from '../../../records/rows/RowCache.ts'
import { versions } from '../../../runtime/cache/versions.ts'
import type { App } from '../../App.ts'

/**
 * Returns an app whose operations run in a transaction and see its changes. They reach no subscriber and no log of changes, and what they
 * read is not cached for others. Passwords are hashed at the lowest cost, because nothing stores the hashes.
 */
export function appWithin(app: App, transaction: Transaction, catalog: Catalog): App {
  const own = versions()
  const db = overriding(app.db, {
    row: statement => transaction.row(statement),
    rows: (statement, maxLength, maxRows) => transaction.rows(statement, maxLength, maxRows),
    rowByKey: (lookUp, key) => transaction.row(lookUp.one(key)),
    transaction: work => transaction.attempt(() => work(transaction)),
  })
  return {
    ...app,
    db,
    catalog,
    counts: new CountCache(own),
    rows: new RowCache(own, app.db),
    listeners: new SubscribedTopics(app.recordFormat),
    loggedChanges: async () => undefined,
    hashCost: dryRunHashCost,
  }
}
