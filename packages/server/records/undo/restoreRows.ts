import { type Field, fieldType, type SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Row, Transaction } from '../../db/engine.ts'
import { join, name, sql, withValues } from '../../db/sql.ts'
import { uniqueColumns } from '../../db/sqliteErrors.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import { CannotRestore } from './CannotRestore.ts'
import type { KeptColumn, KeptRows } from './KeptDeletion.ts'

/** The current column for the values of a snapshot column. */
interface Place {
  column: string
  /** Index in the rows of the snapshot. */
  position: number
  turn: (stored: SqlValue) => SqlValue
}

/** Returns the collection if it still exists with the same type. */
const collectionOf = (catalog: Catalog, { collectionId, type }: KeptRows): Collection => {
  const collection = catalog.byId(collectionId)
  if (!collection) throw new CannotRestore('Its collection has been deleted.')
  if (collection.type !== type) throw new CannotRestore(`The type of the collection "${collection.name}" has changed.`)
  return collection
}

/**
 * Returns a function that converts stored values to the field's current options.
 * @throws CannotRestore when the type of the field has changed
 */
export const turnOf = (field: Field, kept: NonNullable<KeptColumn['field']>): ((stored: SqlValue) => SqlValue) => {
  if (field.type !== kept.type) throw new CannotRestore(`The type of the field "${field.name}" has changed.`)
  const type = fieldType(field)
  const isSame = type.isMultiple(field.options) === kept.isMultiple
  return stored => (isSame ? stored : type.encode(type.decode(stored, field.options)))
}

/** Maps the snapshot's columns to those of the table. Values of fields that were removed since are dropped. */
const placesOf = async (transaction: Transaction, collection: Collection, columns: readonly KeptColumn[]): Promise<Place[]> => {
  const rows = await transaction.rows(sql`SELECT name FROM pragma_table_info(${collection.name})`)
  const present = new Set(rows.map(([column]) => column))
  return columns.flatMap((kept, position): Place[] => {
    const field = collection.schema.find(({ id, name: column }) => (kept.field ? kept.field.id === id : kept.name === column))
    if (kept.field && field) return [{ column: field.name, position, turn: turnOf(field, kept.field) }]
    return !kept.field && !field && present.has(kept.name) ? [{ column: kept.name, position, turn: stored => stored }] : []
  })
}

/** Asserts that the id is unused, in an auth collection among all auth collections, and that the username is unused. */
const requireFree = async (
  transaction: Transaction,
  catalog: Catalog,
  collection: Collection,
  id: string,
  username: SqlValue,
) => {
  const places = collection.type === 'auth' ? catalog.all.filter(({ type }) => type === 'auth') : [collection]
  for (const place of places) {
    if (!(await transaction.row(sql`SELECT 1 FROM ${name(place.name)} WHERE id = ${id}`))) continue
    throw new CannotRestore(`Another record in "${place.name}" has the same id.`, id)
  }
  if (collection.type !== 'auth') return
  if (await hasUsername(transaction, collection, String(username))) {
    throw new CannotRestore(`Another auth record has the username "${username}".`, id)
  }
}

/** Turns a constraint error of SQLite into a `CannotRestore` error; returns other errors unchanged. */
export const refusalOf = (error: unknown, id: string): unknown => {
  if (error instanceof CannotRestore || !(error instanceof Error) || !/constraint failed/.test(error.message)) return error
  const columns = uniqueColumns(error).map(column => `"${column.slice(column.lastIndexOf('.') + 1)}"`)
  if (columns.length === 0 || columns[0]?.startsWith('"index ')) {
    return new CannotRestore(`The database rejected it: ${error.message}.`, id)
  }
  const values = columns.length === 1 ? `the same value of ${columns[0]}` : `the same values of ${columns.join(', ')}`
  return new CannotRestore(`Another record has ${values}, which must be unique.`, id)
}

/**
 * Inserts deleted rows again.
 * @returns their collection and ids
 * @throws CannotRestore when the collection or a field has changed, or a row violates a constraint
 */
export const restoreRows = async (
  transaction: Transaction,
  catalog: Catalog,
  kept: KeptRows,
): Promise<{ collection: Collection; ids: string[] }> => {
  const collection = collectionOf(catalog, kept)
  const places = await placesOf(transaction, collection, kept.columns)
  const names = join(places.map(({ column }) => name(column)))
  const insertion = sql`INSERT INTO ${name(collection.name)} (${names}) VALUES (${join(places.map(() => sql`${null}`))})`
  const positionOf = (column: string) => kept.columns.findIndex(({ name: known, field }) => !field && known === column)
  const [idAt, usernameAt] = [positionOf('id'), positionOf('username')]
  transaction.changesRecords(collection.id)
  const restore = async (row: Row): Promise<string> => {
    const id = String(row[idAt])
    await requireFree(transaction, catalog, collection, id, row[usernameAt] ?? null)
    const values = places.map(({ position, turn }) => turn(row[position] ?? null))
    await transaction.run(withValues(insertion, values)).catch(error => {
      throw refusalOf(error, id)
    })
    return id
  }
  const ids: string[] = []
  for (const row of kept.rows) ids.push(await restore(row))
  return { collection, ids }
}
