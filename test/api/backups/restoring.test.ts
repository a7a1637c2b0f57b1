import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sampleDir } from '../../harness/copySample.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type BackupServer, makeArchive, openBackups } from './openBackups.ts'

const tags = '/api/collections/tags/records'

async function untilRestored({ canBackup }: BackupServer) {
  await expect.poll(canBackup, { interval: 20, timeout: 60_000 }).toBe(true)
}

const lastWarnings = (dataDir: string) =>
  queryDatabase(dataDir, 'logs', "SELECT message, data FROM _logs WHERE message LIKE '%could not be restored%'").map(
    ([message, data]) => `${message} ${data}`,
  )

test('a restore brings back the old state in every thread, and no request fails while it runs', async () => {
  const served = await openBackups('pool')
  const { dataDir, ask, change } = served
  const record = await change('POST', tags, { name: 'before the backup' })
  await change('POST', '/api/backups', { name: 'mine.zip' })
  await change('DELETE', `${tags}/${record.id}`)
  const late = await change('POST', tags, { name: 'after the backup' })
  await change('PATCH', '/api/settings', { meta: { appName: 'Later' } })
  let isOver = false
  const statuses: number[] = []
  const look = async () => {
    while (!isOver) statuses.push((await ask('GET', `${tags}?perPage=1`)).status)
  }
  const looking = [look(), look()]
  const restoring = change('POST', '/api/backups/mine.zip/restore')
  await expect.poll(served.canBackup, { interval: 1 }).toBe(false)
  expect((await ask('POST', '/api/backups', { body: {} })).status).toBe(400)
  expect((await ask('DELETE', '/api/backups/mine.zip')).json.message).toBe(
    'The backup is currently being used and cannot be deleted.',
  )
  await restoring
  await untilRestored(served)
  isOver = true
  await Promise.all(looking)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await ask('GET', `${tags}/${record.id}`)).toMatchObject({ status: 200, json: { name: 'before the backup' } })
  expect((await ask('GET', `${tags}/${late.id}`)).status).toBe(404)
  expect(await ask('GET', '/api/settings')).toMatchObject({ json: { meta: { appName: 'Small Magazine' } } })
  expect((await ask('GET', '/api/health')).json.data).toMatchObject({ lastRestore: { key: 'mine.zip', error: '' } })
  await change('POST', tags, { name: 'and on it goes' })
  expect(existsSync(join(dataDir, '.coffer_restore'))).toBe(false)
  expect(lastWarnings(dataDir)).toEqual([])
})

test('a backup of a 0.22 server is restored, including its files', async () => {
  const served = await openBackups()
  await rm(join(served.dataDir, 'storage'), { recursive: true })
  await served.change('POST', '/api/backups/magazine_backup.zip/restore')
  await untilRestored(served)
  const file = '/api/files/mgauthors000001/author000000001/portrait_rViBw8mZCO.jpg'
  expect((await served.ask('GET', file)).status).toBe(200)
})

const database = await readFile(join(sampleDir('fresh'), 'data.db'))

/** Uploads `bad.zip`, a backup of a new instance whose log `sql` has changed. */
async function uploadWithLog({ dataDir, upload }: BackupServer, sql: string) {
  const path = join(dataDir, 'odd.db')
  {
    using logs = new DatabaseSync(path)
    logs.exec(`CREATE TABLE _logs (id, level, message, data, created, updated); ${sql}`)
  }
  const archive = await makeArchive({ 'data.db': database, 'logs.db': await readFile(path) })
  await rm(path)
  expect((await upload('bad.zip', archive)).status).toBe(204)
}

