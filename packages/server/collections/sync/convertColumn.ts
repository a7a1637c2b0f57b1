import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { randomSecret } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import type { Report } from '../logProgress.ts'

/** Number of rows converted by one statement, so that progress can be reported between statements. */
const batchRows = 200_000

/** Yields conditions for consecutive batches of rows. */
async function* batchesOf(transaction: Transaction, table: string): AsyncGenerator<{ rows: Sql; done: number }> {
  const { rowNumber } = transaction.dialect
  let from = sql`TRUE`
  for (let done = 0; ; done += batchRows) {
    const next = await transaction.row(
      sql`SELECT ${rowNumber} FROM ${name(table)} WHERE ${from} ORDER BY ${rowNumber} LIMIT 1 OFFSET ${batchRows}`,
    )
    const [end] = next ?? []
    yield { rows: end === undefined ? from : sql`${from} AND ${rowNumber} < ${end}`, done }
    if (end === undefined) return
    from = sql`${rowNumber} >= ${end}`
  }
}

/**
 * Converts the single values of a column into lists, or lists into their last values. The column moves to the end of its table. There
 * must be no view that reads the column.
 */
export async function convertColumn(
  transaction: Transaction,
  collection: Collection,
  field: Field,
  report: Report,
): Promise<void> {
  const { dialect } = transaction
  const table = collection.name
  const temporary = `_${temporaryName(field.name)}`
  const type = fieldType(field)
  const from = name(field.name)
  const converted = type.isMultiple(field.options) ? dialect.toList(from) : dialect.lastOf(from)
  const definition = dialect.columnType(type.column(field.options))
  await transaction.run(sql`ALTER TABLE ${name(table)} ADD COLUMN ${name(temporary)} ${definition}`)
  for await (const { rows, done } of batchesOf(transaction, table)) {
    await report(collection, `converting the values of ${field.name}, ${done} records done`)
    await transaction.run(sql`UPDATE ${name(table)} SET ${name(temporary)} = ${converted} WHERE ${rows}`)
  }
  await report(collection, `dropping the former column ${field.name}`)
  await transaction.run(sql`ALTER TABLE ${name(table)} DROP COLUMN ${from}`)
  await transaction.run(sql`ALTER TABLE ${name(table)} RENAME COLUMN ${name(temporary)} TO ${from}`)
}

/** Returns a unique temporary name for a column. */
export function temporaryName(column: string): string {
  return column + randomSecret(5)
}
