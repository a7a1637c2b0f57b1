import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { everyStoredFile, uploadsUnderWay } from './storedFiles.ts'

export interface Fingerprint {
  /**
   * What the data directory holds now, the log excepted: a hash of all definitions, of the rows of each table and of each file,
   * stored or just uploaded. Equal before and after a request that must not change anything.
   */
  take: () => Record<string, string>
  close: () => void
}

const sumOf = (content: string | Uint8Array): string => hash('sha1', content)

/** Without the removals that are still to be carried out: their rows go a moment after the answer, as the files do. */
const hashTables = (database: DatabaseSync): [string, string][] => {
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

/** The hash of a file, none where it has been removed since it was found: what a change removes goes a moment after its answer. */
const hashFile = (dataDir: string, file: string): [string, string][] => {
  try {
    return [[file, sumOf(readFileSync(join(dataDir, file)))]]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Looks into a data directory while a server has it open. */
export const openFingerprint = (dataDir: string): Fingerprint => {
  const options = { readOnly: true, timeout: 30_000, readBigInts: true, returnArrays: true }
  const database = new DatabaseSync(join(dataDir, 'data.db'), options)
  // SQLite promises another number after each commit of others, so most looks need not read the rows again.
  const readVersion = database.prepare('PRAGMA data_version')
  let known: { version: string; tables: [string, string][] } | undefined
  const tables = () => {
    const version = String(readVersion.get())
    if (known?.version !== version) known = { version, tables: hashTables(database) }
    return known.tables
  }
  const files = () => [...everyStoredFile(dataDir), ...uploadsUnderWay(dataDir)]
  return {
    take: () => Object.fromEntries([...tables(), ...files().flatMap(file => hashFile(dataDir, file))]),
    close: () => database.close(),
  }
}
