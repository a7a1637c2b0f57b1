import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type Fingerprint, openFingerprint } from '../harness/openFingerprint.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** All requesters. The first four have valid tokens; the others' `Authorization` headers are invalid. */
const requesters = [
  ...['admin', 'bob', 'alice', 'client'],
  ...[
    'nobody',
    'expired admin',
    'forged admin',
    'unsigned admin',
    'admin of a file token',
    'admin of a reset token',
    'expired bob',
  ],
] as const
type Requester = (typeof requesters)[number]

const strangers = requesters.slice(4)

/** The status of a route for each requester that it rejects; it accepts the others. */
type Refusals = Partial<Record<Requester, number>>

const to = (who: readonly Requester[], status: number): Refusals => Object.fromEntries(who.map(name => [name, status]))

const anybody: Refusals = {}
const nobody = to(requesters, 403)
const adminsOnly = to(['bob', 'alice', 'client', ...strangers], 401)
/** For a collection without rules. */
const adminsByRule = to(['bob', 'alice', 'client', ...strangers], 403)
const usersOnly = { ...to(['admin', ...strangers], 401), client: 403 }
const bobOrAdmins = { ...to(strangers, 401), ...to(['alice', 'client'], 403) }

interface Access {
  refusals: Refusals
  /** An existing path that would be read, changed or lost; relative to /api. */
  target?: string
  /** A valid request body. */
  body?: object
  /** A path where accepted requesters do no harm; relative to /api. */
  harmless?: string
}

const admin = { email: 'new@magazine.example', password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
const collection = { name: 'made', type: 'base', schema: [{ name: 'a', type: 'text' }] }
const secret = '/collections/secrets/records/secret000000001'
const links = '/collections/users/records/bob000000000001/external-auths'
const backup = '/backups/magazine_backup.zip'

/** The access to each route. A new route has to be added here. */
const accesses: Record<string, Access> = {
  'GET /health': { refusals: anybody },
  'HEAD /health': { refusals: anybody },
  'POST /admins/auth-with-password': { refusals: anybody },
  'POST /admins/auth-refresh': { refusals: adminsOnly },
  'POST /admins/request-password-reset': { refusals: anybody },
  'POST /admins/confirm-password-reset': { refusals: anybody },
  'GET /admins': { refusals: adminsOnly },
  'POST /admins': { refusals: adminsOnly, body: admin },
  'GET /admins/:id': { refusals: adminsOnly, target: '/admins/admin0000000001' },
  'PATCH /admins/:id': { refusals: adminsOnly, target: '/admins/admin0000000001', body: admin },
  'DELETE /admins/:id': { refusals: adminsOnly, target: '/admins/admin0000000002' },
  'GET /collections': { refusals: adminsOnly },
  'GET /collections/record-counts': { refusals: adminsOnly },
  'GET /collections/:collection': { refusals: adminsOnly, target: '/collections/tags' },
  'POST /collections': { refusals: adminsOnly, body: collection },
  'PATCH /collections/:collection': { refusals: adminsOnly, target: '/collections/secrets', body: { listRule: '' } },
  'DELETE /collections/:collection': { refusals: adminsOnly, target: '/collections/secrets' },
  'POST /collections/preview-view': { refusals: adminsOnly, body: { query: 'SELECT id, key FROM secrets' } },
  'PUT /collections/import': { refusals: adminsOnly, body: { collections: [collection], deleteMissing: true } },
  'GET /collections/:collection/records': { refusals: adminsByRule, target: '/collections/secrets/records' },
  'POST /collections/:collection/records': { refusals: adminsByRule, target: '/collections/secrets/records', body: {} },
  // The response does not reveal whether the record exists.
  'GET /collections/:collection/records/:id': { refusals: adminsByRule, target: secret },
  'PATCH /collections/:collection/records/:id': { refusals: adminsByRule, target: secret, body: {} },
  'DELETE /collections/:collection/records/:id': { refusals: adminsByRule, target: secret },
  'POST /deletions/preview': { refusals: adminsOnly, body: { collection: 'secrets', ids: [] } },
  'POST /deletions/:key/undo': { refusals: adminsOnly },
  'POST /collections/:collection/auth-with-password': { refusals: anybody },
  'POST /collections/:collection/auth-refresh': { refusals: usersOnly },
  'POST /collections/:collection/request-verification': { refusals: anybody },
  'POST /collections/:collection/confirm-verification': { refusals: anybody },
  'POST /collections/:collection/request-password-reset': { refusals: anybody },
  'POST /collections/:collection/confirm-password-reset': { refusals: anybody },
  'POST /collections/:collection/request-email-change': { refusals: usersOnly },
  'POST /collections/:collection/confirm-email-change': { refusals: anybody },
  'GET /collections/:collection/records/:id/external-auths': { refusals: bobOrAdmins, target: links, harmless: links },
  'DELETE /collections/:collection/records/:id/external-auths/:provider': {
    refusals: bobOrAdmins,
    target: `${links}/github`,
    harmless: `${links}/nothing`,
  },
  'GET /collections/:collection/auth-methods': { refusals: anybody },
  'POST /collections/:collection/auth-with-oauth2': { refusals: anybody },
  'GET /oauth2-redirect': { refusals: anybody },
  'POST /oauth2-redirect': { refusals: anybody },
  // The ticket in the address authorizes the decision.
  'GET /oauth2-returns/:ticket': { refusals: anybody },
  'POST /oauth2-returns/:ticket': { refusals: anybody },
  'DELETE /oauth2-returns/:ticket': { refusals: anybody },
  'POST /files/token': { refusals: anybody },
  // The token in the address authorizes access to a protected file.
  'GET /files/:collection/:recordId/:filename': {
    refusals: nobody,
    target: '/files/media/media0000000005/square_1OLxttTx84.png',
  },
  'HEAD /files/:collection/:recordId/:filename': {
    refusals: nobody,
    target: '/files/media/media0000000005/square_1OLxttTx84.png',
  },
  'GET /settings': { refusals: adminsOnly },
  'PATCH /settings': { refusals: adminsOnly, body: { meta: { appName: 'Taken' } } },
  'POST /settings/test/email': { refusals: adminsOnly },
  'POST /settings/test/s3': { refusals: adminsOnly },
  'POST /settings/apple/generate-client-secret': { refusals: adminsOnly },
  'GET /logs': { refusals: adminsOnly },
  'GET /logs/stats': { refusals: adminsOnly },
  'GET /logs/:id': { refusals: adminsOnly },
  'GET /backups': { refusals: adminsOnly },
  'POST /backups': { refusals: adminsOnly, body: { name: 'made.zip' } },
  'POST /backups/upload': { refusals: adminsOnly },
  'GET /backups/:key': { refusals: nobody, target: backup },
  'DELETE /backups/:key': { refusals: adminsOnly, target: backup },
  'POST /backups/:key/restore': { refusals: adminsOnly, target: `${backup}/restore` },
  'POST /realtime': { refusals: anybody },
}

let copy: SampleCopy
let server: RunningServer
let fingerprint: Fingerprint
let tokens: Record<Requester, string | undefined>
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
  fingerprint = openFingerprint(copy.dataDir)
  const sign = (...rest: Parameters<typeof signToken> extends [string, ...infer Rest] ? Rest : never) =>
    signToken(copy.dataDir, ...rest)
  const [, claims] = sign('auth', 'admin').split('.')
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  tokens = {
    admin: sign('auth', 'admin'),
    bob: sign('auth', 'users:bob'),
    alice: sign('auth', 'users:alice'),
    client: sign('auth', 'clients:client_1'),
    nobody: undefined,
    'expired admin': sign('auth', 'admin', { exp: '-10' }),
    'forged admin': sign('auth', 'admin', { secret: 'a secret that I made up, of fifty characters or so' }),
    'unsigned admin': `${unsigned}.${claims}.`,
    'admin of a file token': sign('file', 'admin'),
    'admin of a reset token': sign('passwordReset', 'admin'),
    'expired bob': sign('auth', 'users:bob', { exp: '-10' }),
  }
})
afterAll(async () => {
  fingerprint.close()
  await server.stop()
  await copy.remove()
})

