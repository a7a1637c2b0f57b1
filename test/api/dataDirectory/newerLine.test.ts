import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { runCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

/** Changes a directory as 0.23 does: admins become records of a collection, and the log gets another file. */
const newer = `PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL;
  CREATE TABLE _superusers (id TEXT PRIMARY KEY, email TEXT, password TEXT, tokenKey TEXT);
  CREATE TABLE _otps (id TEXT PRIMARY KEY);
  INSERT INTO _superusers SELECT id, email, passwordHash, tokenKey FROM _admins;
  DROP TABLE _admins;
  INSERT INTO _migrations (file, applied) VALUES ('1717233556_v0.23_migrate.go', 1)`

const filesOf = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(dataDir.length), readFileSync(path).toString('base64')]),
  )

async function makeNewer(keepsLog: boolean): Promise<string> {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  const database = new DatabaseSync(join(dataDir, 'data.db'))
  database.exec(newer)
  // A killed server leaves the changes only in the write-ahead log.
  const left = join(dataDir, '..', 'left')
  if (keepsLog) {
    mkdirSync(left)
    for (const file of ['data.db', 'data.db-wal']) cpSync(join(dataDir, file), join(left, file))
  }
  database.close()
  if (keepsLog) cpSync(left, dataDir, { recursive: true })
  mkdirSync(join(dataDir, '.pb_temp_to_delete'))
  writeFileSync(join(dataDir, '.pb_temp_to_delete', 'upload'), 'half of a file')
  return dataDir
}

test.each([
  ['that was closed properly', false],
  ['whose server was killed', true],
])('a directory of 0.23 %s is rejected with one line and not changed', async (_, keepsLog) => {
  const dataDir = await makeNewer(keepsLog)
  const before = filesOf(dataDir)
  for (const args of [
    ['serve', '--dir', dataDir, '--http', '127.0.0.1:0'],
    ['admin', 'create', 'new@magazine.example', 'new-password-1', '--dir', dataDir],
  ]) {
    const { status, stdout, stderr } = await runCoffer(args)
    expect(status).not.toBe(0)
    const lines = (stdout + stderr).trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`${dataDir} was written by PocketBase 0.23 or newer`)
    expect(lines[0]).toContain('has not changed anything')
    const after = filesOf(dataDir)
    // Reading a write-ahead log requires a -shm file, which contains no data.
    if (keepsLog) delete after['/data.db-shm']
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
    expect(after).toEqual(before)
  }
})
