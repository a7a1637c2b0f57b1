import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runBlocking } from './postgres/blockingQuery.ts'
import { databaseOf } from './postgres/testDatabases.ts'
import { everyStoredFile, uploadsUnderWay } from './storedFiles.ts'

export interface Fingerprint {
  /**
   * Returns hashes of the data directory except its log: of all definitions, the rows of each table, and each stored or uploaded
   * file.
   * They are equal before and after a request that must not change anything.
   */
  take: () => Record<string, string>
  close: () => void
}

const sumOf = (content: string | Uint8Array): string => hash('sha1', content)

/** Pending removals are excluded, because their rows, like the files, are removed shortly after the response. */
function hashTables(database: DatabaseSync): [string, string][] {
  const readRows = (sql: string) => database.prepare(sql).all() as unknown as unknown[][]
  const asText = (row: unknown[]) => row.map(value => (typeof value === 'string' ? JSON.stringify(value) : `${value}`)).join()
  const tables = readRows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(([table]) => {
    const rows = readRows(`SELECT * FROM \`${table}\``)
      .map(asText)
      .filter(row => !row.includes('"cofferRemoval:'))
    return [`the table ${table}`, sumOf(rows.sort().join('\n'))] as [string, string]
  })
  const definitions = readRows('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').map(asText)
  return [['the definitions', sumOf(definitions.join('\n'))], ...tables]
}

/** Hashes the tables of a PostgreSQL database without those of the log, and the names of all its objects and columns. */
const postgresHashes = `
  SELECT 'the table ' || relname, md5(query_to_xml(format(
    'SELECT * FROM %I AS r WHERE r::text NOT LIKE ''%%cofferRemoval:%%'' ORDER BY r::text', relname), true, false, '')::text)
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT SIMILAR TO '(_logs|_coffer_log)%'
  UNION ALL SELECT 'the definitions', md5(string_agg(concat(relname, relkind, attname), ' ' ORDER BY relname, attname))
  FROM pg_class LEFT JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace`

/** Reads the PostgreSQL database of a data directory while a server has it open. */
const tablesOfPostgres = (address: string) => (): [string, string][] =>
  runBlocking({ kind: 'query', address, text: postgresHashes, values: [] }) as [string, string][]

/** Reads `data.db` while a server has it open. */
function tablesOfFile(dataDir: string) {
  const options = { readOnly: true, timeout: 30_000, readBigInts: true, returnArrays: true }
  const database = new DatabaseSync(join(dataDir, 'data.db'), options)
  // The data_version of SQLite changes with each commit of another connection, so unchanged tables need not be read again.
  const readVersion = database.prepare('PRAGMA data_version')
  let known: { version: string; tables: [string, string][] } | undefined
  const tables = (): [string, string][] => {
    const version = String(readVersion.get())
    if (known?.version !== version) known = { version, tables: hashTables(database) }
    return known.tables
  }
  return { tables, close: () => database.close() }
}

/** Returns the hash of a file, or nothing if it was removed in the meantime: a change removes files shortly after its response. */
function hashFile(dataDir: string, file: string): [string, string][] {
  try {
    return [[file, sumOf(readFileSync(join(dataDir, file)))]]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Reads a data directory and its database while a server has them open. */
export function openFingerprint(dataDir: string): Fingerprint {
  const address = databaseOf(dataDir)
  const { tables, close } =
    address === undefined ? tablesOfFile(dataDir) : { tables: tablesOfPostgres(address), close: () => undefined }
  const files = () => [...everyStoredFile(dataDir), ...uploadsUnderWay(dataDir)]
  return {
    take: () => Object.fromEntries([...tables(), ...files().flatMap(file => hashFile(dataDir, file))]),
    close,
  }
}
