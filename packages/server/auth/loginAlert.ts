import { alertColumn as column } from '../catalog/recordTable.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'

/** Minimum time between two alerts for the same auth record. */
const minAlertIntervalMs = 7 * 24 * 60 * 60 * 1000

const hasColumn = async (reader: Reader, { collection }: StoredRecord): Promise<boolean> =>
  (await reader.schema.columns(reader, collection.name)).includes(column)

/** Returns whether an alert about a sign-in with the password was sent recently. */
export async function wasAlertedRecently(reader: Reader, record: StoredRecord): Promise<boolean> {
  if (!(await hasColumn(reader, record))) return false
  const row = await reader.row(
    sql`SELECT ${name(column)} FROM ${name(record.collection.name)} WHERE id = ${String(record.values.id)}`,
  )
  const sentAt = Date.parse(String(row?.[0]).replace(' ', 'T'))
  return Date.now() - sentAt < minAlertIntervalMs
}

/** Stores when an alert was sent. */
export async function recordAlert(records: RecordWriter, record: StoredRecord, moment: string): Promise<void> {
  const { transaction } = records
  const table = name(record.collection.name)
  if (!(await hasColumn(transaction, record))) {
    await transaction.run(sql`ALTER TABLE ${table} ADD COLUMN ${name(column)} ${transaction.dialect.columnType('text')}`)
  }
  await records.setHiddenColumn(record, column, moment)
}

/** Allows an alert about the next sign-in with the password. */
export async function clearAlert(records: RecordWriter, record: StoredRecord): Promise<void> {
  if (await wasAlertedRecently(records.transaction, record)) await records.setHiddenColumn(record, column, '')
}
