import type { Transaction } from '../../db/engine.ts'
import { name, untrusted } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'
import { messageOf } from '../../errors/inspectError.ts'

/** @throws Error for a view that reads a missing table or column */
export const assertValidViews = async (transaction: Transaction): Promise<void> => {
  for (const { name: view } of await databaseSchema.views(transaction)) {
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
export const withoutViews = async (transaction: Transaction, work: () => Promise<void>): Promise<void> => {
  const views = await databaseSchema.views(transaction)
  // A view that reads another one is dropped before it.
  for (const view of views.toReversed()) await databaseSchema.dropView(transaction, view.name)
  await work()
  for (const view of views) await databaseSchema.restoreView(transaction, view)
}

/** The names that PocketBase 0.22 gives to temporary views. */
const temporaryView = /^_temp_.{5}$/su

/** Drops temporary views that killed PocketBase servers have left behind: invalid ones would make changes of tables fail. */
export const dropTemporaryViews = async (transaction: Transaction): Promise<void> => {
  for (const view of await databaseSchema.views(transaction)) {
    if (temporaryView.test(view.name)) await databaseSchema.dropView(transaction, view.name)
  }
}
