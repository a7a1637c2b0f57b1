import type { Engine, Row } from '../../db/engine.ts'
import { postgresSchema } from '../../db/postgres/postgresSchema.ts'
import { storedName } from '../../db/postgres/translate.ts'
import { constant, join, name, type Sql, sql, withValues } from '../../db/sql.ts'
import { toPostgres } from './columnValues.ts'
import type { MoveTarget, SharedColumns } from './MoveTarget.ts'
import { rowNumber, sharedColumns } from './postgresColumns.ts'

/** Prints an array as PostgreSQL reads it. */
const arrayText = (values: readonly (string | null)[]): string =>
  `{${values.map(value => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`

/** Inserts the rows of a batch with one statement, with an array for each column. */
function insertInto(table: string, { columns, hasRowNumbers }: SharedColumns) {
  const names = [...(hasRowNumbers ? [rowNumber] : []), ...columns.map(column => column.name)]
  const types = [...(hasRowNumbers ? ['bigint'] : []), ...columns.map(column => column.type)]
  const arrays = types.map(type => sql`${''}::${constant(type)}[]`)
  const statement = sql`INSERT INTO ${name(table)} (${join(names.map(column => name(column)))}) SELECT * FROM unnest(${join(arrays)})`
  return (rows: readonly Row[]): Sql => {
    const numbers = hasRowNumbers ? [arrayText(rows.map(([number]) => String(number)))] : []
    const values = columns.map((column, index) => arrayText(rows.map(row => toPostgres(column, row[index + 1] ?? null))))
    return withValues(statement, [...numbers, ...values])
  }
}

/** Copies the rows of SQLite files into an empty PostgreSQL database. */
export function postgresTarget(data: Engine): MoveTarget {
  return {
    data,
    engines: [data],
    engineOf: () => data,
    createSystemTables: async () => {
      if (await postgresSchema.hasTable(data, '_migrations')) return
      await data.transaction(async transaction => {
        for (const table of Object.values(postgresSchema.systemTables).flat()) await transaction.run(table)
      })
    },
    // A collection without its view. It is created once the query works.
    createBrokenView: async (_transaction, source, { name: view }) => !(await source.isReadable(view)),
    sharedColumns: (source, table) => sharedColumns(source.readerOf(table), data, table),
    inserting: (table, columns) => {
      const insert = insertInto(table, columns)
      return rows => [insert(rows)]
    },
    finishTable: (table, { columns, hasRowNumbers }) =>
      data.transaction(async transaction => {
        const counted = hasRowNumbers ? rowNumber : columns.find(column => column.name === 'id' && column.type === 'bigint')?.name
        if (counted !== undefined) {
          const sequence = sql`pg_get_serial_sequence(quote_ident(${storedName(table)}::text), ${counted})`
          await transaction.row(sql`SELECT setval(${sequence}, MAX(${name(counted)})) FROM ${name(table)} HAVING COUNT(*) > 0`)
        }
        await transaction.run(sql`ANALYZE ${name(table)}`)
      }),
  }
}
