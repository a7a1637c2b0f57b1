import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { openLogFile } from '../logs/sqlite/openLogFile.ts'
import { defaultSettings } from '../settings/defaultSettings.ts'
import { filesIn } from './move/DatabaseFiles.ts'
import { openDataDirectory } from './openDataDirectory.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-layout-'))
  cleanUp.push(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'pb_data')
}

async function openAndClose(dataDir: string) {
  const db = await openDataDirectory(dataDir, () => defaultSettings())
  await db.close()
  await (await openLogFile(filesIn(dataDir).logs)).close()
}

/** Returns the tables and indexes with their SQL, without insignificant line breaks and comments. */
function schemaOf(file: string) {
  using database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  return database
    .prepare(
      "SELECT type, name, tbl_name, REPLACE(sql, '---', '') AS sql FROM sqlite_schema WHERE name NOT LIKE '!_coffer%' ESCAPE '!' ORDER BY type, name",
    )
    .all()
    .map(row => ({ ...row, sql: row.sql === null ? null : String(row.sql).replaceAll(/\s+/g, ' ') }))
}

function rowsOf(file: string, query: string) {
  using database = new DatabaseSync(file, { readOnly: true })
  return database.prepare(query).all()
}

describe('opening a data directory', () => {
  test('creates the same tables as PocketBase 0.22', async () => {
    const dataDir = await emptyFolder()
    const fresh = await copySample('fresh')
    cleanUp.push(fresh.remove)
    await openAndClose(dataDir)
    for (const file of ['data.db', 'logs.db']) {
      expect(schemaOf(join(dataDir, file))).toEqual(schemaOf(join(fresh.dataDir, file)))
      const migrations = 'SELECT file FROM _migrations ORDER BY file'
      expect(rowsOf(join(dataDir, file), migrations)).toEqual(rowsOf(join(fresh.dataDir, file), migrations))
    }
    const collections = `SELECT id, system, type, name, schema, indexes, listRule, viewRule, createRule, updateRule, deleteRule, options
      FROM _collections`
    expect(rowsOf(join(dataDir, 'data.db'), collections)).toEqual(rowsOf(join(fresh.dataDir, 'data.db'), collections))
  })

  test('creates settings with the defaults of PocketBase 0.22 and new secrets', async () => {
    const dataDir = await emptyFolder()
    const fresh = await copySample('fresh')
    cleanUp.push(fresh.remove)
    await openAndClose(dataDir)
    // Secrets are random, and the texts of the mails differ.
    const worded = ['secret', 'body']
    const settingsIn = (folder: string) => {
      const [row] = rowsOf(join(folder, 'data.db'), "SELECT value FROM _params WHERE key = 'settings'")
      return JSON.stringify(JSON.parse(String(row?.value)), (key, value) => (worded.includes(key) && value !== '' ? key : value))
    }
    expect(settingsIn(dataDir)).toBe(settingsIn(fresh.dataDir))
    expect(rowsOf(join(dataDir, 'data.db'), "SELECT value ->> '$.adminAuthToken.secret' AS s FROM _params")).not.toEqual(
      rowsOf(join(fresh.dataDir, 'data.db'), "SELECT value ->> '$.adminAuthToken.secret' AS s FROM _params"),
    )
  })

  test.each(['magazine', 'fresh', 'later', 'encrypted'] as const)('does not change the sample %s', async sample => {
    const { dataDir, remove } = await copySample(sample)
    cleanUp.push(remove)
    const before = schemaOf(join(dataDir, 'data.db'))
    await openAndClose(dataDir)
    expect(schemaOf(join(dataDir, 'data.db'))).toEqual(before)
    expect(await readdir(dataDir)).not.toContain('.pb_temp_to_delete')
  })

  test('rejects a directory of a newer PocketBase version without changing it', async () => {
    const { dataDir, remove } = await copySample('fresh')
    cleanUp.push(remove)
    {
      using database = new DatabaseSync(join(dataDir, 'data.db'))
      database.exec('PRAGMA foreign_keys = OFF; DROP TABLE _admins; PRAGMA wal_checkpoint(TRUNCATE)')
    }
    const before = await readFile(join(dataDir, 'data.db'))
    await expect(openAndClose(dataDir)).rejects.toThrow('0.23 or newer')
    expect((await readFile(join(dataDir, 'data.db'))).equals(before)).toBe(true)
  })

  test('rejects a directory that PocketBase 0.22 has not upgraded yet', async () => {
    const { dataDir, remove } = await copySample('fresh')
    cleanUp.push(remove)
    {
      using database = new DatabaseSync(join(dataDir, 'data.db'))
      database.exec("DELETE FROM _migrations WHERE file = '1691747913_resave_views.go'")
    }
    await expect(openAndClose(dataDir)).rejects.toThrow('older than 0.22')
  })

  test('names the file that is not a database', async () => {
    const { dataDir, remove } = await copySample('fresh')
    cleanUp.push(remove)
    await writeFile(
      join(dataDir, 'data.db'),
      'this is no database, although it is long enough to have a header of one. '.repeat(20),
    )
    await expect(openAndClose(dataDir)).rejects.toThrow(/Cannot open .*data\.db: file is not a database/)
  })
})
