import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailSettings } from '../../harness/openMailServer.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { openBackups } from './openBackups.ts'

const records = '/api/collections/media/records'
const created = (text: unknown) => (typeof text === 'string' ? text : '')

test('a backup is a consistent snapshot, whatever is written and deleted while it is created', async () => {
  const { dataDir, ask, change, unpack } = await openBackups('pool')
  const made: string[] = []
  let isOver = false
  const write = async () => {
    for (let number = 0; !isOver; number += 1) {
      const form = new FormData()
      form.set('@jsonPayload', JSON.stringify({ title: `storm ${number}`, kinds: ['image'] }))
      form.set('file', new File([`file ${number}`.repeat(2000)], `storm-${number}.txt`))
      made.push(created((await change('POST', records, form)).id))
      const old = made[number - 5]
      if (old) await change('DELETE', `${records}/${old}`)
    }
  }
  const writing = write()
  await expect.poll(() => made.length).toBeGreaterThan(8)
  const before = made.length
  await change('POST', '/api/backups', { name: 'storm.zip' })
  await expect.poll(() => made.length).toBeGreaterThan(before + 5)
  isOver = true
  await writing
  const unpacked = await unpack('storm.zip')
  expect(await ask('GET', '/api/health')).toMatchObject({ json: { data: { canBackup: true } } })

  const rows = queryDatabase(unpacked, 'data', "SELECT id, title, file FROM media WHERE title LIKE 'storm %' ORDER BY rowid")
  const [first = 0, ...rest] = rows.map(([, title]) => Number(String(title).slice('storm '.length)))
  expect(rest).toEqual(rest.map((_, index) => first + index + 1))
  expect([5, 6]).toContain(rows.length)
  expect(first + rows.length).toBeGreaterThanOrEqual(before - 1)
  const [[collection] = []] = queryDatabase(unpacked, 'data', "SELECT id FROM _collections WHERE name = 'media'")
  for (const [id, , file] of rows) expect(existsSync(join(unpacked, 'storage', `${collection}/${id}/${file}`))).toBe(true)
  // The files deleted while the backup was created are removed by now, and so is its temporary folder.
  await expect
    .poll(() => readdirSync(join(dataDir, `storage/${collection}`)).filter(id => made.slice(0, -5).includes(id)))
    .toEqual([])
  expect(await readdir(join(dataDir, '.pb_temp_to_delete'))).toEqual([])
})

test('a backup has the 0.22 layout: the whole data directory except backups, temporary files and certificates', async () => {
  const { dataDir, change, unpack, keys } = await openBackups()
  await writeFile(join(dataDir, 'types.d.ts'), 'declare')
  await mkdir(join(dataDir, '.autocert_cache'))
  await writeFile(join(dataDir, '.autocert_cache/example.com'), 'a private key')
  await change('POST', '/api/backups', { name: 'a.zip' })
  await change('POST', '/api/backups', { name: 'b.zip' })
  const unpacked = await unpack('b.zip')
  expect((await readdir(unpacked)).sort()).toEqual(['data.db', 'logs.db', 'storage', 'types.d.ts'])
  const files = async (folder: string) => (await readdir(join(folder, 'storage'), { recursive: true })).sort()
  expect(await files(unpacked)).toEqual(await files(dataDir))
  expect(await keys()).toEqual(['a.zip', 'b.zip', 'magazine_backup.zip'])
  expect((await readdir(join(dataDir, 'backups'))).sort()).toEqual(
    ['a.zip', 'b.zip', 'magazine_backup.zip'].flatMap(key => [key, `${key}.attrs`]),
  )
})

test('a backup does not contain the mails that wait to be sent', async () => {
  // Nothing listens on this port.
  const { dataDir, change, unpack } = await openBackups('inline', [mailSettings({ port: 1 })])
  await change('POST', '/api/collections/users/request-password-reset', { email: 'carol@readers.example' })
  const waiting = (folder: string) => queryDatabase(folder, 'data', 'SELECT COUNT(*) FROM _cofferMails')
  expect(waiting(dataDir)).toEqual([[1]])
  await change('POST', '/api/backups', { name: 'a.zip' })
  expect(waiting(await unpack('a.zip'))).toEqual([[0]])
  expect(waiting(dataDir)).toEqual([[1]])
})

test('a backup has the web hooks, but not the messages that wait to be sent', async () => {
  const { dataDir, change, unpack } = await openBackups()
  // Nothing listens on this port.
  await change('POST', '/api/web-hooks', { url: 'http://203.0.113.1:9/' })
  await change('POST', '/api/collections/scratch/records', { t: 'one' })
  const stored = (folder: string) => [
    queryDatabase(folder, 'data', 'SELECT COUNT(*) FROM _cofferDeliveries')[0]?.[0],
    queryDatabase(folder, 'data', "SELECT COUNT(*) FROM _params WHERE key = 'cofferWebHooks'")[0]?.[0],
  ]
  await expect.poll(() => stored(dataDir)).toEqual([1, 1])
  await change('POST', '/api/backups', { name: 'a.zip' })
  expect(stored(await unpack('a.zip'))).toEqual([0, 1])
})

test('only one backup is created at a time, and the health check reports it', async () => {
  const { ask, canBackup, keys } = await openBackups('pool')
  const names = ['a.zip', 'b.zip', 'c.zip']
  const making = Promise.all(names.map(name => ask('POST', '/api/backups', { body: { name } })))
  await expect.poll(canBackup, { interval: 5 }).toBe(false)
  const refused = (await making).filter(({ status }) => status === 400)
  expect(refused.map(({ json }) => json.message)).toEqual([
    'Try again later - another backup/restore process has already been started.',
    'Try again later - another backup/restore process has already been started.',
  ])
  expect(await keys()).toHaveLength(2)
  expect(await canBackup()).toBe(true)
})

test('a backup that cannot be stored reports the error and leaves no files behind', async () => {
  const { dataDir, ask, change, canBackup } = await openBackups()
  await change('DELETE', '/api/backups/magazine_backup.zip')
  await rm(join(dataDir, 'backups'), { recursive: true, force: true })
  await writeFile(join(dataDir, 'backups'), 'no folder')
  const { status, json } = await ask('POST', '/api/backups', { body: { name: 'a.zip' } })
  expect([status, json.message]).toEqual([400, expect.stringMatching(/^Failed to create backup\. Raw error: \n./)])
  expect(await readdir(join(dataDir, '.pb_temp_to_delete'))).toEqual([])
  expect(await canBackup()).toBe(true)
  await rm(join(dataDir, 'backups'))
  await change('POST', '/api/backups', { name: 'a.zip' })
})
