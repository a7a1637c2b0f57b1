import type { PoolConfig } from 'pg'
import { withClient } from './connectionOptions.ts'

/** The key of the advisory lock of a program that runs migrations. */
const migrationLock = 0x636f666d

/**
 * Runs work while no other program runs migrations on a database. The lock belongs to a session of its own: a transaction that waited
 * inside would not see what the others have committed.
 */
export function withMigrationLock<T>(options: PoolConfig, work: () => Promise<T>): Promise<T> {
  return withClient(options, async client => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    return work()
  })
}
