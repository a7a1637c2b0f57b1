import type { Transaction } from '../../db/engine.ts'
import { name, untrusted } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'

/** @throws Error for a view that reads a missing table or column */
export async function assertValidViews(transaction: Transaction): Promise<void> {
  for (const { name: view } of await transaction.schema.views(transaction)) {
    try {
      await transaction.columnsOf(untrusted`SELECT * FROM ${name(view)}`)
    } catch (error) {
      const reason = messageOf(error)
      throw new Error(`The view "${view}" is broken: ${reason}.`, { cause: error })
    }
  }
}

/**
 * Drops all views, runs `work` and recreates the views. SQLite rejects dropping a column that a view reads, even if another column is
 * then renamed to its name.
 */
export async function withoutViews(transaction: Transaction, work: () => Promise<void>): Promise<void> {
  const views = await transaction.schema.views(transaction)
  // A view that reads another one is dropped before it.
  for (const view of views.toReversed()) await transaction.schema.dropView(transaction, view.name)
  await work()
  for (const view of views) await transaction.schema.restoreView(transaction, view)
}

/** The names that PocketBase 0.22 gives to temporary views. */
const temporaryView = /^_temp_.{5}$/su

/** Drops temporary views that killed PocketBase servers have left behind: invalid ones would make changes of tables fail. */
export async function dropTemporaryViews(transaction: Transaction): Promise<void> {
  for (const view of await transaction.schema.views(transaction)) {
    if (temporaryView.test(view.name)) await transaction.schema.dropView(transaction, view.name)
  }
}
