import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiResponse } from '../../harness/askApi.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { type DartRequest, sendAsDart } from '../../harness/sendAsDart.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let sink: MailSink
beforeAll(async () => {
  sink = await openMailSink()
  magazine = await serveMagazine('pool', [sendMailTo(sink.port)])
})
afterAll(async () => {
  await magazine.close()
  await sink.close()
})

/** Sends a request as a superuser, and asserts success. */
async function send(method: string, path: string, request: DartRequest = {}): Promise<ApiResponse> {
  const response = await sendAsDart(magazine.port, method, `/api${path}`, { token: magazine.admin, ...request })
  expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300)
  return response
}

const listOf = ({ text }: ApiResponse) => JSON.parse(text) as Record<string, unknown>[]

/** A collection as the class `CollectionModel` writes it, with null for what its type does not have or what was not given. */
const collectionModel = (values: Record<string, unknown>) => ({
  ...{ id: '', type: 'base', created: '', updated: '', name: '', system: false, fields: [], indexes: [] },
  ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null, viewQuery: null },
  ...{ authRule: null, manageRule: null, authAlert: null, oauth2: null, passwordAuth: null, mfa: null, otp: null },
  ...{ authToken: null, passwordResetToken: null, emailChangeToken: null, verificationToken: null, fileToken: null },
  ...{ verificationTemplate: null, resetPasswordTemplate: null, confirmEmailChangeTemplate: null },
  ...values,
})

/** Writes a token as the class `TokenConfig` does. */
const tokenConfig = (token: unknown) => ({ duration: 0, secret: null, ...(token as object) })

/** Reads a collection as `CollectionModel` does, and writes it again. */
function asModel(collection: Record<string, unknown>) {
  const known = Object.keys(collectionModel({}))
  const read = Object.entries(collection).filter(([key]) => known.includes(key))
  return collectionModel(
    Object.fromEntries(read.map(([key, value]) => [key, key.endsWith('Token') ? tokenConfig(value) : value])),
  )
}

test("in Dart's form, all collections can be imported as they were read, also the ones of the system", async () => {
  const query = { page: 1, perPage: 500, skipTotal: 'true', filter: null, sort: null, expand: null }
  const before = (await send('GET', '/collections', { query })).json.items as Record<string, unknown>[]
  await send('PUT', '/collections/import', { body: { collections: before.map(asModel), deleteMissing: true } })
  const after = (await send('GET', '/collections', { query })).json.items as Record<string, unknown>[]
  const withoutDates = ({ created: _, updated: __, ...collection }: Record<string, unknown>) => collection
  expect(after.map(withoutDates)).toEqual(before.map(withoutDates))
})

test("in Dart's form, a collection is created, changed, imported, emptied and deleted", async () => {
  const fields = [{ name: 'title', type: 'text', required: true }]
  const created = await send('POST', '/collections', { body: { name: 'drafts', type: 'base', fields } })
  expect(created.json).toMatchObject({ name: 'drafts', fields: [{ name: 'id' }, { name: 'title' }] })
  expect((await send('PATCH', '/collections/drafts', { body: { listRule: '' } })).json.listRule).toBe('')
  await send('PUT', '/collections/import', {
    body: {
      collections: [
        collectionModel({ id: created.json.id, name: 'notes', fields }),
        collectionModel({ name: 'members', type: 'auth' }),
      ],
      deleteMissing: false,
    },
  })
  expect((await send('GET', '/collections/notes')).json).toMatchObject({ id: created.json.id, listRule: null })
  const members = (await send('GET', '/collections/members')).json
  expect(members).toMatchObject({ authRule: null, passwordAuth: { enabled: true, identityFields: ['email'] } })
  await send('POST', '/collections/notes/records', { query: { expand: null, fields: null }, body: { title: 'one' } })
  await send('DELETE', '/collections/notes/truncate')
  expect((await send('GET', '/collections/notes/records', { query: { page: 1, perPage: 30 } })).json.totalItems).toBe(0)
  for (const name of ['notes', 'members']) expect((await send('DELETE', `/collections/${name}`)).status).toBe(204)
  expect(Object.keys((await send('GET', '/collections/meta/scaffolds')).json)).toEqual(['auth', 'base', 'view'])
})

