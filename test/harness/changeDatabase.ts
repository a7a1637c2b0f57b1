import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { vi } from 'vitest'
import { runBlocking } from './postgres/blockingQuery.ts'
import { databaseOf } from './postgres/testDatabases.ts'

/** Changes a PostgreSQL database and announces it, as `coffer admin` does. */
function changePostgres(address: string, text: string): void {
  runBlocking({ kind: 'query', address, text, values: [] })
  runBlocking({ kind: 'query', address, text: 'NOTIFY coffer_changes', values: [] })
}

/**
 * Runs SQL on a database as another program would, in one transaction. Retries while the database is locked: a server in the same
 * thread releases its lock only if this code does not block the thread.
 */
export function changeDatabase(dataDir: string, db: 'data' | 'logs', sql: string): Promise<void> {
  return vi.waitFor(
    () => {
      const address = databaseOf(dataDir)
      if (address !== undefined) return changePostgres(address, sql)
      using database = new DatabaseSync(join(dataDir, `${db}.db`))
      database.exec(`BEGIN IMMEDIATE; ${sql}; COMMIT`)
    },
    { timeout: 20_000, interval: 20 },
  )
}
