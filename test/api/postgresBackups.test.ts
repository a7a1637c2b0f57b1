import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from '../harness/askApi.ts'
import { type RunningCoffer, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { createLargeDirectory } from '../harness/largeDirectory.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'

let postgres: PostgresServer
let folder: string
/** A directory with an admin and 2,000 records. */
let source: string

const admin = { identity: 'admin@example.com', password: '1234567890' }

beforeAll(async () => {
  postgres = await openPostgres()
  folder = await mkdtemp(join(scratchDir, 'coffer-backups-'))
  const copy = await createLargeDirectory(2000)
  source = copy.dataDir
  await runCoffer(['admin', 'create', admin.identity, admin.password, '--dir', source])
  return copy.remove
})
afterAll(async () => {
  await postgres?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Served {
  coffer: RunningCoffer
  ask: (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>
  signIn: () => Promise<void>
}

async function serve(dataDir: string, args: readonly string[]): Promise<Served> {
  const coffer = await startCoffer(dataDir, args)
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  let token = ''
  const signIn = async () => {
    const { json } = await askApi(coffer.port, 'POST', '/api/admins/auth-with-password', { body: admin })
    token = String(json.token)
  }
  await signIn()
  return { coffer, signIn, ask: (method, path, options) => askApi(coffer.port, method, path, { token, ...options }) }
}

let databases = 0

/** Moves the source into a new database and serves it. */
async function serveOnPostgres() {
  const dataDir = join(folder, `postgres-${++databases}`)
  const address = await postgres.createDatabase()
  expect(await runCoffer(['move', '--from', source, '--to', address, '--dir', dataDir])).toMatchObject({ status: 0 })
  return { dataDir, address, ...(await serve(dataDir, ['--database', address])) }
}

const items = '/api/collections/items/records'

/** Creates a user with a file. Returns the paths of both. */
async function createUser({ ask }: Served, username: string) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ username, password: '12345678', passwordConfirm: '12345678' }))
    form.set(field, value)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
  form.set('avatar', new File([svg], 'a.svg', { type: 'image/svg+xml' }))
  const { status, json } = await ask('POST', '/api/collections/users/records', { body: form })
  expect(status).toBe(200)
  return { record: `/api/collections/users/records/${json.id}`, file: `/api/files/users/${json.id}/${json.avatar}` }
}

async function succeed(response: Promise<ApiResponse>) {
  const { status, text } = await response
  expect([status, status < 300 ? '' : text]).toEqual([status, ''])
}

const untilRestored = ({ ask }: Served) =>
  expect
    .poll(async () => ((await ask('GET', '/api/health')).json.data as { canBackup: boolean }).canBackup, { timeout: 60_000 })
    .toBe(true)

const lastRestore = async ({ ask }: Served) =>
  ((await ask('GET', '/api/health')).json.data as { lastRestore?: unknown }).lastRestore

async function download({ ask, coffer }: Served, key: string): Promise<Uint8Array<ArrayBuffer>> {
  const { json } = await ask('POST', '/api/files/token')
  const response = await fetch(`http://127.0.0.1:${coffer.port}/api/backups/${key}?token=${json.token}`)
  return new Uint8Array(await response.arrayBuffer())
}

function upload({ ask }: Served, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([bytes], name))
  return ask('POST', '/api/backups/upload', { body: form })
}

const statusesOf = async ({ ask }: Served, paths: { record: string; file: string }) => [
  (await ask('GET', paths.record)).status,
  (await ask('GET', paths.file)).status,
]

