import type { Reader, Transaction } from '../db/engine.ts'
import { constant, name, sql } from '../db/sql.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** What newer servers of the 0.22 line keep of accounts beside the rest; in older directories it is missing. */
const column = 'lastLoginAlertSentAt'

/** Milliseconds between two alerts to the same account. */
const shortestInterval = 7 * 24 * 60 * 60 * 1000

const isKept = async (reader: Reader, { collection }: StoredRecord): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM pragma_table_info(${collection.name}) WHERE name = ${column}`)) !== undefined

/** Whether an account was told lately that somebody signed in with its password. */
export const wasAlertedLately = async (reader: Reader, record: StoredRecord): Promise<boolean> => {
  if (!(await isKept(reader, record))) return false
  const row = await reader.row(
    sql`SELECT ${name(column)} FROM ${name(record.collection.name)} WHERE id = ${String(record.values.id)}`,
  )
  const sentAt = Date.parse(String(row?.[0]).replace(' ', 'T'))
  return Date.now() - sentAt < shortestInterval
}

const write = (transaction: Transaction, { collection, values }: StoredRecord, moment: string) =>
  transaction.run(sql`UPDATE ${name(collection.name)} SET ${name(column)} = ${moment} WHERE id = ${String(values.id)}`)

/** Stores when an account was told. */
export const noteAlert = async (transaction: Transaction, record: StoredRecord, moment: string): Promise<void> => {
  const table = name(record.collection.name)
  if (!(await isKept(transaction, record))) {
    await transaction.run(sql`ALTER TABLE ${table} ADD COLUMN ${name(column)} ${constant("TEXT DEFAULT '' NOT NULL")}`)
  }
  await write(transaction, record, moment)
}

/** Has the next sign-in with a password be told again. */
export const forgetAlert = async (transaction: Transaction, record: StoredRecord): Promise<void> => {
  if (await wasAlertedLately(transaction, record)) await write(transaction, record, '')
}
