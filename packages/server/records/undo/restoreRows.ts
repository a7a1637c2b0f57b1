import { type Field, fieldType, type SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import { hasUsername } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { RestoreConflictError, toRestoreConflict } from './RestoreConflictError.ts'
import type { DeletedRows, SnapshotColumn } from './snapshot.ts'

/** The current column for the values of a snapshot column. */
interface ColumnMapping {
  column: string
  /** Index in the rows of the snapshot. */
  position: number
  convert: (stored: SqlValue) => SqlValue
}

/** Returns the collection if it still exists with the same type. */
function collectionOf(catalog: Catalog, { collectionId, type }: DeletedRows): Collection {
  const collection = catalog.byId(collectionId)
  if (!collection) throw new RestoreConflictError('Its collection has been deleted.')
  if (collection.type !== type) throw new RestoreConflictError(`The type of the collection "${collection.name}" has changed.`)
  return collection
}

/**
 * Returns a function that converts stored values to the field's current options.
 * @throws RestoreConflictError when the type of the field has changed
 */
export function createValueConverter(field: Field, old: NonNullable<SnapshotColumn['field']>): (stored: SqlValue) => SqlValue {
  if (field.type !== old.type) throw new RestoreConflictError(`The type of the field "${field.name}" has changed.`)
  const type = fieldType(field)
  const isSame = type.isMultiple(field.options) === old.isMultiple
  return stored => (isSame ? stored : type.encode(type.decode(stored, field.options)))
}

/** Maps the snapshot's columns to those of the table. Values of fields that were removed since are dropped. */
async function mapColumns(
  transaction: Transaction,
  collection: Collection,
  columns: readonly SnapshotColumn[],
): Promise<ColumnMapping[]> {
  const present = new Set(await transaction.schema.columns(transaction, collection.name))
  return columns.flatMap((old, position): ColumnMapping[] => {
    const field = collection.schema.find(({ id, name: column }) => (old.field ? old.field.id === id : old.name === column))
    if (old.field && field) return [{ column: field.name, position, convert: createValueConverter(field, old.field) }]
    return !old.field && !field && present.has(old.name) ? [{ column: old.name, position, convert: stored => stored }] : []
  })
}

/** Asserts that the id is unused, in an auth collection among all auth collections, and that the username is unused. */
async function assertUnused(transaction: Transaction, catalog: Catalog, collection: Collection, id: string, username: SqlValue) {
  const collections = collection.type === 'auth' ? catalog.all.filter(({ type }) => type === 'auth') : [collection]
  for (const other of collections) {
    if (!(await transaction.row(sql`SELECT 1 FROM ${name(other.name)} WHERE id = ${id}`))) continue
    throw new RestoreConflictError(`Another record in "${other.name}" has the same id.`, id)
  }
  if (collection.type !== 'auth') return
  if (await hasUsername(transaction, collection, String(username))) {
    throw new RestoreConflictError(`Another auth record has the username "${username}".`, id)
  }
}

/**
 * Inserts deleted rows again.
 * @returns the restored records
 * @throws RestoreConflictError when the collection or a field has changed, or a row violates a constraint
 */
export async function restoreRows(records: RecordWriter, catalog: Catalog, old: DeletedRows): Promise<StoredRecord[]> {
  const { transaction } = records
  const collection = collectionOf(catalog, old)
  const mappings = await mapColumns(transaction, collection, old.columns)
  const positionOf = (column: string) => old.columns.findIndex(({ name: known, field }) => !field && known === column)
  const [idAt, usernameAt] = [positionOf('id'), positionOf('username')]
  const rows = async function* () {
    for (const row of old.rows) {
      const id = String(row[idAt])
      await assertUnused(transaction, catalog, collection, id, row[usernameAt] ?? null)
      yield { id, values: mappings.map(({ position, convert }) => convert(row[position] ?? null)) }
    }
  }
  const columns = mappings.map(({ column }) => column)
  return records.insertSnapshot(collection, columns, rows(), toRestoreConflict)
}
