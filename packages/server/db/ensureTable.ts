import type { Transaction } from './engine.ts'
import type { Schema } from './Schema.ts'
import { databaseSchema } from './threadDatabase.ts'

/**
 * Creates a system table, with its indexes, unless it exists. A database gets such a table when it is first used: until then, a data
 * directory has exactly the layout of PocketBase 0.22.
 */
export const ensureTable = async (
  transaction: Transaction,
  table: string,
  statements: keyof Schema['systemTables'],
): Promise<void> => {
  if (await databaseSchema.hasTable(transaction, table)) return
  for (const statement of databaseSchema.systemTables[statements]) await transaction.run(statement)
}