/** Fills the path parameters with names that do not exist, so that accepted requesters do no harm. */
const emptyTarget = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === 'collection' ? 'users' : name === 'id' ? 'nothing00000000' : 'nothing'))

test('the table lists exactly the existing routes', () => {
  expect(Object.keys(accesses).sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
})

test.each(endpoints.map(({ method, path }) => [method, path] as const))(
  '%s %s accepts permitted requesters, and rejects all others without a change',
  async (method, path) => {
    const { refusals, target, body, harmless = emptyTarget(path) }: Access = accesses[`${method} ${path}`] ?? { refusals: {} }
    const statusFor = async (who: Requester, address: string, content: object | undefined) => {
      const answer = await askApi(server.port, method, `/api${address}`, {
        token: tokens[who],
        ...(content && { body: content }),
      })
      return answer.status
    }
    const before = fingerprint.take()
    const answered: Refusals = {}
    for (const who of requesters) {
      if (refusals[who] !== undefined) answered[who] = await statusFor(who, target ?? emptyTarget(path), body)
    }
    expect(answered).toEqual(refusals)
    expect(fingerprint.take()).toEqual(before)
    const content = method === 'GET' || method === 'HEAD' ? undefined : {}
    for (const who of requesters) {
      if (refusals[who] === undefined) expect([401, 403], who).not.toContain(await statusFor(who, harmless, content))
    }
  },
)

test("a backup can be downloaded with an admin's file token and with no other token in the URL", async () => {
  const status = async (token: string | undefined) => (await askApi(server.port, 'GET', `/api${backup}?token=${token}`)).status
  const found: Refusals = {}
  for (const who of requesters) found[who] = await status(tokens[who])
  expect(found).toEqual({ ...nobody, 'admin of a file token': 200 })
  expect(await status(signToken(copy.dataDir, 'file', 'users:bob'))).toBe(403)
  expect(await status(signToken(copy.dataDir, 'file', 'admin', { exp: '-10' }))).toBe(403)
})
