import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@coffer/schema'
import type { Durability, Engine } from '../db/engine.ts'
import { assertSafeSqlite } from '../db/sqlite/openDatabase.ts'
import { openingError } from '../db/sqlite/openingError.ts'
import { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { createTables } from './createTables.ts'
import { requireKnownLayout } from './requireKnownLayout.ts'

function openDatabase(path: string, durability: Durability): SqliteWriter {
  try {
    return new SqliteWriter(path, durability)
  } catch (error) {
    throw openingError(path, error)
  }
}

/**
 * Opens a data directory for writing. Creates the directory and `data.db` if they are missing.
 * @param firstSettings the settings of a new directory
 * @throws Error with a sentence for the command line
 */
export async function openDataDirectory(
  dataDir: string,
  firstSettings: () => Settings,
  durability: Durability = 'full',
): Promise<Engine> {
  assertSafeSqlite(process.versions.sqlite ?? '0')
  requireKnownLayout(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const db = openDatabase(join(dataDir, 'data.db'), durability)
  await db.adoptLog()
  if (!(await db.schema.hasTable(db, '_migrations')))
    await db.transaction(transaction => createTables(transaction, db.schema.systemTables.data, firstSettings()))
  return db
}
