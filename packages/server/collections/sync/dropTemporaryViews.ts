import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'

/** Drops temporary views that killed PocketBase servers have left behind: invalid ones would make changes of tables fail. */
export const dropTemporaryViews = async (transaction: Transaction): Promise<void> => {
  const views = await transaction.rows(sql`SELECT name FROM sqlite_schema WHERE type = 'view' AND name GLOB '_temp_?????'`)
  for (const [view] of views) await transaction.run(sql`DROP VIEW ${name(String(view))}`)
}
