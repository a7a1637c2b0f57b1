import type { SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { boundList } from '../../db/boundList.ts'
import type { ToError, Transaction } from '../../db/engine.ts'
import { join, name, type Sql, sql, withValues } from '../../db/sql.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { rowOf, type StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'

/** Maximum number of cached UPDATE statements per collection. */
const maxCachedUpdates = 100

function compileInsertion(collection: Collection): Sql {
  const { columns } = shapeOf(collection)
  const names = join(columns.map(column => name(column.name)))
  return sql`INSERT INTO ${name(collection.name)} (${names}) VALUES (${join(columns.map(() => sql`${null}`))})`
}

/** Returns the cached INSERT statement for rows of a collection's shape. */
export const insertionOf = memoizeByObject(compileInsertion)

/** @param toError if given, the statement is sent without waiting for it, see `Transaction.send` */
async function write(transaction: Transaction, statement: Sql, toError: ToError | undefined): Promise<void> {
  await (toError ? transaction.send(statement, toError) : transaction.run(statement))
}

/** Inserts a record with a value for every column. */
export async function insertRow(transaction: Transaction, record: StoredRecord, toError?: ToError): Promise<void> {
  transaction.markRecordsChanged(record.collection.id)
  await write(transaction, withValues(insertionOf(record.collection), rowOf(record)), toError)
}

/** Cached UPDATE statements, by the positions of the changed columns. */
const updatesOf = memoizeByObject((_: Collection) => new Map<string, Sql>())

function compileUpdate(collection: Collection, positions: readonly number[]): Sql {
  const { columns } = shapeOf(collection)
  const changes = positions.map(position => sql`${name(columns[position]?.name ?? '')} = ${null}`)
  return sql`UPDATE ${name(collection.name)} SET ${join(changes)} WHERE id = ${''}`
}

/** Cached per set of changed columns: looking up a prepared statement by a freshly built string is slow. */
function updateOf(collection: Collection, positions: readonly number[]): Sql {
  const cached = updatesOf(collection)
  const key = positions.join()
  const before = cached.get(key)
  if (before) return before
  const created = compileUpdate(collection, positions)
  if (cached.size < maxCachedUpdates) cached.set(key, created)
  return created
}

/** Updates only the changed columns of a record, so that SQLite does not touch the indexes of the others. */
export async function updateRow(
  transaction: Transaction,
  before: StoredRecord,
  after: StoredRecord,
  toError?: ToError,
): Promise<void> {
  const { collection } = after
  const positions: number[] = []
  const values: SqlValue[] = []
  for (const [position, column] of shapeOf(collection).columns.entries()) {
    const old = before.values[column.name]
    const value = after.values[column.name]
    if (old === value) continue
    const stored = column.encode(value)
    if (stored === column.encode(old)) continue
    positions.push(position)
    values.push(stored)
  }
  if (positions.length === 0) return
  transaction.markRecordsChanged(collection.id)
  values.push(String(after.values.id))
  await write(transaction, withValues(updateOf(collection, positions), values), toError)
}

/** Sets a column that is none of the record's values. */
export async function updateHiddenColumn(
  transaction: Transaction,
  { collection, values }: StoredRecord,
  column: string,
  value: SqlValue,
): Promise<void> {
  await transaction.run(sql`UPDATE ${name(collection.name)} SET ${name(column)} = ${value} WHERE id = ${String(values.id)}`)
}

const deletionOfOne = memoizeByObject((collection: Collection) => sql`DELETE FROM ${name(collection.name)} WHERE id = ${''}`)

/** Deletes the rows with these ids, at most `maxListLength`. */
export async function deleteRows(
  transaction: Transaction,
  collection: Collection,
  ids: readonly string[],
  toError?: ToError,
): Promise<void> {
  transaction.markRecordsChanged(collection.id)
  const statement =
    ids.length === 1
      ? withValues(deletionOfOne(collection), ids)
      : sql`DELETE FROM ${name(collection.name)} WHERE id IN ${boundList(ids)}`
  await write(transaction, statement, toError)
}
