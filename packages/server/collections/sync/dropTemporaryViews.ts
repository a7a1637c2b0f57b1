import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'

/** The names that PocketBase 0.22 gives to temporary views. */
const temporaryView = /^_temp_.{5}$/su

/** Drops temporary views that killed PocketBase servers have left behind: invalid ones would make changes of tables fail. */
export const dropTemporaryViews = async (transaction: Transaction): Promise<void> => {
  for (const view of await databaseSchema.views(transaction)) {
    if (temporaryView.test(view.name)) await transaction.run(sql`DROP VIEW ${name(view.name)}`)
  }
}
