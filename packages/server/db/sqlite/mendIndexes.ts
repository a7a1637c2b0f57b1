import { DatabaseSync } from 'node:sqlite'
import { name } from '../sql.ts'
import { classifyingErrors } from './classifyError.ts'
import { findDamage, findDamagedTables } from './findDamage.ts'

/**
 * Rebuilds the indexes of all damaged tables from their rows in one transaction, which it commits only if nothing is damaged then.
 * @returns the tables
 * @throws Error with the damage that remains, or the reason why an index cannot be built. The file is unchanged then.
 */
export function mendIndexes(path: string): string[] {
  return classifyingErrors(() => {
    // Closing the database rolls back a transaction that is not committed.
    using database = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, timeout: 10_000 })
    database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    const tables = findDamagedTables(database)
    for (const table of tables) database.exec(`REINDEX ${name(table).text}`)
    const damage = findDamage(database)
    if (damage !== undefined) throw new Error(damage)
    database.exec('COMMIT')
    return tables
  })
}
