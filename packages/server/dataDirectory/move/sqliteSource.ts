import type { Reader } from '../../db/engine.ts'
import { readBatches } from '../../db/readBatches.ts'
import { join, name, sql } from '../../db/sql.ts'
import { sqliteSchema } from '../../db/sqlite/sqliteSchema.ts'
import { copiedRows, type MoveSource } from './MoveSource.ts'
import { logTable } from './movedTables.ts'

/**
 * Reads the files of a data directory.
 * @param logs undefined if there is no `logs.db`
 */
export function sqliteSource(data: Reader, logs?: Reader): MoveSource {
  const readerOf = (table: string): Reader => (table === logTable && logs ? logs : data)
  return {
    data,
    readerOf,
    views: async () => (await sqliteSchema.views(data)).map(view => view.name),
    isReadable: view =>
      data.rows(sql`SELECT 1 FROM ${name(view)} LIMIT 0`).then(
        () => true,
        () => false,
      ),
    tables: () => sqliteSchema.tables(data),
    columns: table => sqliteSchema.columns(readerOf(table), table),
    hasTable: table => sqliteSchema.hasTable(readerOf(table), table),
    count: async table => Number((await readerOf(table).row(sql`SELECT COUNT(*) FROM ${name(table)}`))?.[0]),
    rows: (table, columns, after = Number.MIN_SAFE_INTEGER) => {
      const reader = readerOf(table)
      const selected = join([sql`rowid`, ...columns.map(column => name(column))])
      let last = after
      return readBatches(async (limit, maxLength) => {
        const next = sql`SELECT ${selected} FROM ${name(table)} WHERE rowid > ${last} ORDER BY rowid LIMIT ${limit}`
        const rows = await reader.rows(next, maxLength, limit)
        last = (rows.at(-1)?.[0] as number | bigint | undefined) ?? last
        return rows
      }, copiedRows)
    },
  }
}
