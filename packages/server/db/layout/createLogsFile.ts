import type { Transaction } from '../engine.ts'
import { constant } from '../sql.ts'
import { logMigrations } from './migrations.ts'
import { recordMigrations } from './recordMigrations.ts'
import { logTables } from './systemTables.ts'

/** Fills an empty `logs.db`. */
export const createLogsFile = async (transaction: Transaction): Promise<void> => {
  for (const table of logTables) await transaction.run(constant(table))
  await recordMigrations(transaction, logMigrations)
}
