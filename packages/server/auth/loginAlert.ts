import { alertColumn as column } from '../catalog/recordTable.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { databaseSchema, dialect } from '../db/threadDatabase.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** Minimum time between two alerts for the same auth record. */
const minAlertIntervalMs = 7 * 24 * 60 * 60 * 1000

const hasColumn = async (reader: Reader, { collection }: StoredRecord): Promise<boolean> =>
  (await databaseSchema.columns(reader, collection.name)).includes(column)

/** Returns whether an alert about a sign-in with the password was sent recently. */
export const wasAlertedRecently = async (reader: Reader, record: StoredRecord): Promise<boolean> => {
  if (!(await hasColumn(reader, record))) return false
  const row = await reader.row(
    sql`SELECT ${name(column)} FROM ${name(record.collection.name)} WHERE id = ${String(record.values.id)}`,
  )
  const sentAt = Date.parse(String(row?.[0]).replace(' ', 'T'))
  return Date.now() - sentAt < minAlertIntervalMs
}

const write = (transaction: Transaction, { collection, values }: StoredRecord, moment: string) =>
  transaction.run(sql`UPDATE ${name(collection.name)} SET ${name(column)} = ${moment} WHERE id = ${String(values.id)}`)

/** Stores when an alert was sent. */
export const recordAlert = async (transaction: Transaction, record: StoredRecord, moment: string): Promise<void> => {
  const table = name(record.collection.name)
  if (!(await hasColumn(transaction, record))) {
    await transaction.run(sql`ALTER TABLE ${table} ADD COLUMN ${name(column)} ${dialect.columnType('text')}`)
  }
  await write(transaction, record, moment)
}

/** Allows an alert about the next sign-in with the password. */
export const clearAlert = async (transaction: Transaction, record: StoredRecord): Promise<void> => {
  if (await wasAlertedRecently(transaction, record)) await write(transaction, record, '')
}
