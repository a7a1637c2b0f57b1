import type { Definition, Row } from '../engine.ts'
import type { UntrustedSql } from '../sql.ts'
import type { PostgresConnection } from './PostgresConnection.ts'
import { findRelations } from './queries/findRelations.ts'
import type { PortableQuery } from './queries/translateQuery.ts'
import { withQueryPath } from './queries/withQueryPath.ts'
import { translate } from './translate.ts'
import type { ViewSources } from './viewSources.ts'

// The parser of PostgreSQL is loaded at its first use, because it takes 5 MB of memory in each thread and few threads parse.
const portable = async (connection: PostgresConnection, { untrustedText }: UntrustedSql): Promise<PortableQuery> => {
  const { translateQuery } = await import('./queries/translateQuery.ts')
  return translateQuery(untrustedText, findRelations(connection))
}

/**
 * Returns the column names of an untrusted query in SQLite's syntax.
 * @throws Error when the query is not a single statement that only reads, or not portable
 */
export const columnsOfQuery = async (connection: PostgresConnection, query: UntrustedSql): Promise<string[]> => {
  const { text, fullNames } = await portable(connection, query)
  const { columns } = await withQueryPath(connection, () => connection.query(`SELECT * FROM (${text}) AS query LIMIT 0`))
  return distinctNames(columns.map(column => fullNames.get(column) ?? column))
}

/** Names columns with the same name in any case like SQLite: `title` and `title:1`. */
const distinctNames = (names: readonly string[]): string[] => {
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
export const sourcesOfQuery = async (
  connection: PostgresConnection,
  query: UntrustedSql,
  views: ViewSources,
): Promise<Set<string>> => {
  const { sources } = await portable(connection, query)
  return new Set([...sources].flatMap(source => [source, ...(views.get(source)?.tables ?? [])]))
}

/**
 * Runs an untrusted query in SQLite's syntax and returns its rows.
 * @throws Error when the query is not a single statement that only reads, or not portable
 */
export const rowsOfQuery = async (connection: PostgresConnection, query: UntrustedSql): Promise<Row[]> => {
  const { text } = await portable(connection, query)
  return (await withQueryPath(connection, () => connection.query(text))).rows
}

/**
 * Runs a statement in PostgreSQL's syntax that defines a view or an index.
 * @throws Error when it is not a single statement that only defines this object
 */
export const defineObject = async (
  connection: PostgresConnection,
  { untrustedText }: UntrustedSql,
  definition: Definition,
): Promise<void> => {
  const { text } = translate(untrustedText)
  const { assertDefinition } = await import('./queries/assertDefinition.ts')
  assertDefinition(text, definition)
  await connection.query(text)
}
