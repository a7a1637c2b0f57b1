import type { Reader } from '../../db/engine.ts'
import type { PostgresConnection } from '../../db/postgres/PostgresConnection.ts'
import { postgresSchema } from '../../db/postgres/postgresSchema.ts'
import { readBatches } from '../../db/readBatches.ts'
import { constant, join, name, nothing, type Sql, sql } from '../../db/sql.ts'
import { copiedRows, type MoveSource } from './MoveSource.ts'
import { loadColumns, rowNumber } from './postgresColumns.ts'

/** Returns the column that numbers the rows of a table, if it has one. */
async function findNumber(snapshot: Reader, table: string): Promise<Sql | undefined> {
  const columns = await loadColumns(snapshot, table)
  if (columns.has(rowNumber)) return name(rowNumber)
  return columns.get('id')?.type === 'bigint' ? name('id') : undefined
}

/** Reads a PostgreSQL database in a transaction. */
export function postgresSource(snapshot: PostgresConnection): MoveSource {
  let cursors = 0
  return {
    data: snapshot,
    readerOf: () => snapshot,
    views: async () => (await postgresSchema.views(snapshot)).map(view => view.name),
    // PostgreSQL has no views with queries that fail.
    isReadable: async view => (await postgresSchema.views(snapshot)).some(present => present.name === view),
    tables: () => postgresSchema.tables(snapshot),
    columns: table => postgresSchema.columns(snapshot, table),
    hasTable: table => postgresSchema.hasTable(snapshot, table),
    count: async table => Number((await snapshot.row(sql`SELECT COUNT(*) FROM ${name(table)}`))?.[0]),
    rows: async function* (table, columns, after) {
      const number = await findNumber(snapshot, table)
      const selected = join([number ?? sql`ROW_NUMBER() OVER (ORDER BY ctid)`, ...columns.map(column => name(column))])
      // A constant instead of a parameter, because a cursor has none.
      const start = constant(String(after ?? 0))
      const rest = number
        ? sql`${after === undefined ? nothing : sql`WHERE ${number} > ${start}`} ORDER BY ${number}`
        : sql`ORDER BY ctid OFFSET ${start}`
      const cursor = constant(`rows_${++cursors}`)
      await snapshot.run(sql`DECLARE ${cursor} SCROLL CURSOR FOR SELECT ${selected} FROM ${name(table)} ${rest}`)
      let done = 0
      try {
        yield* readBatches(async (limit, maxLength) => {
          await snapshot.run(sql`MOVE ABSOLUTE ${constant(String(done))} IN ${cursor}`)
          const rows = await snapshot.rows(sql`FETCH ${constant(String(limit))} FROM ${cursor}`, maxLength)
          done += rows.length
          return rows
        }, copiedRows)
      } finally {
        await snapshot.run(sql`CLOSE ${cursor}`)
      }
    },
  }
}
