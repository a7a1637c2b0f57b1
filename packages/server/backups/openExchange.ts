import type { DataExchange } from './DataExchange.ts'
import { completeExchange, exchangeEntries, revertExchange } from './exchangeEntries.ts'

/** @param database the address of the PostgreSQL database; undefined for SQLite files in the data directory */
export const openExchange = async (dataDir: string, database: string | undefined): Promise<DataExchange> => {
  // Loaded on demand, because most servers run on SQLite.
  if (database !== undefined) return (await import('./databaseExchange.ts')).databaseExchange(dataDir, database)
  const revert = () => revertExchange(dataDir)
  return { enter: () => exchangeEntries(dataDir), revert, complete: () => completeExchange(dataDir), recover: revert }
}
