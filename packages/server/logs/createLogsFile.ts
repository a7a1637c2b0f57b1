import type { Transaction } from '../db/engine.ts'
import { migrationsTable, recordMigrations } from '../db/recordMigrations.ts'
import { constant } from '../db/sql.ts'

/** The migrations that PocketBase 0.22 applies to `logs.db`. */
const logMigrations = [
  '1640988000_init.go',
  '1660821103_add_user_ip_column.go',
  '1677760279_uppsercase_method.go',
  '1699187560_logs_generalization.go',
]

const now = "DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL"

const logTables = [
  migrationsTable,
  `CREATE TABLE \`_logs\` (
    \`id\`      TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL,
    \`level\`   INTEGER DEFAULT 0 NOT NULL,
    \`message\` TEXT DEFAULT "" NOT NULL,
    \`data\`    JSON DEFAULT "{}" NOT NULL,
    \`created\` TEXT ${now},
    \`updated\` TEXT ${now}
  )`,
  'CREATE INDEX _logs_level_idx on `_logs` (`level`)',
  'CREATE INDEX _logs_message_idx on `_logs` (`message`)',
  "CREATE INDEX _logs_created_hour_idx on `_logs` (strftime('%Y-%m-%d %H:00:00', `created`))",
]

/** Creates the tables of a new `logs.db`. */
export const createLogsFile = async (transaction: Transaction): Promise<void> => {
  for (const table of logTables) await transaction.run(constant(table))
  await recordMigrations(transaction, logMigrations)
}