// PostgreSQL gets only the rows of the log.
test.skipIf(isPostgresRun())('a backup whose log cannot be opened leaves the data unchanged', async () => {
  const served = await openBackups('pool')
  const { dataDir, change, ask } = served
  const record = await change('POST', tags, { name: 'a record to keep' })
  await uploadWithLog(served, 'CREATE INDEX _coffer_log_hours ON _logs (created)')
  await change('POST', '/api/backups/bad.zip/restore')
  await untilRestored(served)
  expect((await ask('GET', `${tags}/${record.id}`)).json.name).toBe('a record to keep')
  expect((await readdir(dataDir)).filter(name => name.startsWith('.coffer_'))).toEqual([])
  await change('PATCH', `${tags}/${record.id}`, { name: 'a record to change' })
  const error = expect.stringContaining('there is already an index named _coffer_log_hours')
  const health = { message: 'API is healthy.', code: 200, data: { canBackup: true } }
  const expected = { ...health.data, lastRestore: { key: 'bad.zip', finished: expect.any(String), error } }
  expect((await ask('GET', '/api/health')).json).toEqual({ ...health, data: expected })
  // Only admins can see how restores ended.
  expect((await ask('GET', '/api/health', { token: undefined })).json).toEqual(health)
  await served.server.stop()
  expect(lastWarnings(dataDir)).toEqual([expect.stringMatching(/already an index named _coffer_log_hours/)])
})

test.runIf(isPostgresRun())('a backup whose log PostgreSQL cannot store leaves the data unchanged', async () => {
  const served = await openBackups('pool')
  const { dataDir, change, ask } = served
  const record = await change('POST', tags, { name: 'a record to keep' })
  await uploadWithLog(served, "INSERT INTO _logs VALUES ('twice', 0, 'a', '{}', '', ''), ('twice', 0, 'b', '{}', '', '')")
  const { status, json } = await ask('POST', '/api/backups/bad.zip/restore')
  expect([status, json.message]).toEqual([400, expect.stringMatching(/^The backup can't be restored\. .*_logs/s)])
  expect(await served.canBackup()).toBe(true)
  expect((await readdir(dataDir)).filter(name => name.startsWith('.coffer_'))).toEqual([])
  await change('PATCH', `${tags}/${record.id}`, { name: 'a record to change' })
  const error = expect.stringContaining('_logs')
  expect((await ask('GET', '/api/health')).json.data).toMatchObject({ lastRestore: { key: 'bad.zip', error } })
  await served.server.stop()
  expect(lastWarnings(dataDir)).toEqual([expect.stringMatching(/_logs/)])
})

test.skipIf(isPostgresRun())('a backup is restored only after other programs have closed the database', async () => {
  const served = await openBackups()
  const { dataDir, change, ask } = served
  const record = await change('POST', tags, { name: 'a record to keep' })
  using program = new DatabaseSync(join(dataDir, 'data.db'), { readOnly: true })
  program.exec('SELECT COUNT(*) FROM tags')
  await change('POST', '/api/backups/magazine_backup.zip/restore')
  await untilRestored(served)
  expect((await ask('GET', `${tags}/${record.id}`)).json.name).toBe('a record to keep')
  const error = 'Another program, such as Litestream, has data.db open. Stop it, and restore the backup again.'
  expect((await ask('GET', '/api/health')).json.data).toMatchObject({ lastRestore: { error } })
  program.close()
  await change('POST', '/api/backups/magazine_backup.zip/restore')
  await untilRestored(served)
  expect((await ask('GET', '/api/health')).json.data).toMatchObject({ lastRestore: { error: '' } })
  expect((await ask('GET', `${tags}/${record.id}`)).status).toBe(404)
})

test('an uploaded backup is validated before it is accepted', async () => {
  const { upload, keys } = await openBackups()
  const broken = (await makeArchive({ 'data.db': database })).slice(0, -30)
  const refused = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const { status, json } = await upload(name, bytes)
    expect(status).toBe(400)
    return (json.data as { file: { code: string } }).file.code
  }
  expect(await refused('cut.zip', broken)).toBe('validation_invalid_archive')
  expect(await refused('aunt.zip', await makeArchive({ 'data.db': Buffer.from('dear aunt') }))).toBe('validation_invalid_archive')
  for (const name of ['a.attrs', 'x'.repeat(300)]) {
    expect(await refused(name, await makeArchive({ 'data.db': database }))).toBe('validation_match_invalid')
  }
  expect(await keys()).toEqual(['magazine_backup.zip'])
  expect((await upload('../../up.zip', await makeArchive({ 'data.db': database }))).status).toBe(204)
  expect(await keys()).toEqual(['magazine_backup.zip', 'up.zip'])
})
