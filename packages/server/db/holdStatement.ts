import { constants, type DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Definition } from './engine.ts'
import type { ForeignSql } from './sql.ts'

type Allows = (action: number, first: string | null, second: string | null) => boolean

const reads: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

const changesOfRows: ReadonlySet<number> = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE])

/** SQLite does not tell names of tables apart by their case. */
const isSameName = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/** SQLite itself calls it in no view. */
const isHarmful = (action: number, second: string | null) => action === constants.SQLITE_FUNCTION && second === 'load_extension'

const onlyReads: Allows = (action, _, second) => reads.has(action) && !isHarmful(action, second)

/** What SQLite does itself in order to define this object, and nothing else. */
const onlyDefines =
  (definition: Definition): Allows =>
  (action, first, second) =>
    reads.has(action) ||
    // SQLite keeps its definitions in a table.
    (changesOfRows.has(action) && first === 'sqlite_master') ||
    (definition.kind === 'view'
      ? action === constants.SQLITE_CREATE_VIEW && first === definition.name
      : (action === constants.SQLITE_CREATE_INDEX && first === definition.name && isSameName(second, definition.table)) ||
        (action === constants.SQLITE_REINDEX && first === definition.name))

const held = <T>(
  database: DatabaseSync,
  { foreignText }: ForeignSql,
  allows: Allows,
  use: (statement: StatementSync) => T,
): T => {
  database.setAuthorizer((action, first, second) => (allows(action, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY))
  try {
    const statement = database.prepare(foreignText)
    // SQLite prepares the first of several statements and leaves out the others.
    if (statement.sourceSQL !== foreignText) throw new Error('multiple statements are not supported')
    if (statement.expandedSQL !== foreignText) throw new Error('parameters are not supported')
    return use(statement)
  } finally {
    database.setAuthorizer(null)
  }
}

/**
 * Uses a query from outside.
 * @throws Error when it is no single statement that does nothing but read
 */
export const useQuery = <T>(database: DatabaseSync, query: ForeignSql, use: (statement: StatementSync) => T): T =>
  held(database, query, onlyReads, use)

/**
 * Names of the columns that a query from outside yields.
 * @throws Error when it is no single statement that does nothing but read
 */
export const columnsOfQuery = (database: DatabaseSync, query: ForeignSql): string[] =>
  useQuery(database, query, statement => statement.columns().map(({ name }) => name))

/**
 * Names of the tables and views that a query from outside reads.
 * @throws Error when it is no single statement that does nothing but read
 */
export const sourcesOfQuery = (database: DatabaseSync, query: ForeignSql): Set<string> => {
  const sources = new Set<string>()
  const noting: Allows = (action, first, second) => {
    if (action === constants.SQLITE_READ && first !== null) sources.add(first)
    return onlyReads(action, first, second)
  }
  held(database, query, noting, () => undefined)
  return sources
}

/**
 * Runs a statement from outside.
 * @throws Error when it is no single statement that defines this object and does nothing else
 */
export const defineObject = (database: DatabaseSync, statement: ForeignSql, definition: Definition): void =>
  held(database, statement, onlyDefines(definition), prepared => {
    prepared.run()
  })
