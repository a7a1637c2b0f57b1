import type { Definition, Row } from '../engine.ts'
import type { UntrustedSql } from '../sql.ts'
import type { PostgresConnection } from './PostgresConnection.ts'
import { parseDefinition, parseQuery } from './parseStatement.ts'
import { translate } from './translate.ts'
import type { ViewSources } from './viewSources.ts'

/**
 * Returns the column names of an untrusted query.
 * @throws Error when the query is not a single statement that only reads
 */
export const columnsOfQuery = async (connection: PostgresConnection, { untrustedText }: UntrustedSql): Promise<string[]> => {
  const { text } = translate(untrustedText)
  parseQuery(text)
  const { columns } = await connection.query(`SELECT * FROM (${text}) AS query LIMIT 0`)
  return columns
}

/**
 * Returns the tables and views that an untrusted query reads, including those behind its views.
 * @throws Error when the query is not a single statement that only reads
 */
export const sourcesOfQuery = ({ untrustedText }: UntrustedSql, views: ViewSources): Set<string> => {
  const named = parseQuery(translate(untrustedText).text)
  return new Set([...named].flatMap(source => [source, ...(views.get(source) ?? [])]))
}

/**
 * Runs an untrusted query and returns its rows.
 * @throws Error when the query is not a single statement that only reads
 */
export const rowsOfQuery = async (connection: PostgresConnection, { untrustedText }: UntrustedSql): Promise<Row[]> => {
  const { text } = translate(untrustedText)
  parseQuery(text)
  return (await connection.query(text)).rows
}

/**
 * Runs an untrusted statement that defines a view or an index.
 * @throws Error when it is not a single statement that only defines this object
 */
export const defineObject = async (
  connection: PostgresConnection,
  { untrustedText }: UntrustedSql,
  definition: Definition,
): Promise<void> => {
  const { text } = translate(untrustedText)
  parseDefinition(text, definition)
  await connection.query(text)
}
