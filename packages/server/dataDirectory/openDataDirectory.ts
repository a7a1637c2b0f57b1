import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../catalog/recordTable.ts'
import { insertCollection } from '../catalog/storedCollection.ts'
import type { Durability, Engine, Transaction } from '../db/engine.ts'
import { recordMigrations } from '../db/recordMigrations.ts'
import { assertSafeSqlite } from '../db/sqlite/openDatabase.ts'
import { openingError } from '../db/sqlite/openingError.ts'
import { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { databaseSchema } from '../db/threadDatabase.ts'
import { now } from '../runtime/now.ts'
import { insertSettings } from '../settings/storedSettings.ts'
import { dataMigrations } from './migrations.ts'
import { requireKnownLayout } from './requireKnownLayout.ts'
import { usersCollection } from './usersCollection.ts'

/** Initializes an empty `data.db` with the system tables, the given settings and the `users` collection. */
const createDataFile = async (transaction: Transaction, settings: Settings): Promise<void> => {
  for (const table of databaseSchema.systemTables.data) await transaction.run(table)
  await insertSettings(transaction, settings)
  const users = usersCollection(now())
  await insertCollection(transaction, users)
  await transaction.run(createRecordTable(users))
  for (const index of authIndexes(users)) await transaction.run(index)
  await recordMigrations(transaction, dataMigrations)
}

const openDatabase = (path: string, durability: Durability): SqliteWriter => {
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
export const openDataDirectory = async (
  dataDir: string,
  firstSettings: () => Settings,
  durability: Durability = 'full',
): Promise<Engine> => {
  assertSafeSqlite(process.versions.sqlite ?? '0')
  requireKnownLayout(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const db = openDatabase(join(dataDir, 'data.db'), durability)
  await db.adoptLog()
  if (!(await databaseSchema.hasTable(db, '_migrations')))
    await db.transaction(transaction => createDataFile(transaction, firstSettings()))
  return db
}
