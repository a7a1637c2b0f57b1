import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { scratchDir } from '../../../../test/harness/scratchDir.ts'
import type { Engine, Schema } from '../engine.ts'
import { connectionOptions } from '../postgres/connectionOptions.ts'
import { PostgresEngine } from '../postgres/PostgresEngine.ts'
import { constant } from '../sql.ts'
import { SqliteWriter } from '../sqlite/SqliteWriter.ts'

/** The kinds of databases that the server can run on. */
type DatabaseKind = 'postgres' | 'sqlite'

/** Two engines on one database, as two servers would have them. */
export interface TestEngines {
  one: Engine
  other: Engine
  close: () => Promise<void>
}

const openEngine = (file: string, address: string | undefined): Engine =>
  address === undefined
    ? new SqliteWriter(file, 'normal')
    : new PostgresEngine({
        connection: connectionOptions(address),
        readConnections: 4,
        writeConnections: 8,
        readTimeoutMs: 10_000,
        schemaVersion: () => 0,
      })

/** Creates a database with some of the system tables, and opens it twice. */
export async function openEngines(kind: DatabaseKind, tables: keyof Schema['systemTables']): Promise<TestEngines> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-engines-'))
  const server = kind === 'postgres' ? await openPostgres() : undefined
  const address = await server?.createDatabase()
  const [one, other] = [openEngine(join(folder, 'data.db'), address), openEngine(join(folder, 'data.db'), address)]
  // Both share a thread here, which would stand still for 10 s until the transaction of the other one can go on.
  if (kind === 'sqlite')
    for (const engine of [one, other])
      await engine.transaction(transaction => transaction.rows(constant('PRAGMA busy_timeout = 10')))
  await one.transaction(async transaction => {
    for (const statement of one.schema.systemTables[tables]) await transaction.run(statement)
  })
  const close = async () => {
    await one.close()
    await other.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { one, other, close }
}
