import { type ColumnType, type Field, fieldType, type SqlValue } from '@coffer/fields'
import type { Collection, ViewCollection } from '@coffer/schema'
import type { PostgresServer } from '../../../../test/harness/openPostgres.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { readView } from '../../catalog/CollectionMemory.ts'
import { catalogOf } from '../../catalog/catalogOf.ts'
import { createRecordTable } from '../../catalog/recordTable.ts'
import type { Reader } from '../../db/engine.ts'
import type { PostgresEngine } from '../../db/postgres/PostgresEngine.ts'
import { postgresSchema } from '../../db/postgres/postgresSchema.ts'
import { createTestDatabase } from '../../db/postgres/testing/openTestDatabase.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { chooseDatabase } from '../../db/threadDatabase.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns a stored value as JSON. Text that is not JSON is a string. */
const asJson = (stored: SqlValue): SqlValue => {
  if (stored === null) return null
  const text = String(stored)
  return isJson(text) ? text : JSON.stringify(text)
}

/** Returns a stored list as a JSON array. A single text is its only element. */
const asList = (stored: SqlValue): SqlValue => {
  const json = asJson(stored)
  return typeof json === 'string' && !json.startsWith('[') ? `[${json}]` : json
}

const converterOf = (field: Field | undefined): ((stored: SqlValue) => SqlValue) => {
  const type = field && fieldType(field).column(field.options)
  if (type === 'json') return asJson
  return type === 'list' ? asList : stored => stored
}

/** Returns the statements that insert the rows of a table. */
const insertsFor = async (reader: Reader, collection: Collection): Promise<Sql[]> => {
  const table = name(collection.name)
  const info = await reader.rows(sql`SELECT name FROM pragma_table_info(${collection.name})`)
  const columns = info.map(([column]) => String(column))
  const convert = columns.map(column => converterOf(collection.schema.find(field => field.name === column)))
  const names = join(columns.map(column => name(column)))
  const rows = await reader.rows(sql`SELECT ${names} FROM ${table} ORDER BY rowid`)
  return rows.map(row => {
    const values = row.map((stored, index) => sql`${convert[index]?.(stored) ?? null}`)
    return sql`INSERT INTO ${table} (${names}) VALUES (${join(values)})`
  })
}

const viewColumns = ({ schema, dates }: ViewCollection): Map<string, ColumnType> =>
  new Map([
    ['id', 'text'],
    ...dates.map((date): [string, ColumnType] => [date, 'text']),
    ...schema.map((field): [string, ColumnType] => [field.name, fieldType(field).column(field.options)]),
  ])

/** Copies the records and views of a SQLite database to a new PostgreSQL database. */
export const copyToPostgres = async (server: PostgresServer, source: Reader, catalog: Catalog): Promise<PostgresEngine> => {
  const tables = catalog.all.filter(({ type }) => type !== 'view')
  const views = catalog.all.filter(collection => collection.type === 'view')
  const inserts = await Promise.all(tables.map(table => insertsFor(source, table)))
  const { engine } = await createTestDatabase(server)
  await chooseDatabase('postgres')
  const definitions = tables.map(table => createRecordTable(table))
  await chooseDatabase('sqlite')
  await engine.transaction(async transaction => {
    for (const definition of definitions) await transaction.run(definition)
    for (const statements of inserts) await transaction.runEach(statements)
    for (const view of views) {
      const definition = { name: view.name, query: view.options.query, columns: viewColumns(view) }
      await postgresSchema.createView(transaction, definition)
    }
  })
  return engine
}

/** Returns the collections with what the copy knows of the columns of their views. */
export const withPostgresViews = async (engine: Reader, { all, version, sizeOf }: Catalog): Promise<Catalog> => {
  await chooseDatabase('postgres')
  const collections = await Promise.all(
    all.map(collection => (collection.type === 'view' ? readView(engine, collection) : collection)),
  )
  await chooseDatabase('sqlite')
  return catalogOf(collections, { version, sizeOf })
}
