import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type NewerCollection, newerCollection } from '@coffer/schema'
import { messageOf } from '../../errors/inspectError.ts'
import { openText } from '../../settings/sealedText.ts'
import { openUntouched } from '../requireKnownLayout.ts'

/** What a copy of the database of a newer directory contains, besides records. */
export interface NewerSource {
  /** The path of the copy. */
  path: string
  collections: NewerCollection[]
  /** The stored settings, as parsed JSON. */
  settings: unknown
}

const tablesOf = (database: DatabaseSync): Set<unknown> =>
  new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  )

const columnsOf = (database: DatabaseSync, table: string): Set<unknown> =>
  new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  )

/** @throws Error with a sentence if the database is not one of PocketBase 0.23 or later */
function requireNewer(database: DatabaseSync, dir: string): void {
  const tables = tablesOf(database)
  if (tables.has('_admins'))
    throw new Error(`${dir} is a directory of PocketBase 0.22 or of Coffer. It needs no import: coffer serve --dir ${dir}`)
  const isNewer = tables.has('_superusers') && columnsOf(database, '_collections').has('fields')
  if (!isNewer) throw new Error(`${dir} is not a data directory of PocketBase 0.23 or later: its data.db has other tables.`)
}

function parseJson(text: unknown, what: string): unknown {
  try {
    return JSON.parse(text instanceof Uint8Array ? Buffer.from(text).toString() : String(text))
  } catch (error) {
    throw new Error(`${what} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function readCollections(database: DatabaseSync): NewerCollection[] {
  return database
    .prepare('SELECT * FROM _collections ORDER BY rowid')
    .all()
    .map(row => {
      const what = `The collection "${row.name}"`
      const json = (key: string) => parseJson(row[key] ?? 'null', what)
      const parts = { system: Boolean(row.system), fields: json('fields'), indexes: json('indexes'), options: json('options') }
      const read = newerCollection.safeParse({ ...row, ...parts })
      if (!read.success) throw new Error(`${what} cannot be read: ${read.problem}.`)
      return read.data
    })
}

function readSettings(database: DatabaseSync, encryptionKey: string): unknown {
  const row = database.prepare("SELECT value FROM _params WHERE id = 'settings'").get()
  if (!row) throw new Error('The directory has no settings. Start PocketBase on it once.')
  const { value } = row
  const opened = openText(value instanceof Uint8Array ? Buffer.from(value).toString() : String(value), encryptionKey)
  if ('problem' in opened) throw new Error(`The settings cannot be read: ${opened.problem}.`)
  return parseJson(opened.json, 'The settings')
}

function assertIntact(database: DatabaseSync, path: string): void {
  const [first] = database.prepare('PRAGMA integrity_check(1)').all()
  const finding = Object.values(first ?? {})[0]
  if (finding !== 'ok') throw new Error(`${path} is damaged (${finding}). Restore a backup in PocketBase, and import that.`)
}

/**
 * Copies the database of a newer directory as it is at one moment, also while a server runs on it, and reads the copy.
 * @param path where the copy is written
 * @throws Error with a sentence for the command line
 */
export async function copyNewerSource(dir: string, path: string, encryptionKey: string): Promise<NewerSource> {
  const original = join(dir, 'data.db')
  if (!existsSync(original)) throw new Error(`There is no data.db in ${dir}. Name the pb_data folder of PocketBase.`)
  try {
    using source = openUntouched(original)
    requireNewer(source, dir)
    await backup(source, path)
    using database = new DatabaseSync(path)
    assertIntact(database, original)
    return { path, collections: readCollections(database), settings: readSettings(database, encryptionKey) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error
    throw new Error(`${original} cannot be read as a database: ${messageOf(error)}.`, { cause: error })
  }
}
