import type { Transaction } from '../../db/engine.ts'
import { recordMigrations } from '../../db/systemMigrations.ts'

/** The migrations that PocketBase 0.22 applies to `logs.db`. */
const logMigrations = [
  '1640988000_init.go',
  '1660821103_add_user_ip_column.go',
  '1677760279_uppsercase_method.go',
  '1699187560_logs_generalization.go',
]

/** Creates the tables of a new `logs.db`. */
export async function createLogsFile(transaction: Transaction): Promise<void> {
  for (const table of transaction.schema.systemTables.logs) await transaction.run(table)
  await recordMigrations(transaction, logMigrations)
}
