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
