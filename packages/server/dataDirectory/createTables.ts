import { cofferSettings, type Settings } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../catalog/recordTable.ts'
import { saveRuleMeaning } from '../catalog/ruleMeaning.ts'
import { insertCollection } from '../catalog/storedCollection.ts'
import type { Transaction } from '../db/engine.ts'
import type { Sql } from '../db/sql.ts'
import { dataMigrations, recordMigrations } from '../db/systemMigrations.ts'
import { now } from '../runtime/now.ts'
import { insertSettings } from '../settings/storedSettings.ts'
import { usersCollection } from './usersCollection.ts'

/**
 * Initializes an empty database with the system tables, the given settings and the `users` collection. Rules have the meaning of the
 * dialect in the settings.
 */
export async function createTables(transaction: Transaction, systemTables: readonly Sql[], settings: Settings): Promise<void> {
  for (const table of systemTables) await transaction.run(table)
  await insertSettings(transaction, settings)
  const { dialect } = cofferSettings(settings)
  if (dialect !== 'v022') await saveRuleMeaning(transaction, dialect)
  const users = usersCollection(now())
  await insertCollection(transaction, users)
  await transaction.run(createRecordTable(transaction, users))
  for (const index of authIndexes(users)) await transaction.run(index)
  await recordMigrations(transaction, dataMigrations)
}
