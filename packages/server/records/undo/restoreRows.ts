import { type Field, fieldType, type SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Row, Transaction } from '../../db/engine.ts'
import { join, name, sql, withValues } from '../../db/sql.ts'
import { uniqueColumns } from '../../db/sqliteErrors.ts'
import { hasUsername } from '../../rows/hasUsername.ts'
import { CannotRestore } from './CannotRestore.ts'
import type { KeptColumn, KeptRows } from './KeptDeletion.ts'

/** Where the values of a kept column go now. */
interface Place {
  column: string
  /** The position in kept rows. */
  position: number
  turn: (stored: SqlValue) => SqlValue
}

/** The collection as it is now, if its records can be what they were. */
const collectionOf = (catalog: Catalog, { collectionId, type }: KeptRows): Collection => {
  const collection = catalog.byId(collectionId)
  if (!collection) throw new CannotRestore('Its collection has been deleted.')
  if (collection.type !== type) throw new CannotRestore(`The collection "${collection.name}" is of another type now.`)
  return collection
}

/**
 * Returns the function that turns stored values of a field into what its options of today store.
 * @throws CannotRestore when the field is of another type now
 */
export const turnOf = (field: Field, kept: NonNullable<KeptColumn['field']>): ((stored: SqlValue) => SqlValue) => {
  if (field.type !== kept.type) throw new CannotRestore(`The field "${field.name}" is of another type now.`)
  const type = fieldType(field)
  const isSame = type.isMultiple(field.options) === kept.isMultiple
  return stored => (isSame ? stored : type.encode(type.decode(stored, field.options)))
}

/** Fields that are no more take their values with them, as they did those of all other records. */
const placesOf = async (transaction: Transaction, collection: Collection, columns: readonly KeptColumn[]): Promise<Place[]> => {
  const rows = await transaction.rows(sql`SELECT name FROM pragma_table_info(${collection.name})`)
  const present = new Set(rows.map(([column]) => column))
  return columns.flatMap((kept, position): Place[] => {
    const field = collection.schema.find(({ id, name: column }) => (kept.field ? kept.field.id === id : kept.name === column))
    if (kept.field && field) return [{ column: field.name, position, turn: turnOf(field, kept.field) }]
    return !kept.field && !field && present.has(kept.name) ? [{ column: kept.name, position, turn: stored => stored }] : []
  })
}

/** Ids of accounts are unique among all auth collections, and their names whatever their case. */
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
    throw new CannotRestore(`There is another record with its id in "${place.name}".`, id)
  }
  if (collection.type !== 'auth') return
  if (await hasUsername(transaction, collection, String(username))) {
    throw new CannotRestore(`Another account has the username "${username}".`, id)
  }
}

/** Why a row is refused. */
export const refusalOf = (error: unknown, id: string): unknown => {
  if (error instanceof CannotRestore || !(error instanceof Error) || !/constraint failed/.test(error.message)) return error
  const columns = uniqueColumns(error).map(column => `"${column.slice(column.lastIndexOf('.') + 1)}"`)
  if (columns.length === 0 || columns[0]?.startsWith('"index ')) {
    return new CannotRestore(`The table does not take it any more: ${error.message}.`, id)
  }
  const values = columns.length === 1 ? `the value of ${columns[0]}` : `the values of ${columns.join(', ')}`
  return new CannotRestore(`Another record has ${values}, which must be unique.`, id)
}

/**
 * Inserts deleted rows again, as they were.
 * @returns their collection and their ids
 * @throws CannotRestore
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
