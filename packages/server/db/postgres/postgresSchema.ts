import type { Affinity } from '@coffer/schema'
import { parseIndex } from '@coffer/schema/parseIndex'
import { printIndex } from '@coffer/schema/printIndex'
import type { Reader, Row, Schema } from '../engine.ts'
import type { StoredIndex, StoredView } from '../schemaObjects.ts'
import { constant, name, type Sql, sql } from '../sql.ts'
import { createIndex } from './createIndex.ts'
import { createView } from './createView.ts'
import { affinityOf } from './emptySqlite.ts'
import { logHourTables, logTables } from './logTables.ts'
import {
  accessReviewTables,
  attemptTables,
  dataTables,
  eventTables,
  isDataColumn,
  mailTables,
  rowNumberColumn,
  ruleTestTables,
  signInTables,
  undoTables,
} from './systemTables.ts'
import { comment, fullName, storedName } from './translate.ts'
import { loadViewSources } from './viewSources.ts'

const ownSchema = sql`current_schema()::regnamespace`

const isTable = sql`relkind IN ('r', 'p')`
const isTableOrView = sql`relkind IN ('r', 'p', 'v')`

/** Whether a column of names is a name, ignoring the case of ASCII letters. */
const isNamed = (column: Sql, name: string): Sql =>
  sql`lower(${column}::text COLLATE "C") = lower(${storedName(name)} COLLATE "C")`

async function selectIndexes(reader: Reader, condition: Sql): Promise<StoredIndex[]> {
  const rows = await reader.rows(sql`
    SELECT i.relname::text, t.relname::text, obj_description(t.oid, 'pg_class'), obj_description(i.oid, 'pg_class')
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relnamespace = ${ownSchema} AND ${condition} ORDER BY i.oid`)
  return rows.map(([index, table, tableName, statement]) => ({
    name: fullName(index, typeof statement === 'string' ? parseIndex(statement)?.name : undefined),
    table: fullName(table, tableName),
    statement: typeof statement === 'string' ? statement : undefined,
  }))
}

/** The last row number of each table, from its sequence: equally fast for large tables, and no transaction conflicts with it. */
const lastRows = (tables: readonly string[]): Sql => sql`
  SELECT pg_sequence_last_value(s.oid), t.oid IS NULL
  FROM json_array_elements_text(${JSON.stringify(tables.map(storedName))}::json) WITH ORDINALITY AS wanted(name, place)
    LEFT JOIN pg_class t ON t.relname = wanted.name AND t.relnamespace = ${ownSchema}
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = '@row'
    LEFT JOIN pg_depend d ON d.refobjid = t.oid AND d.refobjsubid = a.attnum AND d.deptype = 'i' AND d.classid = 'pg_class'::regclass
    LEFT JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
  ORDER BY wanted.place`

/** A view reads everything that the views it reads do, and these, so it has more sources than each of them. */
async function views(reader: Reader): Promise<StoredView[]> {
  const sources = await loadViewSources(reader)
  const rows = await reader.rows(sql`
    SELECT relname::text, obj_description(oid, 'pg_class'), pg_get_viewdef(oid),
      (SELECT json_agg(ARRAY[attname::text, col_description(attrelid, attnum)]) FROM pg_attribute WHERE attrelid = c.oid)
    FROM pg_class c WHERE relnamespace = ${ownSchema} AND relkind = 'v' ORDER BY oid`)
  const countSources = ([view, comment]: Row) => sources.get(fullName(view, comment))?.tables.length ?? 0
  return rows
    .toSorted((one, other) => countSources(one) - countSources(other))
    .map(([view, comment, query, columns]) => ({
      name: fullName(view, comment),
      statement: String(query),
      columns: (JSON.parse(String(columns)) as [string, string | null][]).map(column => fullName(...column)),
    }))
}

/** Names with this beginning belong to SQLite, and a table with one could not be moved to it. */
const reservedNames = /^sqlite_/i

async function assertFreeName(reader: Reader, name: string): Promise<void> {
  if (reservedNames.test(name)) throw new Error(`object name reserved for internal use: ${name}`)
  const found = await reader.row(
    sql`SELECT 1 FROM pg_class WHERE relnamespace = ${ownSchema} AND relkind IN ('r', 'p', 'v', 'i', 'S') AND ${isNamed(sql`relname`, name)}`,
  )
  if (found) throw new Error(`there is already a table, view or index with the name ${name}`)
}

/** @param columns the columns of the fields, which the message names as the user has written them */
async function assertDistinctColumns(reader: Reader, table: string, columns: readonly string[]): Promise<void> {
  const twice = await reader.row(sql`
    SELECT max(a.attname::text) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${ownSchema} AND ${isTable} AND c.relname = ${storedName(table)} AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY lower(a.attname::text COLLATE "C") HAVING count(*) > 1`)
  if (!twice) return
  const stored = String(twice[0])
  const written = columns.find(column => storedName(column).toLowerCase() === stored.toLowerCase())
  throw new Error(`duplicate column name: ${written ?? stored}`)
}

