import type { App } from '../../api/App.ts'
import { createRequesterCache } from '../../auth/createRequesterCache.ts'
import { CollectionLock } from '../../collections/CollectionLock.ts'
import type { Engine } from '../../db/engine.ts'
import { CountCache } from '../../query/select/CountCache.ts'
import { RowCache } from '../../records/rows/RowCache.ts'
import { versions } from '../../runtime/cache/versions.ts'

/**
 * Returns the app of a step for requests in its transaction. It has its own caches, because they contain uncommitted data.
 * @param db the engine over the transaction
 * @param timeoutMs the time limit of the requests
 */
export function appWithin(
  { inside: _, ...app }: App,
  db: Engine,
  timeoutMs: number,
  onRollback: NonNullable<App['onRollback']>,
): App {
  const own = versions()
  // The collections do not change during the transaction.
  own.follow(app.versions.counters())
  db.onCommit(({ records }) => own.advanceRecords(records))
  const within: App = {
    ...app,
    config: { ...app.config, queryTimeout: timeoutMs / 1000 },
    db,
    versions: own,
    counts: new CountCache(own),
    rows: new RowCache(own, db),
    requesters: createRequesterCache(own),
    lock: new CollectionLock(),
    onRollback,
    snapshot: async () => within,
  }
  return within
}
