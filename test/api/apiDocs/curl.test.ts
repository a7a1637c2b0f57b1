import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RecordJson } from '@coffer/fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplesDir } from '../../harness/paths.ts'
import { scratchDir } from '../../harness/scratchDir.ts'
import { type DocumentedServer, serveDocs } from './serveDocs.ts'

const run = promisify(execFile)

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

let server: DocumentedServer
let folder: string
beforeAll(async () => {
  server = await serveDocs()
  folder = await mkdtemp(join(scratchDir, 'coffer-curl-'))
  await copyFile(join(samplesDir, 'files', 'square.png'), join(folder, 'cover.png'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Reply {
  status: number
  json: Record<string, unknown>
}

/** Runs a sample after replacing its token and other placeholders. */
async function runCurl(
  sample: string,
  { who = 'users:alice', replacing = {} }: { who?: string; replacing?: Record<string, string> } = {},
): Promise<Reply> {
  const { token } = await server.session(who)
  const texts = Object.entries({ 'Authorization: TOKEN': `Authorization: ${token}`, ...replacing })
  const script = texts.reduce((result, [from, to]) => result.replaceAll(from, to), sample)
  const { stdout } = await run('sh', ['-c', script.replace(/^curl /m, "curl -s -w '\\n%{http_code}' ")], { cwd: folder })
  const end = stdout.lastIndexOf('\n')
  const body = stdout.slice(0, end).trim()
  return { status: Number(stdout.slice(end)), json: body === '' ? {} : JSON.parse(body) }
}

const curl = (collection: string, endpoint: string, record?: RecordJson) => server.docs(collection, endpoint, record).samples.curl

const stored = (collection: string, id: string) => server.admin.collection<RecordJson>(collection).getOne(id)

describe.skipIf(!hasCurl)('curl samples', () => {
  test.each(['posts', 'users', 'post_stats', 'author_totals'])('the curl sample of List/Search lists %s', async collection => {
    const { status, json } = await runCurl(curl(collection, 'list'))
    expect(status).toBe(200)
    expect(Number(json.totalItems)).toBeGreaterThan(0)
  })

  test('the curl sample of View returns a record with its relations', async () => {
    const { json } = await runCurl(curl('posts', 'view', await stored('posts', 'post00000000001')))
    expect(json).toMatchObject({ id: 'post00000000001', expand: { category: {}, author: {} } })
  })

  test('the curl sample of Create sends any text and a file', async () => {
    const title = `It's a "title", with $signs, \`ticks\` and \\`
    const example = { ...(await stored('posts', 'post00000000004')), flags: ['opinion'], title }
    const { json } = await runCurl(curl('posts', 'create', example))
    expect(json).toMatchObject({ title, slug: 'some-text', cover: expect.stringMatching(/^cover_\w+\.png$/) })
  })

  test('the curl samples of Update and Delete update a record and delete it', async () => {
    const { id } = await server.admin.collection('secrets').create({ label: "it's one" })
    const record = { ...server.subject('secrets').record, id, label: "it's another" }
    expect((await runCurl(curl('secrets', 'update', record), { who: 'admin' })).json).toMatchObject({ label: "it's another" })
    expect((await runCurl(curl('secrets', 'delete', record), { who: 'admin' })).status).toBe(204)
    await expect(stored('secrets', id)).rejects.toMatchObject({ status: 404 })
  })

  test('the curl samples of Auth with password, Auth refresh and List OAuth2 accounts do the same as in the SDKs', async () => {
    const replacing = { YOUR_EMAIL: 'bob@readers.example', YOUR_PASSWORD: 'password-bob' }
    const { json } = await runCurl(curl('users', 'auth-with-password'), { replacing })
    expect(json).toMatchObject({ record: { username: 'bob' }, token: expect.any(String) })
    expect(await runCurl(curl('users', 'auth-refresh'))).toMatchObject({ status: 200, json: { record: { username: 'alice' } } })
    const links = await runCurl(curl('users', 'external-auths', await stored('users', 'alice0000000001')))
    expect(links).toMatchObject({ status: 200, json: [{ provider: 'google' }, { provider: 'github' }] })
  })

  test.each([
    'auth-with-oauth2',
    'request-verification',
    'confirm-verification',
    'request-password-reset',
    'confirm-password-reset',
    'request-email-change',
    'confirm-email-change',
  ])('the server rejects only the placeholder values in the curl sample of %s', async endpoint => {
    const { status, json } = await runCurl(curl('users', endpoint), { replacing: { google: 'not-enabled' } })
    expect(status).toBe(400)
    const sent = server.docs('users', endpoint).tables.flatMap(({ parameters }) => parameters.map(({ name }) => name))
    expect(sent).toEqual(expect.arrayContaining(Object.keys(json.data ?? {})))
    expect(Object.keys(json.data ?? {}).length).toBeGreaterThan(0)
  })
})
