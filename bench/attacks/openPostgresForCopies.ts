import { tmpdir } from 'node:os'
import { openPostgres } from '../../test/harness/openPostgres.ts'
import { addressVariable } from '../../test/harness/postgres/testDatabases.ts'

/**
 * Starts a PostgreSQL server, into which `copySample` then moves the databases of its copies, as in tests. PostgreSQL waits for the disk
 * at each commit, as it does by default. Returns a function that ends it.
 */
export async function openPostgresForCopies(): Promise<() => Promise<void>> {
  const { address, close } = await openPostgres({ parent: tmpdir(), settings: ['max_connections=100'] })
  process.env.COFFER_TEST_DATABASE = 'postgres'
  process.env[addressVariable] = address
  return close
}
