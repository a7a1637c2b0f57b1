import type { Settings } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../../collections/recordTable.ts'
import { insertCollection } from '../../collections/storedCollection.ts'
import { insertSettings } from '../../settings/storedSettings.ts'
import type { Transaction } from '../engine.ts'
import { now } from '../now.ts'
import { constant, sql } from '../sql.ts'
import { dataMigrations, logMigrations } from './migrations.ts'
import { dataTables, logTables } from './systemTables.ts'
import { usersCollection } from './usersCollection.ts'

const recordMigrations = async (transaction: Transaction, files: readonly string[]) => {
  for (const [index, file] of files.entries()) {
    await transaction.run(sql`INSERT INTO _migrations (file, applied) VALUES (${file}, ${Date.now() * 1000 + index})`)
  }
}

/** Fills an empty `data.db`: the system tables, the given settings and the `users` collection. */
export const createDataFile = async (transaction: Transaction, settings: Settings): Promise<void> => {
  for (const table of dataTables) await transaction.run(constant(table))
  await insertSettings(transaction, settings)
  const users = usersCollection(now())
  await insertCollection(transaction, users)
  await transaction.run(createRecordTable(users))
  for (const index of authIndexes(users)) await transaction.run(index)
  await recordMigrations(transaction, dataMigrations)
}

/** Fills an empty `logs.db`. */
export const createLogsFile = async (transaction: Transaction): Promise<void> => {
  for (const table of logTables) await transaction.run(constant(table))
  await recordMigrations(transaction, logMigrations)
}
