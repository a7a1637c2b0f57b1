import { generateKeyPairSync } from 'node:crypto'
import PocketBase from 'pocketbase-today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { openS3, type S3Server } from '../../harness/openS3.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

// These methods need a bucket, a key or an archive. In `sdkMethods.test.ts`, they are rejected.
let magazine: ServedMagazine
let s3: S3Server
let app: PocketBase
beforeAll(async () => {
  s3 = await openS3('files')
  magazine = await serveMagazine('pool', [fastPasswords])
  app = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  app.autoCancellation(false)
  await app.collection('_superusers').authWithPassword('editor@magazine.example', 'magazine-admin-1')
})
afterAll(async () => {
  await magazine.close()
  await s3.close()
})

test('settings.testS3 of SDK 0.28 succeeds with the settings of a bucket', async () => {
  await app.settings.update({ s3: s3.settings('files') })
  expect(await app.settings.testS3('storage')).toBe(true)
  await app.settings.update({ s3: { enabled: false } })
})

test('settings.generateAppleClientSecret of SDK 0.28 returns a signed token', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { secret } = await app.settings.generateAppleClientSecret('example.app', 'team000001', 'key0000001', key, 60)
  expect(secret.split('.')).toHaveLength(3)
})

test('a backup that SDK 0.28 downloads can be uploaded and restored', async () => {
  const canBackup = async () => (await app.health.check()).data
  await expect.poll(canBackup, { timeout: 60_000 }).toMatchObject({ canBackup: true })
  await app.backups.create('mine.zip')
  const url = app.backups.getDownloadURL(await app.files.getToken(), 'mine.zip')
  const archive = await (await fetch(url)).blob()
  expect(await app.backups.upload({ file: new File([archive], 'again.zip', { type: 'application/zip' }) })).toBe(true)
  const late = await app.collection('tags').create({ name: 'after the backup' })
  expect(await app.backups.restore('again.zip')).toBe(true)
  await expect.poll(canBackup, { timeout: 60_000 }).toMatchObject({ canBackup: true })
  await expect(app.collection('tags').getOne(late.id)).rejects.toMatchObject({ status: 404 })
})
