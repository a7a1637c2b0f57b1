import type { Settings } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../catalog/recordTable.ts'
import { insertCollection } from '../catalog/storedCollection.ts'
import type { Transaction } from '../db/engine.ts'
import { recordMigrations } from '../db/recordMigrations.ts'
import type { Sql } from '../db/sql.ts'
import { now } from '../runtime/now.ts'
import { insertSettings } from '../settings/storedSettings.ts'
import { dataMigrations } from './migrations.ts'
import { usersCollection } from './usersCollection.ts'

/** Initializes an empty database with the system tables, the given settings and the `users` collection. */
export const createTables = async (transaction: Transaction, systemTables: readonly Sql[], settings: Settings): Promise<void> => {
  for (const table of systemTables) await transaction.run(table)
  await insertSettings(transaction, settings)
  const users = usersCollection(now())
  await insertCollection(transaction, users)
  await transaction.run(createRecordTable(users))
  for (const index of authIndexes(users)) await transaction.run(index)
  await recordMigrations(transaction, dataMigrations)
}