test('a backup on PostgreSQL is restored there while reads continue, and on SQLite, and one of SQLite on PostgreSQL', async () => {
  const served = await serveOnPostgres()
  const before = await createUser(served, 'before')
  await succeed(served.ask('POST', '/api/backups', { body: { name: 'mine.zip' } }))
  await succeed(served.ask('DELETE', before.record))
  const late = await createUser(served, 'late')
  const [first] = ((await served.ask('GET', items)).json.items as { id: string; title: string }[]) ?? []
  await succeed(served.ask('PATCH', `${items}/${first?.id}`, { body: { title: 'changed' } }))

  let isOver = false
  const statuses = new Set<number>()
  const reading = (async () => {
    while (!isOver) statuses.add((await served.ask('GET', `${items}?perPage=1`)).status)
  })()
  await succeed(served.ask('POST', '/api/backups/mine.zip/restore'))
  await untilRestored(served)
  isOver = true
  await reading
  expect(statuses).toEqual(new Set([200]))
  expect(await lastRestore(served)).toMatchObject({ key: 'mine.zip', error: '' })
  expect(await statusesOf(served, before)).toEqual([200, 200])
  expect(await statusesOf(served, late)).toEqual([404, 404])
  expect((await served.ask('GET', `${items}/${first?.id}`)).json.title).toBe(first?.title)
  await createUser(served, 'afterwards')

  const fresh = await copySample('fresh')
  onTestFinished(fresh.remove)
  await runCoffer(['admin', 'create', admin.identity, admin.password, '--dir', fresh.dataDir])
  const onSqlite = await serve(fresh.dataDir, [])
  await succeed(upload(onSqlite, 'theirs.zip', await download(served, 'mine.zip')))
  await succeed(onSqlite.ask('POST', '/api/backups/theirs.zip/restore'))
  await untilRestored(onSqlite)
  // The restored data has an admin of its own.
  await onSqlite.signIn()
  expect(await lastRestore(onSqlite)).toMatchObject({ error: '' })
  expect(await statusesOf(onSqlite, before)).toEqual([200, 200])
  const all = `${items}?perPage=200&sort=-price`
  expect((await onSqlite.ask('GET', all)).json).toEqual((await served.ask('GET', all)).json)

  const added = await createUser(onSqlite, 'added')
  await succeed(onSqlite.ask('POST', '/api/backups', { body: { name: 'sqlite.zip' } }))
  await succeed(upload(served, 'sqlite.zip', await download(onSqlite, 'sqlite.zip')))
  await succeed(served.ask('POST', '/api/backups/sqlite.zip/restore'))
  await untilRestored(served)
  expect(await lastRestore(served)).toMatchObject({ key: 'sqlite.zip', error: '' })
  expect(await statusesOf(served, added)).toEqual([200, 200])
}, 240_000)

test('a broken backup changes nothing on PostgreSQL', async () => {
  const served = await serveOnPostgres()
  const user = await createUser(served, 'user')
  await succeed(served.ask('POST', '/api/backups', { body: { name: 'good.zip' } }))
  const archive = await download(served, 'good.zip')
  expect((await upload(served, 'cut.zip', archive.slice(0, -30))).status).toBe(400)
  // The first byte of the content of the first file.
  archive[60] = (archive[60] ?? 0) ^ 255
  const uploaded = await upload(served, 'damaged.zip', archive)
  if (uploaded.status === 204) expect((await served.ask('POST', '/api/backups/damaged.zip/restore')).status).toBe(400)
  expect(await statusesOf(served, user)).toEqual([200, 200])
  await expect(postgres.execute(served.address, 'SELECT 1 FROM coffer_restore._collections')).rejects.toThrow('does not exist')
}, 240_000)

test.each([0, 40, 80, 160, 320])(
  'a restore killed %d ms after its data was prepared leaves the old or the new data',
  async delayMs => {
    const served = await serveOnPostgres()
    const old = await createUser(served, 'old')
    await succeed(served.ask('POST', '/api/backups', { body: { name: 'mine.zip' } }))
    const late = await createUser(served, 'late')
    await succeed(served.ask('DELETE', old.record))
    await succeed(served.ask('POST', '/api/backups/mine.zip/restore'))
    await wait(delayMs)
    await served.coffer.end('SIGKILL')
    const next = await serve(served.dataDir, ['--database', served.address])
    const found = [...(await statusesOf(next, old)), ...(await statusesOf(next, late))]
    expect([
      [200, 200, 404, 404],
      [404, 404, 200, 200],
    ]).toContainEqual(found)
    await succeed(next.ask('POST', '/api/backups', { body: { name: 'next.zip' } }))
  },
  240_000,
)

test('a backup with a view whose query fails, because its collection was renamed, is restored, and the query can be changed', async () => {
  const served = await serveOnPostgres()
  const query = (table: string) => ({ options: { query: `SELECT id, title FROM ${table}` } })
  await succeed(served.ask('POST', '/api/collections', { body: { name: 'titles', type: 'view', ...query('items') } }))
  await succeed(served.ask('PATCH', '/api/collections/items', { body: { name: 'renamed' } }))
  await succeed(served.ask('POST', '/api/backups', { body: { name: 'renamed.zip' } }))
  await succeed(served.ask('POST', '/api/backups/renamed.zip/restore'))
  await untilRestored(served)
  await served.signIn()
  expect((await served.ask('GET', '/api/collections/renamed/records?perPage=1')).json.totalItems).toBe(2000)
  expect((await served.ask('GET', '/api/collections/titles/records')).status).toBe(400)
  await succeed(served.ask('PATCH', '/api/collections/titles', { body: query('renamed') }))
  expect((await served.ask('GET', '/api/collections/titles/records?perPage=1')).json.totalItems).toBe(2000)
})
