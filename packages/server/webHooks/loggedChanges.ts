import type { WebHook } from '@coffer/schema'
import type { Engine } from '../db/engine.ts'
import { ensureTable } from '../db/serverTables.ts'
import { hasChangeLog } from '../events/log/appendEntries.ts'
import type { ChangeAction } from '../events/log/ChangeEntry.ts'
import type { LoggedChanges } from '../records/RecordsContext.ts'

/** Whether a web hook is for a kind of change of a collection. */
export function receives({ enabled, collections, events }: WebHook, collectionId: string, action: ChangeAction): boolean {
  return enabled && events.includes(action) && (collections.length === 0 || collections.includes(collectionId))
}

/**
 * Returns which changes are logged, and creates the tables of the log; undefined if none are. A restored or moved database has web hooks,
 * but no tables.
 * @param options.logsAll whether all changes are logged, not only the ones that web hooks need
 */
export async function findLoggedChanges(
  db: Engine,
  hooks: readonly WebHook[],
  { logsAll = false }: { logsAll?: boolean } = {},
): Promise<LoggedChanges | undefined> {
  const enabled = hooks.filter(hook => hook.enabled)
  if (enabled.length === 0 && !logsAll) return undefined
  if (!(await hasChangeLog(db))) await db.transaction(transaction => ensureTable(transaction, '_cofferEvents', 'events'))
  return { has: (collectionId, action) => logsAll || enabled.some(hook => receives(hook, collectionId, action)) }
}
