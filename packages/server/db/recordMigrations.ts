import type { Transaction } from './engine.ts'
import { sql } from './sql.ts'

/** Records migrations as applied, so that PocketBase 0.22 does not apply them again. */
export const recordMigrations = async (transaction: Transaction, files: readonly string[]) => {
  for (const [index, file] of files.entries()) {
    await transaction.run(sql`INSERT INTO _migrations (file, applied) VALUES (${file}, ${Date.now() * 1000 + index})`)
  }
}
