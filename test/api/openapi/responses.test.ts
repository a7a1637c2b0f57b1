import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type SampleCopy, sendMailTo } from '../../harness/copySample.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { createChecker, type FoundOperation, type OpenApiDocument, operationsOf } from './createChecker.ts'

let copy: SampleCopy
let mails: MailSink
let server: RunningServer
let admin: string
let document: OpenApiDocument
let checker: ReturnType<typeof createChecker>
beforeAll(async () => {
  mails = await openMailSink()
  copy = await copySample('magazine', [sendMailTo(mails.port), keepLogs])
  const hooksDir = join(copy.dataDir, '..', 'hooks')
  mkdirSync(hooksDir)
  writeFileSync(join(hooksDir, 'code.ts'), code)
  server = await startServer({ dataDir: copy.dataDir, hooks: { hooksDir, code: { retryDelaysMs: [] } } })
  admin = signToken(copy.dataDir, 'auth', 'admin')
  document = JSON.parse((await ask('GET', '/api/openapi.json')).text)
  checker = createChecker(document)
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
  await mails.close()
})

const ask = (method: string, path: string, options: RequestOptions = {}) =>
  askApi(server.port, method, path, { token: admin, ...options })

const code = `
import { onRecord, schedule } from 'coffer'
schedule('job', '@daily', () => {})
onRecord('scratch', { afterDelete() { throw new Error('given up') } })`

