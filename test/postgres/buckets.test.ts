import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi, type RequestOptions } from '../harness/askApi.ts'
import { runCoffer } from '../harness/coffer.ts'
import { sampleDir } from '../harness/copySample.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openS3, type S3Server } from '../harness/openS3.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { startForTest } from '../harness/startForTest.ts'

const admin = { identity: 'admin@example.com', password: '1234567890' }

let postgres: PostgresServer
let s3: S3Server
/** A data directory with SQLite files. */
let source: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(scratchDir, 'coffer-buckets-'))
  postgres = await openPostgres()
  s3 = await openS3('files', 'backups')
  source = join(folder, 'source')
  await cp(sampleDir('fresh'), source, { recursive: true })
  await runCoffer(['admin', 'create', admin.identity, admin.password, '--dir', source])
}, 60_000)
afterAll(async () => {
  await postgres?.close()
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

async function serve(dataDir: string, args: readonly string[] = []) {
  const coffer = await startForTest(dataDir, args)
  let token = ''
  const ask = async (method: string, path: string, options?: RequestOptions) =>
    askApi(coffer.port, method, path, { token, ...options })
  const signIn = async () => {
    token = String((await ask('POST', '/api/admins/auth-with-password', { body: admin })).json.token)
  }
  await signIn()
  return { coffer, ask, signIn }
}

type Served = Awaited<ReturnType<typeof serve>>

/** Creates a user with a file. Returns the paths of the record and of its file. */
async function createUser({ ask }: Served, username: string): Promise<string[]> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ username, password: '12345678', passwordConfirm: '12345678' }))
    form.set(field, value)
  form.set('avatar', new File(['<svg xmlns="http://www.w3.org/2000/svg"></svg>'], 'a.svg', { type: 'image/svg+xml' }))
  const { status, json } = await ask('POST', '/api/collections/users/records', { body: form })
  expect(status).toBe(200)
  return [`/api/collections/users/records/${json.id}`, `/api/files/users/${json.id}/${json.avatar}`]
}

const statusesOf = ({ ask }: Served, paths: readonly string[]) =>
  Promise.all(paths.map(async path => (await ask('GET', path)).status))

async function succeed(response: ReturnType<Served['ask']>) {
  const { status, text } = await response
  expect([status, status < 300 ? '' : text]).toEqual([status, ''])
}

async function restore(served: Served, key: string) {
  await succeed(served.ask('POST', `/api/backups/${key}/restore`))
  const health = async () => (await served.ask('GET', '/api/health')).json.data as { canBackup: boolean; lastRestore?: object }
  await expect.poll(async () => (await health()).canBackup, { timeout: 60_000, interval: 100 }).toBe(true)
  await served.signIn()
  expect((await health()).lastRestore).toMatchObject({ key, error: '' })
}

test.runIf(isPostgresRun())(
  'files and backups in buckets stay there when data moves to PostgreSQL and back, and backups are restored from the bucket',
  async () => {
    const onSqlite = await serve(source)
    const settings = { s3: s3.settings('files'), backups: { s3: s3.settings('backups') } }
    await succeed(onSqlite.ask('PATCH', '/api/settings', { body: settings }))
    const before = await createUser(onSqlite, 'before')
    await succeed(onSqlite.ask('POST', '/api/backups', { body: { name: 'sqlite.zip' } }))
    await onSqlite.coffer.end('SIGTERM')

    const address = await postgres.createDatabase()
    const dataDir = join(folder, 'pb_data')
    const moved = await runCoffer(['move', '--from', source, '--to', address, '--dir', dataDir])
    expect(moved).toMatchObject({ status: 0, stderr: '' })
    const onPostgres = await serve(dataDir, ['--database', address])
    expect(await statusesOf(onPostgres, before)).toEqual([200, 200])
    const between = await createUser(onPostgres, 'between')
    await succeed(onPostgres.ask('POST', '/api/backups', { body: { name: 'postgres.zip' } }))
    expect(await s3.keys('backups')).toEqual(['postgres.zip', 'sqlite.zip'])
    const after = await createUser(onPostgres, 'after')
    await restore(onPostgres, 'postgres.zip')
    expect(await statusesOf(onPostgres, between)).toEqual([200, 200])
    expect((await statusesOf(onPostgres, after))[0]).toBe(404)
    await restore(onPostgres, 'sqlite.zip')
    expect(await statusesOf(onPostgres, before)).toEqual([200, 200])
    expect((await statusesOf(onPostgres, between))[0]).toBe(404)
    const last = await createUser(onPostgres, 'last')
    await onPostgres.coffer.end('SIGTERM')

    const target = join(folder, 'back')
    expect(await runCoffer(['move', '--from', address, '--to', target, '--dir', dataDir])).toMatchObject({
      status: 0,
      stderr: '',
    })
    const back = await serve(target)
    expect(await statusesOf(back, [...before, ...last])).toEqual([200, 200, 200, 200])
    await restore(back, 'postgres.zip')
    expect(await statusesOf(back, between)).toEqual([200, 200])
    expect(await readdir(target)).not.toContain('backups')
  },
  240_000,
)
