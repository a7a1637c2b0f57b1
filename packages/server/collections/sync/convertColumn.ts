import { type Field, fieldType } from '@coffer/fields'
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

/**
 * Turns the single values of a column into lists, or lists into their last values; the column moves to the end of its table.
 * No view may read the column meanwhile.
 */
export const convertColumn = async (transaction: Transaction, table: string, field: Field, report: Report): Promise<void> => {
  const temporary = `_${temporaryName(field.name)}`
  const type = fieldType(field)
  const from = name(field.name)
  const converted = type.isMultiple(field.options) ? listOf(from) : lastOf(from)
  const definition = constant(type.column(field.options))
  await transaction.run(sql`ALTER TABLE ${name(table)} ADD COLUMN ${name(temporary)} ${definition}`)
  const [last] = (await transaction.row(sql`SELECT MAX(rowid) FROM ${name(table)}`)) ?? []
  const [first] = (await transaction.row(sql`SELECT MIN(rowid) FROM ${name(table)}`)) ?? []
  for (let start = Number(first ?? 1); start <= Number(last ?? 0); start += portion) {
    await report(`converting the values of ${field.name}, from record ${start} of ${last}`)
    await transaction.run(
      sql`UPDATE ${name(table)} SET ${name(temporary)} = ${converted} WHERE rowid >= ${start} AND rowid < ${start + portion}`,
    )
  }
  await transaction.run(sql`ALTER TABLE ${name(table)} DROP COLUMN ${from}`)
  await transaction.run(sql`ALTER TABLE ${name(table)} RENAME COLUMN ${name(temporary)} TO ${from}`)
}
