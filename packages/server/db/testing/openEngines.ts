import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { scratchDir } from '../../../../test/harness/scratchDir.ts'
import type { Engine } from '../engine.ts'
import { connectionOptions } from '../postgres/connectionOptions.ts'
import { PostgresEngine } from '../postgres/PostgresEngine.ts'
import type { Schema } from '../Schema.ts'
import { SqliteWriter } from '../sqlite/SqliteWriter.ts'
import { chooseDatabase, type DatabaseKind, databaseSchema } from '../threadDatabase.ts'

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

/** Creates a database with some of the system tables, opens it twice, and chooses its kind for this thread until `close`. */
export const openEngines = async (kind: DatabaseKind, tables: keyof Schema['systemTables']): Promise<TestEngines> => {
  await chooseDatabase(kind)
  const folder = await mkdtemp(join(scratchDir, 'coffer-engines-'))
  const server = kind === 'postgres' ? await openPostgres() : undefined
  const address = await server?.createDatabase()
  const [one, other] = [openEngine(join(folder, 'data.db'), address), openEngine(join(folder, 'data.db'), address)]
  await one.transaction(async transaction => {
    for (const statement of databaseSchema.systemTables[tables]) await transaction.run(statement)
  })
  const close = async () => {
    await one.close()
    await other.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
    await chooseDatabase('sqlite')
  }
  return { one, other, close }
}
