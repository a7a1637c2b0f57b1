import type { Definition, QueryResult, Row } from '../engine.ts'
import type { UntrustedSql } from '../sql.ts'
import type { PostgresConnection } from './PostgresConnection.ts'
import { findRelations } from './queries/findRelations.ts'
import type { PortableQuery } from './queries/translateQuery.ts'
import { withQueryPath } from './queries/withQueryPath.ts'
import type { ViewSources } from './viewSources.ts'

// The parser of PostgreSQL is loaded at its first use, because it takes 5 MB of memory in each thread and few threads parse.
async function portable(connection: PostgresConnection, { untrustedText }: UntrustedSql): Promise<PortableQuery> {
  const { translateQuery } = await import('./queries/translateQuery.ts')
  return translateQuery(untrustedText, findRelations(connection))
}

/**
 * Returns the column names of an untrusted query in SQLite's syntax.
 * @throws Error when the query is not a single statement that only reads, or not portable
 */
export async function columnsOfQuery(connection: PostgresConnection, query: UntrustedSql): Promise<string[]> {
  const { text, fullNames } = await portable(connection, query)
  const { columns } = await withQueryPath(connection, () => connection.query(`SELECT * FROM (${text}) AS query LIMIT 0`))
  return distinctNames(columns.map(column => fullNames.get(column) ?? column))
}

/** Names columns with the same name in any case like SQLite: `title` and `title:1`. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    let distinct = name
    for (let copies = 1; taken.has(distinct.toLowerCase()); copies += 1) distinct = `${name}:${copies}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}

/**
 * Returns the tables and views that an untrusted query in SQLite's syntax reads, including those behind its views.
 * @throws Error when the query is not a single statement that only reads, or not portable
 */
export async function sourcesOfQuery(
  connection: PostgresConnection,
  query: UntrustedSql,
  views: ViewSources,
): Promise<Set<string>> {
  const { sources, fullNames } = await portable(connection, query)
  const named = [...sources].map(source => fullNames.get(source) ?? source)
  return new Set(named.flatMap(source => [source, ...(views.get(source)?.tables ?? [])]))
}

/**
 * Runs an untrusted query in SQLite's syntax and returns its rows.
 * @throws Error when the query is not a single statement that only reads, or not portable
 */
export async function rowsOfQuery(connection: PostgresConnection, query: UntrustedSql): Promise<Row[]> {
  const { text } = await portable(connection, query)
  return (await withQueryPath(connection, () => connection.query(text))).rows
}

/** The types of columns in SQLite's words, by the object ids of PostgreSQL's types (pg_type.dat), which never change. */
const typesOfColumns = new Map([
  [16, 'BOOLEAN'],
  [20, 'INTEGER'],
  [25, 'TEXT'],
  [114, 'JSON'],
  [701, 'NUMERIC'],
  [1700, 'NUMERIC'],
])

/**
 * Runs an untrusted query in SQLite's syntax and returns its columns and rows.
 * @throws Error like `rowsOfQuery`, TooLongError when the rows have more characters than `maxLength`
 */
export async function resultOfQuery(
  connection: PostgresConnection,
  query: UntrustedSql,
  maxLength: number,
): Promise<QueryResult> {
  const { text, fullNames } = await portable(connection, query)
  const { fields, rows } = await withQueryPath(connection, () => connection.queryUpTo(text, maxLength))
  const names = distinctNames(fields.map(({ name }) => fullNames.get(name) ?? name))
  const typeOf = (index: number): string => {
    const field = fields[index]
    return field && field.tableID !== 0 ? (typesOfColumns.get(field.dataTypeID) ?? '') : ''
  }
  return { columns: names.map((name, index) => ({ name, type: typeOf(index) })), rows }
}

/**
 * Runs a statement in PostgreSQL's syntax that defines a view or an index.
 * @throws Error when it is not a single statement that only defines this object
 */
export async function defineObject(
  connection: PostgresConnection,
  { untrustedText }: UntrustedSql,
  definition: Definition,
): Promise<void> {
  const { assertDefinition } = await import('./queries/assertDefinition.ts')
  assertDefinition(untrustedText, definition)
  await connection.query(untrustedText)
}
