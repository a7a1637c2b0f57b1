import type { DatabaseSync } from 'node:sqlite'
import { layoutProblem } from '../dataDirectory/requireKnownLayout.ts'
import { readStoredSchema, type StoredSchema } from './storedSchema.ts'
import { withUntrustedDatabase } from './untrustedDatabase.ts'

/** The columns of the system tables that all servers of the 0.22 line create. */
const systemTables = {
  _migrations: ['file', 'applied'],
  _admins: ['id', 'avatar', 'email', 'tokenKey', 'passwordHash', 'lastResetSentAt', 'created', 'updated'],
  _collections: [
    'id',
    'system',
    'type',
    'name',
    'schema',
    'indexes',
    'listRule',
    'viewRule',
    'createRule',
    'updateRule',
    'deleteRule',
    'options',
    'created',
    'updated',
  ],
  _params: ['id', 'key', 'value', 'created', 'updated'],
  _externalAuths: ['id', 'collectionId', 'recordId', 'provider', 'providerId', 'created', 'updated'],
}

const quotedText = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/**
 * Asserts that a table has no CHECK constraints and no generated columns, whose code would run with every write. PocketBase 0.22 creates
 * neither.
 */
function assertPlainTable(database: DatabaseSync, table: string): void {
  const { sql } = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND lower(name) = ?").get(table) ?? {}
  if (/\bCHECK\b/i.test(String(sql).replaceAll(quotedText, ' ')))
    throw new Error(`has a CHECK constraint in the table ${table}, which Coffer doesn't support.`)
  const generated = database.prepare('SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0').get(table)
  if (generated) throw new Error(`has a generated column in the table ${table}, which Coffer doesn't support.`)
}

function assertSystemTable(database: DatabaseSync, { tables }: StoredSchema, table: string, columns: readonly string[]): void {
  if (!tables.has(table.toLowerCase()))
    throw new Error(`isn't a database of Coffer or PocketBase 0.22: it has no table ${table}.`)
  assertPlainTable(database, table.toLowerCase())
  const stored = new Set(
    database
      .prepare('SELECT name FROM pragma_table_xinfo(?)')
      .all(table)
      .map(row => row.name),
  )
  const missing = columns.find(column => !stored.has(column))
  if (missing !== undefined)
    throw new Error(`isn't a database of Coffer or PocketBase 0.22: the table ${table} has no column ${missing}.`)
  const computed = `SELECT il.name FROM pragma_index_list(?) il, pragma_index_xinfo(il.name) ix
    WHERE ix.cid = -2 OR il.partial <> 0`
  const index = database.prepare(computed).get(table)
  if (index) throw new Error(`has the index ${index.name} on the system table ${table}, which Coffer doesn't support.`)
}

/** Asserts that every collection has its table or view, and that there are no other views. */
function assertCollections(database: DatabaseSync, { tables, views }: StoredSchema): void {
  const declaredViews = new Set<string>()
  for (const { name, type } of database.prepare('SELECT name, type FROM _collections').all()) {
    const table = String(name).toLowerCase()
    const isView = type === 'view'
    if (Object.keys(systemTables).some(reserved => reserved.toLowerCase() === table))
      throw new Error(`has a collection with the name of the system table ${name}.`)
    if (!(isView ? views : tables).has(table)) throw new Error(`has no ${isView ? 'view' : 'table'} for the collection ${name}.`)
    if (isView) declaredViews.add(table)
    else assertPlainTable(database, table)
  }
  const undeclared = [...views].find(view => !declaredViews.has(view))
  if (undeclared !== undefined)
    throw new Error(`contains the view ${JSON.stringify(undeclared)}, which belongs to no collection. Drop it and try again.`)
}

/**
 * Asserts that a `data.db` has the system tables of the 0.22 line and no code that runs with writes.
 * @throws Error whose message completes a sentence that starts with the file name
 */
export function assertDataSchema(database: DatabaseSync): void {
  // This must come first, because a query on a malicious table can be endless.
  const schema = readStoredSchema(database)
  const problem = layoutProblem(database)
  if (problem !== undefined) throw new Error(problem)
  for (const [table, columns] of Object.entries(systemTables)) assertSystemTable(database, schema, table, columns)
  assertCollections(database, schema)
}

/**
 * Asserts that an unpacked `data.db` can be served and is not damaged. Also merges its write-ahead log into the file.
 * @throws Error with a message that starts with "The data.db in the archive"
 */
export function assertDataFile(path: string): void {
  withUntrustedDatabase(path, assertDataSchema)
}
