import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { hashPassword } from '../crypto/passwords.ts'
import { randomId, randomSecret } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { Plain } from '../pb/Host.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import { deleteAll } from '../records/deleteRecord.ts'
import { withGeneratedValues } from '../records/pending/generateTexts.ts'
import { withHashes } from '../records/pending/passwords.ts'
import { creationDates, updateDates } from '../records/rows/dates.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { readRecord, type StoredRecord } from '../records/rows/StoredRecord.ts'
import { shapeOf } from '../records/rows/shape.ts'
import { now } from '../runtime/now.ts'

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Returns the values of at most `limit` records whose column has a value. */
export async function findRecords(
  transaction: Transaction,
  collection: Collection,
  column: string,
  value: unknown,
  limit: number,
): Promise<Plain[]> {
  const known = shapeOf(collection).columns.find(({ name }) => name === column)
  if (!known) throw new Error(`The collection ${collection.name} has no column ${column}.`)
  const table = name(collection.name)
  const encoded = known.encode(known.field ? fieldType(known.field).normalize(value, known.field.options) : value)
  const rows = await transaction.rows(
    sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${name(collection.name, column)} = ${encoded} LIMIT ${limit}`,
  )
  return rows.map(row => readRecord(collection, row).values)
}

/** Returns the columns of an auth record that a script cannot leave to their defaults. */
async function authValues(values: Plain, before: StoredRecord | undefined, id: string): Promise<Plain> {
  const password = asText(values.password)
  return {
    username: asText(values.username) || `user_${id}`,
    emailVisibility: values.emailVisibility === true,
    verified: values.verified === true,
    ...(password !== '' && { passwordHash: await hashPassword(password) }),
    tokenKey: password === '' ? asText(values.tokenKey ?? before?.values.tokenKey) : randomSecret(50),
  }
}

/** Builds the record to store. Values are normalized, but not validated, as in 0.22. */
export async function recordToStore(
  collection: Collection,
  before: StoredRecord | undefined,
  given: Plain,
): Promise<StoredRecord> {
  const values = await withHashes(collection, before ? given : withGeneratedValues(collection, given))
  const id = asText(values.id) || randomId()
  const stored: Plain = { ...shapeOf(collection).blank, ...before?.values }
  for (const { name, field } of shapeOf(collection).columns) {
    if (field) stored[name] = fieldType(field).normalize(values[name] ?? undefined, field.options)
    else if (Object.hasOwn(values, name)) stored[name] = values[name]
  }
  if (collection.type === 'auth') Object.assign(stored, await authValues(values, before, id))
  const created = asText(stored.created) || now()
  const dates = before ? updateDates(before) : creationDates(collection, now())
  return { collection, values: { ...stored, id, ...dates, created } }
}

/**
 * Saves a record of a script and returns the stored values.
 * @throws Error if a record to change does not exist, and errors of the database
 */
export async function saveRecord(records: RecordWriter, collection: Collection, values: Plain, isNew: boolean): Promise<Plain> {
  if (collection.type === 'view') throw new Error(`Records of the view ${collection.name} cannot be saved.`)
  const before = isNew ? undefined : await findRecord(records.transaction, collection, asText(values.id))
  if (!isNew && !before) throw new Error(`${collection.name} has no record ${asText(values.id)}.`)
  const after = await recordToStore(collection, before, values)
  if (before) await records.update(before, after)
  else await records.insert(after)
  return after.values
}

/** Deletes a record, and updates or deletes the records that refer to it. */
export async function deleteRecord(records: RecordWriter, catalog: Catalog, collection: Collection, id: string): Promise<void> {
  const record = await findRecord(records.transaction, collection, id)
  if (!record) throw new Error(`${collection.name} has no record ${id}.`)
  await deleteAll({ records, catalog, recorder: undefined }, collection, [record])
}
