import { open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { settings } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { openPostgres, type PostgresServer } from '../../../test/harness/openPostgres.ts'
import { filesIn } from '../dataDirectory/move/DatabaseFiles.ts'
import { importFiles } from '../dataDirectory/move/importFiles.ts'
import { Rejection } from '../errors/Rejection.ts'
import { localStorage } from '../files/storage/local/localStorage.ts'
import { siteSettingsOf } from '../settings/SiteSettings.ts'
import { BackupLock } from './BackupLock.ts'
import { BackupOutcomes } from './BackupOutcomes.ts'
import { type BackupDependencies, Backups } from './Backups.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(() => postgres?.close())

type Kind = 'sqlite' | 'postgres'

/** Moves the data of a directory into a new database, and returns its address. */
async function moveToPostgres(dataDir: string): Promise<string> {
  const address = await postgres.createDatabase()
  await importFiles({ from: filesIn(dataDir), to: address })
  for (const file of Object.values(filesIn(dataDir))) await rm(file)
  return address
}

async function open(
  kind: Kind,
  cron: string,
  cronMaxKeep: number,
  isResponsible = () => true,
  getStorage?: BackupDependencies['storage'],
) {
  const { dataDir, remove } = await copySample('fresh', [], 'sqlite')
  onTestFinished(remove)
  const database = kind === 'postgres' ? await moveToPostgres(dataDir) : undefined
  const storage = localStorage(dataDir, 'full', 'backups')
  const warnings: string[] = []
  const mailed: string[] = []
  const lock = new BackupLock()
  const outcomes = new BackupOutcomes()
  const backups = new Backups({
    dataDir,
    database,
    lock,
    settings: () => siteSettingsOf(settings.parse({ meta: { appName: 'My App' }, backups: { cron, cronMaxKeep } })),
    storage: getStorage ?? (() => storage),
    isResponsible,
    withoutRemovals: work => work(),
    receive: () => Promise.reject(new Error('Nothing is restored here.')),
    exchange: () => Promise.reject(new Error('Nothing is restored here.')),
    outcomes,
    mailFailure: reason => mailed.push(reason),
    report: (message, error) => warnings.push(`${message} ${error}`),
  })
  const keys = async () => (await storage.list()).map(({ key }) => key)
  return { backups, dataDir, database, outcomes, storage, warnings, mailed, lock, keys }
}

const due = new Date('2026-03-01T02:30:00Z')

describe.each<Kind>(['sqlite', 'postgres'])('backups of a server on %s', kind => {
  test('an automatic backup is only created in the minutes of its schedule, in UTC', async () => {
    const { backups, keys } = await open(kind, '30 2 * * *', 3)
    await backups.createIfDue(new Date('2026-03-01T02:29:00Z'))
    await backups.createIfDue(new Date('2026-03-01T03:30:00Z'))
    expect(await keys()).toEqual([])
    await backups.createIfDue(due)
    expect(await keys()).toEqual([expect.stringMatching(/^@auto_pb_backup_my_app_\d{14}\.zip$/)])
  })

  test('the oldest automatic backups beyond cronMaxKeep are removed, and other backups are kept', async () => {
    const { backups, storage, keys } = await open(kind, '@daily', 2)
    for (const key of ['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip', 'mine.zip']) {
      await storage.putBytes(key, Uint8Array.of(1), { contentType: 'application/zip' })
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    await backups.createIfDue(new Date('2026-03-01T00:00:00Z'))
    expect(await keys()).toEqual(['@auto_pb_backup_b.zip', expect.stringMatching(/^@auto_pb_backup_my_app_/), 'mine.zip'])
  })

  test('a node that has lost its duties during an automatic backup removes no older one', async () => {
    const { backups, storage, keys } = await open(kind, '@daily', 1, () => false)
    await storage.putBytes('@auto_pb_backup_a.zip', Uint8Array.of(1), { contentType: 'application/zip' })
    await backups.createIfDue(new Date('2026-03-01T00:00:00Z'))
    expect(await keys()).toEqual(['@auto_pb_backup_a.zip', expect.stringMatching(/^@auto_pb_backup_my_app_/)])
  })

  test('an automatic backup is skipped and logged while another backup runs, and no old backup is removed', async () => {
    const { backups, storage, warnings, lock, keys } = await open(kind, '* * * * *', 1)
    for (const key of ['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip']) {
      await storage.putBytes(key, Uint8Array.of(1), { contentType: 'application/zip' })
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    const release = lock.acquire('other.zip')
    await backups.createIfDue(due)
    release()
    expect(warnings).toEqual([expect.stringContaining('The automatic backup failed')])
    expect(await keys()).toEqual(['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip'])
  })

  test('close aborts a running backup', async () => {
    const { backups, keys, lock } = await open(kind, '', 1)
    const made = backups.create('a.zip')
    await expect.poll(() => lock.current, { interval: 1 }).toBe('a.zip')
    await backups.close()
    await expect(made).rejects.toMatchObject({ kind: 'failed', code: 'backupNotCreated' })
    expect(await keys()).toEqual([])
  })
})

test('an automatic backup of a damaged database fails, and no old backup is removed', async () => {
  const { backups, dataDir, outcomes, storage, warnings, keys } = await open('sqlite', '* * * * *', 1)
  for (const key of ['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip'])
    await storage.putBytes(key, Uint8Array.of(1), { contentType: 'application/zip' })
  const file = await openFile(join(dataDir, 'data.db'), 'r+')
  await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * 4)
  await file.close()
  await backups.createIfDue(due)
  expect(warnings).toEqual([expect.stringMatching(/The automatic backup failed.*data\.db is damaged/s)])
  const { lastAutomaticBackup } = outcomes.last
  expect(lastAutomaticBackup).toMatchObject({ error: expect.stringMatching(/^data\.db is damaged/) })
  expect(await keys()).toEqual(['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip'])
})

test('an automatic backup of a PostgreSQL database that cannot be exported fails, and no old backup is removed', async () => {
  const { backups, database, outcomes, storage, warnings, keys } = await open('postgres', '* * * * *', 1)
  for (const key of ['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip'])
    await storage.putBytes(key, Uint8Array.of(1), { contentType: 'application/zip' })
  await postgres.execute(String(database), 'DROP TABLE users')
  await backups.createIfDue(due)
  expect(warnings).toEqual([expect.stringMatching(/The automatic backup failed.*users/s)])
  expect(outcomes.last.lastAutomaticBackup).toMatchObject({ error: expect.stringContaining('users') })
  expect(await keys()).toEqual(['@auto_pb_backup_a.zip', '@auto_pb_backup_b.zip'])
})

test('an automatic backup of a node fails with the reason if the nodes have no common storage of backups', async () => {
  const reason = 'Several nodes need a common storage of backups.'
  const getStorage = () => {
    throw new Rejection('conflict', { message: reason })
  }
  const { backups, outcomes, mailed } = await open('sqlite', '* * * * *', 1, () => true, getStorage)
  await backups.createIfDue(due)
  expect(outcomes.last.lastAutomaticBackup).toMatchObject({ error: reason })
  expect(mailed).toEqual([reason])
  await expect(backups.list()).rejects.toThrow(reason)
})

test('admins get a mail about each cause of failed automatic backups once a day, and at most five mails', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T23:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { backups, mailed, storage } = await open('sqlite', '* * * * *', 1)
  const failWith = async (message: string) => {
    storage.put = () => Promise.reject(new Error(message))
    await backups.createIfDue(due)
  }
  await failWith("ENOSPC: no space left on device, write '/data/.pb_temp_to_delete/backup-ab1/x'")
  await failWith("ENOSPC: no space left on device, write '/data/.pb_temp_to_delete/backup-cd2/x'")
  const refused = 'connect ECONNREFUSED 10.0.0.1:9000'
  await failWith(refused)
  await failWith('connect ECONNREFUSED 10.0.0.2:9000')
  expect(mailed).toEqual([expect.stringMatching(/^ENOSPC.*ab1/), refused])
  vi.setSystemTime(new Date('2026-03-02T00:01:00Z'))
  const causes = [refused, ...['one', 'two', 'three', 'four', 'five'].map(cause => `The cause is ${cause}.`)]
  for (const cause of [...causes, refused]) await failWith(cause)
  expect(mailed.slice(2)).toEqual(causes.slice(0, 5))
})
