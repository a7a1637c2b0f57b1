import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'

/** Drops the views by which other servers try out queries: one that was killed leaves them behind, and they may not work. */
export const dropLeftovers = async (transaction: Transaction): Promise<void> => {
  const views = await transaction.rows(sql`SELECT name FROM sqlite_schema WHERE type = 'view' AND name GLOB '_temp_?????'`)
  for (const [view] of views) await transaction.run(sql`DROP VIEW ${name(String(view))}`)
}
