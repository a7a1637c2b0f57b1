import type { Transaction } from './engine.ts'
import { sql } from './sql.ts'

/** The table in which a 0.22 server records the migrations it has applied to a file. */
export const migrationsTable = 'CREATE TABLE `_migrations` (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL)'

/** Lists migrations as applied, so that a 0.22 server takes the file as up to date. */
export const recordMigrations = async (transaction: Transaction, files: readonly string[]) => {
  for (const [index, file] of files.entries()) {
    await transaction.run(sql`INSERT INTO _migrations (file, applied) VALUES (${file}, ${Date.now() * 1000 + index})`)
  }
}
