import type { Transaction } from '../../db/engine.ts'
import { name, sql, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'

/** @throws Error for a view that reads a missing table or column */
export const assertValidViews = async (transaction: Transaction): Promise<void> => {
  const views = await transaction.rows(sql`SELECT name FROM sqlite_schema WHERE type = 'view'`)
  for (const [view] of views) {
    try {
      await transaction.columnsOf(untrusted`SELECT * FROM ${name(String(view))}`)
    } catch (error) {
      const reason = messageOf(error)
      throw new Error(`The view "${view}" is broken: ${reason}.`, { cause: error })
    }
  }
}
