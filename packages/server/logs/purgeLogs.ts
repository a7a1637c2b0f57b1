import type { Settings } from '@coffer/schema'
import type { Engine } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { oldestKept } from './oldestKept.ts'

/** Removes the entries that the settings no longer ask for; where no days are kept at all, the file shrinks as well. */
export const purgeLogs = async (logs: Engine, { maxDays, minLevel }: Settings['logs']): Promise<void> => {
  await logs.transaction(transaction =>
    transaction.run(sql`DELETE FROM _logs WHERE created <= ${oldestKept(maxDays)} OR level < ${minLevel}`),
  )
  if (maxDays === 0) await logs.compact()
}
