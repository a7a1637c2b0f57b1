import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openBackups } from '../api/backups/openBackups.ts'
import { sampleDir } from '../harness/copySample.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { scratchDir } from '../harness/scratchDir.ts'

const tags = '/api/collections/tags/records'

async function makeScratch() {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a database of a sample with changes that no server of the 0.22 line makes. */
async function forge(file: 'data.db' | 'logs.db', statements: string): Promise<Buffer> {
  const path = join(await makeScratch(), file)
  await writeFile(path, await readFile(join(sampleDir('fresh'), file)))
  {
    using database = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, defensive: false })
    database.exec(`PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; ${statements}`)
  }
  return readFile(path)
}

async function pack(fill: (zip: ZipFile) => void): Promise<Buffer> {
  const path = join(await makeScratch(), 'a.zip')
  const zip = new ZipFile()
  fill(zip)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return readFile(path)
}

/** Replaces all occurrences of some bytes. */
function replaced(bytes: Buffer, from: Buffer | string, to: Buffer | string): Buffer {
  const copy = Buffer.from(bytes)
  const [search, replacement] = [Buffer.from(from), Buffer.from(to)]
  for (let at = copy.indexOf(search); at !== -1; at = copy.indexOf(search, at + 1)) replacement.copy(copy, at)
  return copy
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Uploads and restores an archive, asserts that the server rejects it and that the data is unchanged, and returns the reason. */
async function restoreHostile(archive: Buffer): Promise<string> {
  const { dataDir, ask, change, upload, canBackup } = await openBackups()
  const { id } = await change('POST', tags, { name: 'a record to keep' })
  const uploaded = await upload('hostile.zip', new Uint8Array(archive))
  const response = uploaded.status === 204 ? await ask('POST', '/api/backups/hostile.zip/restore') : uploaded
  expect(response.status, 'the archive was accepted').toBe(400)
  expect((await ask('GET', `${tags}/${id}`)).json.name).toBe('a record to keep')
  expect((await readdir(dataDir)).filter(name => name === '.coffer_restore')).toEqual([])
  expect(await canBackup()).toBe(true)
  const { message, data } = response.json as { message: string; data: { file?: { message: string } } }
  return data.file?.message ?? message
}

const database = await readFile(join(sampleDir('fresh'), 'data.db'))

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n'
const endlessParams = `ALTER TABLE _params RENAME TO kept;
  CREATE VIEW _params AS SELECT id, key, value, created, updated FROM kept WHERE (SELECT count(*) FROM (${endless})) > 0`
const pretending = (name: string, type: string) =>
  `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = '${type}' WHERE name = '${name}'`
const trigger = 'CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM _admins; END'

describe('a restore rejects a hostile data.db', () => {
  test.each<[string, string, RegExp]>([
    ['whose settings are an endless view', endlessParams, /no table _params/],
    ['in which a view claims to be a table', `${endlessParams}; ${pretending('_params', 'table')}`, /malformed/],
    ['with a trigger', trigger, /trigger "t"/],
    ['in which a trigger claims to be an index', `${trigger}; ${pretending('t', 'index')}`, /malformed/],
    ['with a virtual table', 'CREATE VIRTUAL TABLE words USING fts5(word)', /virtual table "words"/],
    ['with a view that belongs to no collection', `CREATE VIEW odd AS ${endless}`, /view "odd"/],
    ['without the table _collections', 'DROP TABLE _collections', /no table _collections/],
    ['whose system tables lack a column', 'ALTER TABLE _params DROP COLUMN updated', /_params has no column updated/],
    ['with a CHECK constraint', 'ALTER TABLE users ADD COLUMN x CHECK (length(zeroblob(900000000)) > x)', /CHECK constraint/],
    ['with a generated column', 'ALTER TABLE _admins ADD COLUMN x AS (hex(zeroblob(100000000)))', /generated column/],
    ['with a computed index on a system table', 'CREATE INDEX slow ON _params (hex(zeroblob(10)))', /index slow/],
    ['without the table of a collection', 'DROP TABLE users', /no table for the collection users/],
    [
      'with a collection named like a system table',
      "INSERT INTO _collections (id, name, type, listRule) VALUES ('x', '_Admins', 'base', '')",
      /system table _Admins/,
    ],
    ['of PocketBase 0.23', 'DROP TABLE _admins', /0\.23 or newer/],
    ['of PocketBase 0.16', "DELETE FROM _migrations WHERE file LIKE '%resave_views%'", /older than 0\.22/],
  ])('a restore rejects a data.db %s', async (_, statements, reason) => {
    const forged = await forge('data.db', statements)
    expect(await restoreHostile(await pack(zip => zip.addBuffer(forged, 'data.db')))).toMatch(reason)
  })

  test('a restore rejects a data.db that is a SQLite file of another program', async () => {
    const path = join(await makeScratch(), 'other.db')
    {
      using other = new DatabaseSync(path)
      other.exec('CREATE TABLE notes (text)')
    }
    expect(await restoreHostile(await pack(zip => zip.addFile(path, 'data.db')))).toMatch(/isn't a database of Coffer/)
  })

  test('a restore rejects a damaged data.db', async () => {
    const damaged = Buffer.from(database).fill(0x5a, 4096 * 3, 4096 * 5)
    expect(await restoreHostile(await pack(zip => zip.addBuffer(damaged, 'data.db')))).toMatch(/damaged|malformed/)
  })
})

// On PostgreSQL, a restore copies only what collections define.
test.skipIf(isPostgresRun())('a restore accepts tables of another program beside those of the collections', async () => {
  const { upload, change, canBackup, dataDir } = await openBackups()
  const forged = await forge('data.db', "CREATE TABLE notes (text CHECK (text <> '')); INSERT INTO notes VALUES ('kept')")
  expect((await upload('own.zip', new Uint8Array(await pack(zip => zip.addBuffer(forged, 'data.db'))))).status).toBe(204)
  await change('POST', '/api/backups/own.zip/restore')
  await expect.poll(canBackup, { interval: 20 }).toBe(true)
  expect(queryDatabase(dataDir, 'data', 'SELECT text FROM notes')).toEqual([['kept']])
})

// A restore into PostgreSQL rejects this view, because its query selects `*`.
test.skipIf(isPostgresRun())('an endless view collection blocks neither the restore nor the other collections', async () => {
  const { upload, change, canBackup, ask } = await openBackups('pool')
  const forged = await forge(
    'data.db',
    `CREATE VIEW odd AS SELECT i AS id FROM (${endless});
     INSERT INTO _collections (id, name, type, listRule, options) VALUES ('odd', 'odd', 'view', '', '{"query": "${endless}"}')`,
  )
  expect((await upload('view.zip', new Uint8Array(await pack(zip => zip.addBuffer(forged, 'data.db'))))).status).toBe(204)
  await change('POST', '/api/backups/view.zip/restore')
  await expect.poll(canBackup, { interval: 20, timeout: 10_000 }).toBe(true)
  expect((await ask('GET', '/api/collections/users/records?filter=(id!="")', { token: undefined })).status).toBe(200)
})

describe('logs.db in a restore', () => {
  const packWithLogs = (logs: Buffer) =>
    pack(zip => {
      zip.addBuffer(database, 'data.db')
      zip.addBuffer(logs, 'logs.db')
    })
  const logTrigger = (name: string) =>
    forge(
      'logs.db',
      `CREATE TABLE _coffer_log_counted (upto); CREATE TRIGGER ${name} AFTER INSERT ON _logs BEGIN ${endless}; END`,
    )

  test('a restore rejects a logs.db that is not a log, and says what to do', async () => {
    const view = await forge('logs.db', 'ALTER TABLE _logs RENAME TO kept; CREATE VIEW _logs AS SELECT * FROM kept')
    for (const logs of [Buffer.alloc(8192, 'no'), view, await logTrigger('other')])
      expect(await restoreHostile(await packWithLogs(logs))).toMatch(
        /logs\.db in the archive .* remove logs\.db from the archive/,
      )
  })

  test.each([
    ['without its table', 'DROP TABLE _logs', /has no table _logs/],
    ['of PocketBase 0.18', 'DROP TABLE _logs; CREATE TABLE _requests (id TEXT)', /has no table _logs/],
    [
      'whose table has another case',
      'ALTER TABLE _logs RENAME TO other; ALTER TABLE other RENAME TO _LOGS',
      /has no table _logs/,
    ],
    ['without a column', 'DROP INDEX _logs_message_idx; ALTER TABLE _logs DROP COLUMN message', /has no column message/],
  ])('a restore rejects a log %s', async (_, statements, reason) => {
    const message = await restoreHostile(await packWithLogs(await forge('logs.db', statements)))
    expect(message).toMatch(reason)
    expect(message).toMatch(/remove logs\.db from the archive/)
  })

  test("a restore replaces the triggers of Coffer's own log", async () => {
    const { upload, change, canBackup, dataDir } = await openBackups()
    const archive = await packWithLogs(await logTrigger('_coffer_log_hours_insert'))
    expect((await upload('log.zip', new Uint8Array(archive))).status).toBe(204)
    await change('POST', '/api/backups/log.zip/restore')
    await expect.poll(canBackup, { interval: 20 }).toBe(true)
    const triggers = queryDatabase(dataDir, 'logs', "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    expect(triggers.length).toBeGreaterThan(0)
    expect(triggers.filter(([sql]) => String(sql).includes('RECURSIVE'))).toEqual([])
  })
})

describe('a restore rejects a hostile archive', () => {
  const text = Buffer.from('text')
  const packWithData = (fill: (zip: ZipFile) => void) =>
    pack(zip => {
      zip.addBuffer(database, 'data.db')
      fill(zip)
    })

  test.each([
    ['storage/a', 'storage/a', /twice/],
    ['storage/a', 'storage/A', /differ only in case/],
    ['storage/\u00e9', 'storage/e\u0301', /differ only in case/],
    ['storage/a', 'storage/a/b', /also a file/],
    ['storage/a/b', 'storage/a', /both a file and a folder/],
  ])('a restore rejects an archive with the entries %s and %s', async (first, second, reason) => {
    const archive = await packWithData(zip => {
      zip.addBuffer(text, first)
      zip.addBuffer(text, second)
    })
    expect(await restoreHostile(archive)).toMatch(reason)
  })

  test.each(['./data.db', 'x//ata.db'])('a restore rejects an archive with an entry named %s', async name => {
    const archive = replaced(await packWithData(zip => zip.addBuffer(text, 'xxdata.db')), 'xxdata.db', name)
    expect(await restoreHostile(archive)).toMatch(/not a plain path/)
  })

  test('a restore rejects an archive with a rollback journal, which could delete files outside the directory', async () => {
    expect(await restoreHostile(await packWithData(zip => zip.addBuffer(text, 'data.db-journal')))).toMatch(/rollback journal/)
  })

  test('a restore rejects an archive that unpacks one compressed file many times', async () => {
    const archive = await packWithData(zip => {
      for (let number = 1; number < 9; number += 1) zip.addBuffer(Buffer.alloc(1_000_000, number), `storage/${number}`)
    })
    const start = archive.indexOf('PK\x01\x02')
    const second = archive.indexOf('PK\x01\x02', start + 1)
    const first = archive.readUInt32LE(second + 42)
    for (let at = second; at !== -1; at = archive.indexOf('PK\x01\x02', at + 1)) archive.writeUInt32LE(first, at + 42)
    const rest = archive.indexOf('PK\x03\x04', first + 4)
    const folded = Buffer.concat([archive.subarray(0, rest), archive.subarray(start)])
    folded.writeUInt32LE(rest, folded.lastIndexOf('PK\x05\x06') + 16)
    expect(await restoreHostile(folded)).toMatch(/overlap/)
  })

  test('a restore rejects an archive with an entry that claims more bytes than it contains', async () => {
    const archive = await packWithData(zip => zip.addBuffer(Buffer.alloc(1_000_003), 'storage/zeros'))
    expect(await restoreHostile(replaced(archive, uint32(1_000_003), uint32(4_000_000_000)))).toMatch(/claims an impossible size/)
  })
})