test("in Dart's form, a batch makes its changes with and without files", async () => {
  await send('PATCH', '/settings', { body: { batch: { enabled: true } } })
  const records = '/api/collections/scratch/records'
  const request = (method: string, url: string, body: object = {}) => ({ method, url, headers: {}, body })
  const requests = [
    request('POST', records, { id: 'dartbatch000001', t: 'größer', n: 1 }),
    request('PATCH', `${records}/dartbatch000001?fields=n`, { 'n+': 2 }),
    request('PUT', records, { id: 'dartbatch000001', t: 'upserted' }),
  ]
  const [, updated, upserted] = listOf(await send('POST', '/batch', { body: { requests } }))
  expect([updated?.body, upserted?.body]).toEqual([{ n: 3 }, expect.objectContaining({ t: 'upserted', n: 3 })])
  const one = `${records}/dartbatch000001`
  const withFile = [request('PATCH', one, { t: 'größer' }), request('DELETE', one)]
  const files = [['requests.0.f1', 'note.txt', 'a']] as const
  const [first, second] = listOf(await send('POST', '/batch', { body: { requests: withFile }, files }))
  expect(first).toMatchObject({ status: 200, body: { t: 'größer', f1: expect.stringMatching(/^note_.*\.txt$/) } })
  expect(second).toMatchObject({ status: 204 })
})

test("in Dart's form, settings are read and changed, and a mail and a client secret of Apple are made", async () => {
  expect((await send('GET', '/settings')).json).toMatchObject({ meta: { appName: 'Small Magazine' } })
  expect((await send('PATCH', '/settings', { body: { meta: { appName: 'Renamed' } } })).json).toMatchObject({
    meta: { appName: 'Renamed' },
  })
  const email = 'desk@readers.example'
  await send('POST', '/settings/test/email', { body: { email, template: 'verification', collection: 'users' } })
  expect((await sink.take(1)).map(({ to }) => to)).toEqual([email])
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const body = { clientId: 'example.app', teamId: 'team000001', keyId: 'key0000001', privateKey: key, duration: 60 }
  const made = await send('POST', '/settings/apple/generate-client-secret', { body })
  expect(String(made.json.secret).split('.')).toHaveLength(3)
})

test("in Dart's form, logs, health, jobs and a file token are read", async () => {
  expect((await send('GET', '/health')).json).toMatchObject({ code: 200 })
  expect(listOf(await send('GET', '/crons'))).toEqual([])
  expect((await send('POST', '/files/token')).json.token).toEqual(expect.any(String))
  const query = { page: 1, perPage: 1, filter: "data.method = 'GET'", sort: '-created' }
  const items = async () => (await send('GET', '/logs', { query })).json.items as { id: string }[]
  await expect.poll(async () => (await items()).length).toBe(1)
  const [entry] = await items()
  expect((await send('GET', `/logs/${entry?.id}`)).json.id).toBe(entry?.id)
  expect(listOf(await send('GET', '/logs/stats')).length).toBeGreaterThan(0)
})

test("in Dart's form, a backup is created, downloaded, uploaded, restored and deleted", async () => {
  await send('POST', '/backups', { body: { name: 'dart.zip' } })
  const { token } = (await send('POST', '/files/token')).json
  const download = await fetch(`http://127.0.0.1:${magazine.port}/today/api/backups/dart.zip?token=${token}`)
  const archive = new Uint8Array(await download.arrayBuffer())
  await send('POST', '/backups/upload', { files: [['file', 'again.zip', archive]] })
  const keys = listOf(await send('GET', '/backups')).map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['dart.zip', 'again.zip']))
  const later = await send('POST', '/collections/tags/records', { body: { name: 'after the backup' } })
  await send('POST', '/backups/again.zip/restore')
  const health = async () => (await send('GET', '/health')).json.data
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ canBackup: true })
  const path = `/api/collections/tags/records/${later.json.id}`
  expect((await sendAsDart(magazine.port, 'GET', path, { token: magazine.admin })).status).toBe(404)
  for (const key of ['dart.zip', 'again.zip']) expect((await send('DELETE', `/backups/${key}`)).status).toBe(204)
})