/** Sends a request and asserts that the response is as documented. */
async function askChecked(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse & FoundOperation> {
  const found = checker.find(method, path.replace(/\?.*/, ''))
  if (!found) throw new Error(`${method} ${path} is not in the document.`)
  const response = await ask(method, path, options)
  expect(checker.check(found, response), `${method} ${path}`).toBeUndefined()
  return { ...response, ...found }
}

const applePrivateKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const password = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
const users = '/api/collections/users'

const keepLogs = { sql: `UPDATE _params SET value = json_set(value, '$.logs.maxDays', 36500) WHERE key = 'settings'` }

type Request = readonly [method: string, path: string, options?: RequestOptions]

/** Requests that succeed, in this order. */
function successes(): Request[] {
  const token = signToken(copy.dataDir, 'auth', 'users:bob')
  const signed = (kind: 'verification' | 'emailChange', claims = {}) => signToken(copy.dataDir, kind, 'users:erin', claims)
  return [
    ['GET', '/api/health'],
    ['HEAD', '/api/health'],
    ['POST', '/api/admins/auth-with-password', { body: { identity: 'editor@magazine.example', password: 'magazine-admin-1' } }],
    ['POST', '/api/admins/auth-refresh'],
    ['POST', '/api/admins/request-password-reset', { body: { email: 'editor@magazine.example' } }],
    [
      'POST',
      '/api/admins/confirm-password-reset',
      { body: { token: signToken(copy.dataDir, 'passwordReset', 'admin:second@magazine.example'), ...password } },
    ],
    ['GET', '/api/admins'],
    ['POST', '/api/admins', { body: { id: 'newadmin0000001', email: 'new@magazine.example', ...password } }],
    ['GET', '/api/admins/newadmin0000001'],
    ['PATCH', '/api/admins/newadmin0000001', { body: { avatar: 3 } }],
    ['DELETE', '/api/admins/newadmin0000001'],
    ['GET', '/api/collections?perPage=500'],
    ['GET', '/api/collections/record-counts'],
    ['GET', '/api/collections/users'],
    ['POST', '/api/collections', { body: { name: 'made', schema: [{ name: 'a', type: 'text' }] } }],
    ['PATCH', '/api/collections/made', { body: { listRule: '' } }],
    ['DELETE', '/api/collections/made'],
    ['PUT', '/api/collections/import', { body: { collections: [{ name: 'made', schema: [{ name: 'a', type: 'text' }] }] } }],
    ['POST', '/api/collections/preview-view', { body: { query: 'SELECT id, title, created FROM posts' } }],
    ['POST', '/api/deletions/preview', { body: { collection: 'categories', ids: ['category0000001'] } }],
    ['POST', '/api/deletions/preview', { body: { collection: 'categories', all: true } }],
    ['DELETE', '/api/collections/tags/records/tag000000000008?undo=undokey00000001'],
    ['POST', '/api/deletions/undokey00000001/undo'],
    ['POST', `${users}/auth-with-password?expand=authors_via_user`, { body: { identity: 'bob', password: 'password-bob' } }],
    ['POST', `${users}/auth-refresh`, { token }],
    ['POST', `${users}/request-verification`, { body: { email: 'frank@readers.example' } }],
    ['POST', `${users}/confirm-verification`, { body: { token: signed('verification') } }],
    ['POST', `${users}/request-password-reset`, { body: { email: 'bob@readers.example' } }],
    [
      'POST',
      `${users}/confirm-password-reset`,
      { body: { token: signToken(copy.dataDir, 'passwordReset', 'users:grace'), ...password } },
    ],
    ['POST', `${users}/request-email-change`, { token, body: { newEmail: 'bobby@readers.example' } }],
    [
      'POST',
      `${users}/confirm-email-change`,
      { body: { token: signed('emailChange', { newEmail: 'e@readers.example' }), password: 'password-erin' } },
    ],
    ['PATCH', users, { body: { options: { coffer: { otp: { enabled: true } } } } }],
    ['POST', `${users}/request-otp`, { body: { email: 'bob@readers.example' } }],
    ['GET', `${users}/records/alice0000000001/external-auths`],
    ['DELETE', `${users}/records/alice0000000001/external-auths/github`],
    ['GET', `${users}/auth-methods`],
    ['GET', '/api/oauth2-redirect?state=unknown'],
    ['POST', '/api/oauth2-redirect', { body: { state: 'unknown' } }],
    ['POST', '/api/files/token'],
    ['GET', '/api/settings'],
    ['GET', '/api/settings/fixed'],
    ['GET', '/api/settings/dialect'],
    ['PATCH', '/api/settings/dialect', { body: { dialect: '0.22' } }],
    ['PATCH', '/api/settings', { body: { meta: { appName: 'Magazine' } } }],
    ['POST', '/api/settings/test/email', { body: { email: 'a@magazine.example', template: 'verification' } }],
    [
      'POST',
      '/api/settings/apple/generate-client-secret',
      { body: { clientId: 'x', teamId: '1234567890', keyId: '1234567890', privateKey: applePrivateKey(), duration: 60 } },
    ],
    ['GET', '/api/logs'],
    ['GET', '/api/logs/stats'],
    ['GET', '/api/backups'],
    ['POST', '/api/backups', { body: { name: 'made.zip' } }],
    ['GET', `/api/backups/made.zip?token=${signToken(copy.dataDir, 'file', 'admin')}`],
    ['DELETE', '/api/backups/made.zip'],
    ['GET', '/api/doctor'],
    ['POST', '/api/access/compare', { body: { collection: 'posts', rules: { view: '' }, persona: 'guest' } }],
    ['POST', '/api/access/explain', { body: { persona: 'guest', collection: 'posts', action: 'list' } }],
    [
      'POST',
      '/api/access/test',
      { body: { collection: 'posts', tests: [{ persona: 'guest', action: 'list', expected: 'allowed' }] } },
    ],
    ['GET', '/api/access/exposure'],
    ['GET', '/api/access/records?collection=posts&persona=guest&reached=list'],
    ['GET', '/api/access/records?collection=posts&persona=guest&reached=list&difference=lost'],
    ['GET', '/api/load'],
    ['GET', '/api/load/limits'],
    ['GET', '/api/nodes'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/types'],
  ]
}

/** Operations whose success is not tested, with the reason. */
const withoutSuccess: Record<string, string> = {
  authUsersWithOAuth2: 'needs an OAuth2 provider',
  authUsersWithOtp: 'needs a mail',
  viewHeldReturn: 'needs an OAuth2 provider',
  confirmHeldReturn: 'needs an OAuth2 provider',
  cancelHeldReturn: 'needs an OAuth2 provider',
  testS3: 'needs a bucket',
  uploadBackup: 'needs an archive',
  reviewAccess: 'needs the state of an exposure',
  restoreBackup: 'replaces the data',
  openEventStream: 'does not end',
  subscribe: 'needs an event stream',
  readMetrics: 'needs a server with a metrics token',
  downloadFile: 'is tested below',
  checkFile: 'is tested below',
  viewLog: 'is tested below',
  viewTodayLog: 'is tested below',
  requestSuperuserOtp: 'is always rejected',
  authSuperuserWithOtp: 'is always rejected',
  authSuperuserWithOAuth2: 'is always rejected',
  requestSuperuserVerification: 'is always rejected',
  confirmSuperuserVerification: 'is always rejected',
  requestSuperuserEmailChange: 'is always rejected',
  confirmSuperuserEmailChange: 'is always rejected',
  viewOtp: 'needs a one-time password',
  deleteOtp: 'needs a one-time password',
  runCron: 'starts a job as runJob does',
  runScriptJob: 'starts a job as runJob does',
}

/** Operations that have no error beside those of a busy or broken server. */
const withoutError = [
  'checkHealth',
  'checkHealthHead',
  'listUsersAuthMethods',
  'oauth2Redirect',
  'oauth2FormRedirect',
  'openEventStream',
  'listSuperuserAuthMethods',
  'checkTodayHealth',
]

/** The operations to test. The endpoints for signing in are tested with one of the two auth collections. */
const testedOperations = () =>
  operationsOf(document).filter(({ path }) => !/^\/api\/collections\/clients\/(?!records(\/\{id\})?$)/.test(path))

interface RecordJson extends Record<string, unknown> {
  id: string
}

/** Values for a copy of the first record, where the same ones are invalid. */
const valuesOfCopies: Record<string, object> = {
  Authors: { slug: 'new-author', user: '', portrait: undefined },
  Categories: { name: 'A new category', slug: 'new-category' },
  Clients: { email: 'new@client-a.example', username: 'client_new', vat: '', ...password },
  Posts: { slug: 'new-slug', cover: undefined, attachments: undefined },
  SettingsKv: { key: 'site.other' },
  Tags: { name: 'new tag' },
  Users: { email: 'new@readers.example', username: 'newcomer', avatar: undefined, ...password },
}

const schemaOf = (name: string) => document.components.schemas[name] as { properties: Record<string, object> }

/** Returns a body that creates a copy of a record without its files. */
function copyOf(record: RecordJson, name: string): object {
  const keys = Object.keys(schemaOf(`${name}Create`).properties)
  const values = Object.entries(record).filter(([key]) => key !== 'id' && keys.includes(key))
  return { ...Object.fromEntries(values), ...valuesOfCopies[name] }
}

/** Lists, views, updates, creates and deletes records of a collection, and returns the ids of the operations that succeeded. */
async function useCollection(name: string, path: string): Promise<string[]> {
  const expand = `expand=${Object.keys(schemaOf(`${name}Expand`).properties).join(',')}`
  const list = await askChecked('GET', `${path}?${expand}&perPage=500`)
  const [first] = list.json.items as [RecordJson]
  const responses = [list, await askChecked('GET', `${path}/${first.id}?${expand}`)]
  if (document.paths[path]?.post) {
    const created = await askChecked('POST', path, { body: copyOf(first, name) })
    responses.push(created, await askChecked('PATCH', `${path}/${created.json.id}?${expand}`, { body: {} }))
    responses.push(await askChecked('DELETE', `${path}/${created.json.id}`))
  }
  return succeeded(responses)
}

/** Creates, changes and deletes a web hook whose messages do not arrive, and returns the ids of the operations that succeeded. */
async function useWebHook(): Promise<string[]> {
  const created = await askChecked('POST', '/api/web-hooks', { body: { url: 'http://127.0.0.1:9/', events: ['create'] } })
  const path = `/api/web-hooks/${created.json.id}`
  await ask('POST', '/api/collections/scratch/records', { body: { t: 'for the web hook' } })
  await expect.poll(async () => (await ask('GET', `${path}/deliveries`)).text).toContain('parked')
  const deliveries = await askChecked('GET', `${path}/deliveries`)
  const [{ id: delivery }] = JSON.parse(deliveries.text) as [{ id: string }]
  return succeeded([
    created,
    await askChecked('GET', '/api/web-hooks'),
    deliveries,
    await askChecked('POST', `${path}/deliveries/${delivery}/send`),
    await askChecked('POST', `${path}/test`),
    await askChecked('PATCH', path, { body: { secret: '' } }),
    await askChecked('DELETE', path),
  ])
}

/** Runs the job, and calls the hook again that fails after each deletion. Returns the ids of the operations that succeeded. */
async function useCode(): Promise<string[]> {
  await expect.poll(async () => (await ask('GET', '/api/code/parked')).text).toContain('given up')
  const parked = await askChecked('GET', '/api/code/parked')
  const [{ id, hook }] = JSON.parse(parked.text) as [{ id: number; hook: string }]
  return succeeded([
    parked,
    await askChecked('POST', '/api/code/jobs/job/run'),
    await askChecked('GET', '/api/code'),
    await askChecked('POST', `/api/code/hooks/${encodeURIComponent(hook)}/calls/${id}/run`),
  ])
}

/** Returns requests that use all routes of the records of a system collection. */
function useSystemRecords(name: string, values: object): Request[] {
  const records = `/today/api/collections/${name}/records`
  const own = `${records}/systemrecord001`
  const owner = { collectionRef: '_pb_users_auth_', recordRef: 'frank0000000001' }
  return [
    ['POST', records, { body: { id: 'systemrecord001', ...owner, ...values } }],
    ['PATCH', own, { body: values }],
    ['GET', own],
    ['GET', records],
    ['DELETE', own],
  ]
}

/** Uses the endpoints that only today's dialect has. Returns the ids of the operations that succeeded. */
async function useToday(): Promise<string[]> {
  const api = '/today/api'
  const superusers = `${api}/collections/_superusers`
  const links = `${api}/collections/_externalAuths/records`
  const email = 'today@magazine.example'
  const created = await askChecked('POST', `${superusers}/records`, { body: { email, ...password } })
  const own = `${superusers}/records/${created.json.id}`
  const listed = await askChecked('GET', links)
  const [link] = listed.json.items as [RecordJson]
  const resetToken = signToken(copy.dataDir, 'passwordReset', `admin:${email}`)
  const create = { method: 'POST', url: '/api/collections/scratch/records', body: { t: 'in a batch' } }
  const requests: Request[] = [
    ['POST', `${superusers}/auth-with-password`, { body: { identity: email, password: password.password } }],
    ['POST', `${superusers}/auth-refresh`],
    ['GET', `${superusers}/auth-methods`],
    ['POST', `${superusers}/request-password-reset`, { body: { email } }],
    ['POST', `${superusers}/confirm-password-reset`, { body: { token: resetToken, ...password } }],
    ['POST', `${superusers}/impersonate/${created.json.id}`, { body: { duration: 60 } }],
    ['GET', `${superusers}/records`],
    ['GET', own],
    ['PATCH', own, { body: { email: 'later@magazine.example' } }],
    ['DELETE', own],
    ['GET', `${links}/${link.id}`],
    ['DELETE', `${links}/${link.id}`],
    ...useSystemRecords('_externalAuths', { provider: 'gitlab', providerId: 7 }),
    ...useSystemRecords('_mfas', { method: 'password' }),
    ...useSystemRecords('_authOrigins', { fingerprint: 'f' }),
    ['GET', `${api}/collections/_otps/records`],
    ['GET', `${api}/collections/users/auth-methods`],
    ['POST', `${api}/collections/users/impersonate/alice0000000001`, { body: { duration: 60 } }],
    ['GET', `${api}/collections?perPage=500`],
    ['POST', `${api}/collections`, { body: { name: 'newer', fields: [{ name: 'a', type: 'text' }] } }],
    ['GET', `${api}/collections/newer`],
    ['PATCH', `${api}/collections/newer`, { body: { listRule: '' } }],
    ['DELETE', `${api}/collections/newer/truncate`],
    ['PUT', `${api}/collections/import`, { body: { collections: [{ name: 'newer', fields: [{ name: 'b', type: 'bool' }] }] } }],
    ['DELETE', `${api}/collections/newer`],
    ['POST', `${api}/collections/meta/dry-run-view`, { body: { query: 'SELECT id, title FROM posts' } }],
    ['GET', `${api}/collections/meta/scaffolds`],
    ['GET', `${api}/collections/meta/oauth2-providers`],
    ['PATCH', `${api}/settings`, { body: { batch: { enabled: true } } }],
    ['GET', `${api}/settings`],
    ['POST', `${api}/batch`, { body: { requests: [create] } }],
    ['GET', `${api}/crons`],
    ['POST', `${api}/sql`, { body: { query: 'SELECT 1 AS a' } }],
    ['GET', `${api}/logs`],
    ['GET', `${api}/logs/stats`],
    ['GET', `${api}/health`],
  ]
  const done = succeeded([created, listed])
  for (const [method, path, options] of requests) done.push(...succeeded([await askChecked(method, path, options)]))
  return done
}

const succeeded = (responses: readonly (ApiResponse & FoundOperation)[]): string[] =>
  responses.map(({ status, operation, text }) => {
    expect(status, `${operation.operationId}: ${text}`).toBeLessThan(400)
    return operation.operationId
  })

test('every successful response conforms to the document, with all relations expanded', async () => {
  const done: string[] = []
  for (const { operation, path } of testedOperations()) {
    const name = /^list(\w+)Records$/.exec(operation.operationId)?.[1]
    if (name !== undefined) done.push(...(await useCollection(name, path)))
  }
  for (const [method, path, options] of successes()) done.push(...succeeded([await askChecked(method, path, options)]))
  done.push(...(await useWebHook()), ...(await useCode()), ...(await useToday()))
  const expected = testedOperations().map(({ operation }) => operation.operationId)
  expect(expected.filter(id => !done.includes(id) && !(id in withoutSuccess))).toEqual([])
})

/** Returns requests of which one must fail: without a token, with an invalid body, for nothing that exists, or for no page. */
function failing({ method, path, operation }: FoundOperation): Request[] {
  const target = path.replace(/\{\w+\}/g, 'nothing')
  const headers = { 'Content-Type': 'application/json' }
  return [
    ['GET', `${target}?page=x`],
    [method, target, { token: undefined }],
    ...(operation.requestBody ? [[method, target, { headers, body: '{' }] as const] : []),
  ].filter(([used]) => used === method) as Request[]
}

test('every error conforms to the document', async () => {
  const harmless = testedOperations().filter(({ operation }) => operation.operationId !== 'openEventStream')
  const withError = new Set<string>()
  for (const found of harmless) {
    for (const [method, path, options] of failing(found)) {
      const { status } = await askChecked(method, path, options)
      if (status >= 400) withError.add(found.operation.operationId)
    }
  }
  const expected = testedOperations().map(({ operation }) => operation.operationId)
  expect(expected.filter(id => !withError.has(id))).toEqual(withoutError)
})

test('a stored log entry is returned as documented', async () => {
  const { json } = await ask('GET', '/api/logs?perPage=1')
  const [{ id }] = json.items as [RecordJson]
  for (const base of ['/api', '/today/api']) expect((await askChecked('GET', `${base}/logs/${id}`)).status).toBe(200)
})

test('files, parts of them and thumbnails are served as documented', async () => {
  const { json } = await ask('GET', '/api/collections/authors/records/author000000001')
  const file = `/api/files/authors/author000000001/${json.portrait}`
  expect((await askChecked('GET', `${file}?thumb=100x100`)).status).toBe(200)
  expect((await askChecked('HEAD', file)).status).toBe(200)
  expect((await askChecked('GET', file, { headers: { Range: 'bytes=0-9' } })).status).toBe(206)
  expect((await askChecked('GET', file, { headers: { Range: 'bytes=99999999-' } })).status).toBe(416)
})
