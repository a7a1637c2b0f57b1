import { constants, type DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Definition } from '../engine.ts'
import type { UntrustedSql } from '../sql.ts'

type Allows = (action: number, first: string | null, second: string | null) => boolean

const reads: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

const rowChanges: ReadonlySet<number> = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE])

/** Compares table names ignoring case, like SQLite. */
const isSameName = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

/** Whether an action loads an extension, which no view needs. */
const isHarmful = (action: number, second: string | null) => action === constants.SQLITE_FUNCTION && second === 'load_extension'

const onlyReads: Allows = (action, _, second) => reads.has(action) && !isHarmful(action, second)

/** Allows only the actions with which SQLite defines this object. */
const onlyDefines =
  (definition: Definition): Allows =>
  (action, first, second) =>
    reads.has(action) ||
    // SQLite stores definitions in a table.
    (rowChanges.has(action) && first === 'sqlite_master') ||
    (definition.kind === 'view'
      ? action === constants.SQLITE_CREATE_VIEW && first === definition.name
      : (action === constants.SQLITE_CREATE_INDEX && first === definition.name && isSameName(second, definition.table)) ||
        (action === constants.SQLITE_REINDEX && first === definition.name))

/** Prepares an untrusted statement with an authorizer that denies all other actions. */
function withAuthorizer<T>(
  database: DatabaseSync,
  { untrustedText }: UntrustedSql,
  allows: Allows,
  use: (statement: StatementSync) => T,
): T {
  database.setAuthorizer((action, first, second) => (allows(action, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY))
  try {
    const statement = database.prepare(untrustedText)
    // SQLite prepares the first of several statements and ignores the others.
    if (statement.sourceSQL !== untrustedText) throw new Error('multiple statements are not supported')
    if (statement.expandedSQL !== untrustedText) throw new Error('parameters are not supported')
    return use(statement)
  } finally {
    database.setAuthorizer(null)
  }
}

/**
 * Prepares an untrusted query and passes it to `use`.
 * @throws Error when the query is not a single statement that only reads
 */
export function useQuery<T>(database: DatabaseSync, query: UntrustedSql, use: (statement: StatementSync) => T): T {
  return withAuthorizer(database, query, onlyReads, use)
}

/**
 * Returns the column names of an untrusted query.
 * @throws Error when the query is not a single statement that only reads
 */
export function columnsOfQuery(database: DatabaseSync, query: UntrustedSql): string[] {
  return useQuery(database, query, statement => statement.columns().map(({ name }) => name))
}

/**
 * Returns the tables and views that an untrusted query reads.
 * @throws Error when the query is not a single statement that only reads
 */
export function sourcesOfQuery(database: DatabaseSync, query: UntrustedSql): Set<string> {
  const sources = new Set<string>()
  const collect: Allows = (action, first, second) => {
    if (action === constants.SQLITE_READ && first !== null) sources.add(first)
    return onlyReads(action, first, second)
  }
  withAuthorizer(database, query, collect, () => undefined)
  return sources
}

/**
 * Runs an untrusted statement that defines a view or an index.
 * @throws Error when it is not a single statement that only defines this object
 */
export function defineObject(database: DatabaseSync, statement: UntrustedSql, definition: Definition): void {
  withAuthorizer(database, statement, onlyDefines(definition), prepared => {
    prepared.run()
  })
}