const storeNames: Schema['storeNames'] = async (transaction, table, columns) => {
  await assertDistinctColumns(transaction, table, columns)
  if (storedName(table) !== table) {
    const [kind] =
      (await transaction.row(sql`SELECT CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END FROM pg_class
      WHERE relnamespace = ${ownSchema} AND relname = ${storedName(table)}`)) ?? []
    await comment(transaction, sql`${constant(String(kind))} ${name(table)}`, table)
  }
  for (const column of columns)
    if (storedName(column) !== column) await comment(transaction, sql`COLUMN ${name(table, column)}`, column)
}

/**
 * The schema of a PostgreSQL database: the same tables and columns as in SQLite, in the schema in which the connection creates tables.
 * PostgreSQL distinguishes `Posts` from `posts`, so functions that find objects by name ignore the case where SQLite does.
 */
export const postgresSchema: Schema = {
  systemTables: {
    data: dataTables,
    logs: logTables,
    logHours: logHourTables,
    undo: undoTables,
    mails: mailTables,
    attempts: attemptTables,
    accessReviews: accessReviewTables,
    ruleTests: ruleTestTables,
    signIns: signInTables,
    events: eventTables,
  },
  rowNumberColumns: [constant(rowNumberColumn)],

  hasTable: async (reader, table) =>
    (await reader.row(
      sql`SELECT 1 FROM pg_class WHERE relnamespace = ${ownSchema} AND ${isTable} AND relname = ${storedName(table)}`,
    )) !== undefined,

  tables: async reader => {
    const rows = await reader.rows(sql`
      SELECT relname::text, obj_description(oid, 'pg_class') FROM pg_class
      WHERE relnamespace = ${ownSchema} AND ${isTableOrView} ORDER BY oid`)
    return rows.map(([table, comment]) => fullName(table, comment))
  },

  columns: async (reader, table) => {
    const rows = await reader.rows(sql`
      SELECT a.attname::text, col_description(a.attrelid, a.attnum) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = ${ownSchema} AND ${isTableOrView} AND ${isNamed(sql`c.relname`, table)}
        AND ${isDataColumn}
      ORDER BY a.attnum`)
    return rows.map(([column, comment]) => fullName(column, comment))
  },

  viewColumns: async (reader, view) => {
    const rows = await reader.rows(sql`
      SELECT a.attname::text, col_description(a.attrelid, a.attnum), ${affinityOf(sql`t`)}
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = ${ownSchema} AND c.relkind = 'v' AND c.relname = ${storedName(view)} AND ${isDataColumn}
      ORDER BY a.attnum`)
    return rows.map(([column, comment, affinity]) => ({
      name: fullName(column, comment),
      affinity: affinity === null ? undefined : (affinity as Affinity),
    }))
  },

  views,

  findIndex: async (reader, index) => (await selectIndexes(reader, isNamed(sql`i.relname`, index)))[0],

  indexes: (reader, table) => selectIndexes(reader, isNamed(sql`t.relname`, table)),

  sizes: async (reader, tables) =>
    (await reader.rows(lastRows(tables))).map(([last, isMissing]) =>
      isMissing === 1 ? Number.POSITIVE_INFINITY : Number(last ?? 0),
    ),

  renameTable: async (transaction, from, to) => {
    if (from.toLowerCase() !== to.toLowerCase()) await assertFreeName(transaction, to)
    if (from !== to) await transaction.run(sql`ALTER TABLE ${name(from)} RENAME TO ${name(to)}`)
  },

  dropTable: async (transaction, table) => {
    await transaction.run(sql`DROP TABLE IF EXISTS ${name(table)} CASCADE`)
  },

  assertFreeName,

  storeNames,

  createIndex: (transaction, index) => transaction.attempt(() => createIndex(transaction, index)),

  renameInIndex: (transaction, index) => comment(transaction, sql`INDEX ${name(index.name)}`, printIndex(index)),

  createView: async (transaction, view) => {
    await assertFreeName(transaction, view.name)
    await createView(transaction, view)
  },

  dropView: async (transaction, view) => {
    const sources = await loadViewSources(transaction)
    const dependents = (await views(transaction)).filter(other => sources.get(other.name)?.tables.includes(view))
    await transaction.run(sql`DROP VIEW IF EXISTS ${name(view)} CASCADE`)
    return dependents
  },

  restoreView: async (transaction, view) => {
    await transaction.run(sql`CREATE VIEW ${name(view.name)} AS ${constant(view.statement)}`)
    await storeNames(transaction, view.name, view.columns ?? [])
  },
}
