import { join } from 'node:path'
import { isInUse } from '../db/sqlite/isInUse.ts'
import type { DataExchange } from './DataExchange.ts'
import { completeExchange, exchangeEntries, revertExchange } from './exchangeEntries.ts'

/**
 * Asserts that no other program has the data open. It would go on reading the replaced file together with the write-ahead log of the new one,
 * so a program that replicates the data would store a mixture of both.
 */
async function assertUnused(dataDir: string): Promise<void> {
  if (await isInUse(join(dataDir, 'data.db')))
    throw new Error('Another program, such as Litestream, has data.db open. Stop it, and restore the backup again.')
}

/** @param database the address of the PostgreSQL database; undefined for SQLite files in the data directory */
export async function openExchange(dataDir: string, database: string | undefined): Promise<DataExchange> {
  // Loaded on demand, because most servers run on SQLite.
  if (database !== undefined) return (await import('./databaseExchange.ts')).databaseExchange(dataDir, database)
  const revert = () => revertExchange(dataDir)
  const enter: DataExchange['enter'] = async isReading => {
    if (!isReading) await assertUnused(dataDir)
    await exchangeEntries(dataDir)
  }
  // `enter` moves the files out of the folder.
  const receive = async () => undefined
  return { receive, enter, revert, complete: () => completeExchange(dataDir), recover: revert }
}
