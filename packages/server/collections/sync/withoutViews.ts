import type { Transaction } from '../../db/engine.ts'
import { name, sql, untrusted } from '../../db/sql.ts'

/**
 * Drops all views, runs `work` and recreates the views. SQLite rejects dropping a column that a view reads, even if another column is
 * then renamed to its name.
 */
export const withoutViews = async (transaction: Transaction, work: () => Promise<void>): Promise<void> => {
  const rows = await transaction.rows(sql`SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid`)
  const views = rows.map(([view, definition]) => ({ view: String(view), definition: String(definition) }))
  for (const { view } of views) await transaction.run(sql`DROP VIEW ${name(view)}`)
  await work()
  for (const { view, definition } of views) await transaction.define(untrusted`${definition}`, { kind: 'view', name: view })
}
