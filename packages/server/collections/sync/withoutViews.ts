import type { Transaction } from '../../db/engine.ts'
import { name, sql, untrusted } from '../../db/sql.ts'

/**
 * Does work while the file has no views, and defines them afterwards as they were. SQLite refuses to take a column away that a
 * view reads, also where another one takes its name at once.
 */
export const withoutViews = async (transaction: Transaction, work: () => Promise<void>): Promise<void> => {
  const rows = await transaction.rows(sql`SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid`)
  const views = rows.map(([view, definition]) => ({ view: String(view), definition: String(definition) }))
  for (const { view } of views) await transaction.run(sql`DROP VIEW ${name(view)}`)
  await work()
  for (const { view, definition } of views) await transaction.define(untrusted`${definition}`, { kind: 'view', name: view })
}
