import { expandQuery } from '../../collections/views/prepareView.ts'
import type { Row } from '../../db/engine.ts'
import { join, name, type Sql, sql, withValues } from '../../db/sql.ts'
import type { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { sqliteSchema } from '../../db/sqlite/sqliteSchema.ts'
import { toSqlite } from './columnValues.ts'
import type { MoveTarget, SharedColumns } from './MoveTarget.ts'
import { listUsed, logTable } from './movedTables.ts'
import { sharedColumns } from './postgresColumns.ts'

function insertInto(table: string, { columns, hasRowNumbers }: SharedColumns) {
  const names = [...(hasRowNumbers ? [sql`rowid`] : []), ...columns.map(column => name(column.name))]
  const statement = sql`INSERT INTO ${name(table)} (${join(names)}) VALUES (${join(names.map(() => sql`${null}`))})`
  return ([number = null, ...values]: Row): Sql => {
    const stored = columns.map((column, index) => toSqlite(column, values[index] ?? null))
    return withValues(statement, hasRowNumbers ? [number, ...stored] : stored)
  }
}

/**
 * Copies the rows of a PostgreSQL database into new files of the 0.22 layout.
 * @param logs `logs.db` with its tables
 */
export function sqliteTarget(data: SqliteWriter, logs: SqliteWriter): MoveTarget {
  return {
    data,
    engines: [data, logs],
    engineOf: table => (table === logTable ? logs : data),
    createSystemTables: async source => {
      if (await sqliteSchema.hasTable(data, '_migrations')) return
      const { data: tables, ...optional } = sqliteSchema.systemTables
      const created = (await listUsed(source)).map(kind => optional[kind])
      await data.transaction(async transaction => {
        for (const table of [tables, ...created].flat()) await transaction.run(table)
      })
    },
    // SQLite checks the query of a view when it is read.
    createBrokenView: async (transaction, _source, { name: view, options }) => {
      await sqliteSchema.createView(transaction, { name: view, query: expandQuery(options.query), columns: new Map() })
      return true
    },
    sharedColumns: (source, table) => sharedColumns(table === logTable ? logs : data, source.readerOf(table), table),
    inserting: (table, columns) => {
      const insert = insertInto(table, columns)
      return rows => rows.map(insert)
    },
    finishTable: async () => undefined,
  }
}
