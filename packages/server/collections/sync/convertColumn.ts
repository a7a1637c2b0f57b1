import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { constant, name, type Sql, sql } from '../../db/sql.ts'
import type { Report } from './Report.ts'
import { temporaryName } from './temporaryName.ts'

const listOf = (column: Sql): Sql => sql`CASE
  WHEN COALESCE(${column}, '') = '' THEN '[]'
  WHEN json_valid(${column}) AND json_type(${column}) = 'array' THEN ${column}
  ELSE json_array(${column}) END`

const lastOf = (column: Sql): Sql => sql`CASE
  WHEN COALESCE(${column}, '[]') = '[]' THEN ''
  WHEN json_valid(${column}) AND json_type(${column}) = 'array' THEN COALESCE(json_extract(${column}, '$[#-1]'), '')
  ELSE ${column} END`

/** Rows that are converted by one statement: few enough to say now and then how far it is. */
const portion = 200_000

/** Conditions that together take in each row of a table once. */
async function* portionsOf(transaction: Transaction, table: string): AsyncGenerator<{ rows: Sql; done: number }> {
  let from = sql`TRUE`
  for (let done = 0; ; done += portion) {
    const next = await transaction.row(
      sql`SELECT rowid FROM ${name(table)} WHERE ${from} ORDER BY rowid LIMIT 1 OFFSET ${portion}`,
    )
    const [end] = next ?? []
    yield { rows: end === undefined ? from : sql`${from} AND rowid < ${end}`, done }
    if (end === undefined) return
    from = sql`rowid >= ${end}`
  }
}

/**
 * Turns the single values of a column into lists, or lists into their last values; the column moves to the end of its table.
 * No view may read the column meanwhile.
 */
export const convertColumn = async (
  transaction: Transaction,
  collection: Collection,
  field: Field,
  report: Report,
): Promise<void> => {
  const table = collection.name
  const temporary = `_${temporaryName(field.name)}`
  const type = fieldType(field)
  const from = name(field.name)
  const converted = type.isMultiple(field.options) ? listOf(from) : lastOf(from)
  const definition = constant(type.column(field.options))
  await transaction.run(sql`ALTER TABLE ${name(table)} ADD COLUMN ${name(temporary)} ${definition}`)
  for await (const { rows, done } of portionsOf(transaction, table)) {
    await report(collection, `converting the values of ${field.name}, ${done} records done`)
    await transaction.run(sql`UPDATE ${name(table)} SET ${name(temporary)} = ${converted} WHERE ${rows}`)
  }
  await report(collection, `dropping the former column ${field.name}`)
  await transaction.run(sql`ALTER TABLE ${name(table)} DROP COLUMN ${from}`)
  await transaction.run(sql`ALTER TABLE ${name(table)} RENAME COLUMN ${name(temporary)} TO ${from}`)
}
