import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'

/**
 * Drops all views, runs `work` and recreates the views. SQLite rejects dropping a column that a view reads, even if another column is
 * then renamed to its name.
 */
export const withoutViews = async (transaction: Transaction, work: () => Promise<void>): Promise<void> => {
  const views = await databaseSchema.views(transaction)
  for (const view of views) await transaction.run(sql`DROP VIEW ${name(view.name)}`)
  await work()
  for (const view of views) await databaseSchema.restoreView(transaction, view)
}
