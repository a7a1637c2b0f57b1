import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { addressOf } from '../harness/addressOf.ts'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type Fingerprint, openFingerprint } from '../harness/openFingerprint.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

/** All requesters. The first four have valid tokens; the others' `Authorization` headers are invalid. */
const requesters = [
  'admin',
  'bob',
  'alice',
  'client',
  'nobody',
  'expired admin',
  'forged admin',
  'unsigned admin',
  'admin of a file token',
  'admin of a reset token',
  'expired bob',
] as const
type Requester = (typeof requesters)[number]

const strangers = requesters.slice(4)

/** The status of a route for each requester that it rejects; it accepts the others. */
type Rejections = Partial<Record<Requester, number>>

const to = (who: readonly Requester[], status: number): Rejections => Object.fromEntries(who.map(name => [name, status]))

const anybody: Rejections = {}
const nobody = to(requesters, 403)
const neverValid = to(requesters, 400)
const adminsOnly = to(['bob', 'alice', 'client', ...strangers], 401)
/** In the dialect of today, a user's token has the wrong kind, and a guest has none. */
const superusersOnly = { ...to(strangers, 401), ...to(['bob', 'alice', 'client'], 403) }
/** For a collection without rules. */
const adminsByRule = to(['bob', 'alice', 'client', ...strangers], 403)
const usersOnly = { ...to(['admin', ...strangers], 401), client: 403 }
const bobOrAdmins = { ...to(strangers, 401), ...to(['alice', 'client'], 403) }

interface Access {
  rejections: Rejections
  /** An existing path that would be read, changed or lost; relative to /api. */
  target?: string
  /** A valid request body. */
  body?: object
  /** A path where accepted requesters do no harm; relative to /api. */
  harmless?: string
}

const admin = { email: 'new@magazine.example', password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
const collection = { name: 'made', type: 'base', schema: [{ name: 'a', type: 'text' }] }
const superuser = '/today/collections/_superusers/records/admin0000000002'
const secret = '/collections/secrets/records/secret000000001'
const links = '/collections/users/records/bob000000000001/external-auths'
const backup = '/backups/magazine_backup.zip'

const ofAlice = {
  ...{ collectionRef: '_pb_users_auth_', recordRef: 'alice0000000001' },
  ...{ provider: 'gitlab', providerId: '1', method: 'password', fingerprint: 'f' },
}

/** The records of system collections. Everybody can list and view, but sees only own ones. */
const systemRecords: Record<string, Access> = Object.fromEntries(
  ['_externalAuths', '_mfas', '_otps', '_authOrigins'].flatMap(name => {
    const path = `/today/collections/${name}/records`
    const isOwned = name === '_externalAuths' || name === '_authOrigins'
    return [
      [`GET ${path}`, { rejections: anybody }],
      [`GET ${path}/:id`, { rejections: anybody }],
      [`DELETE ${path}/:id`, { rejections: isOwned ? anybody : adminsByRule }],
      ...(name === '_otps' ? [] : ['POST', 'PATCH']).map(method => [
        `${method} ${path}${method === 'PATCH' ? '/:id' : ''}`,
        { rejections: adminsByRule, body: ofAlice },
      ]),
    ]
  }),
)

/** The access to each route. A new route has to be added here. */
const accesses: Record<string, Access> = {
  'GET /health': { rejections: anybody },
  'HEAD /health': { rejections: anybody },
  'POST /admins/auth-with-password': { rejections: anybody },
  'POST /admins/auth-refresh': { rejections: adminsOnly },
  'POST /admins/request-password-reset': { rejections: anybody },
  'POST /admins/confirm-password-reset': { rejections: anybody },
  'GET /admins': { rejections: adminsOnly },
  'POST /admins': { rejections: adminsOnly, body: admin },
  'GET /admins/:id': { rejections: adminsOnly, target: '/admins/admin0000000001' },
  'PATCH /admins/:id': { rejections: adminsOnly, target: '/admins/admin0000000001', body: admin },
  'DELETE /admins/:id': { rejections: adminsOnly, target: '/admins/admin0000000002' },
  'GET /collections': { rejections: adminsOnly },
  'GET /collections/record-counts': { rejections: adminsOnly },
  'GET /collections/:collection': { rejections: adminsOnly, target: '/collections/tags' },
  'POST /collections': { rejections: adminsOnly, body: collection },
  'PATCH /collections/:collection': { rejections: adminsOnly, target: '/collections/secrets', body: { listRule: '' } },
  'DELETE /collections/:collection': { rejections: adminsOnly, target: '/collections/secrets' },
  'POST /collections/preview-view': { rejections: adminsOnly, body: { query: 'SELECT id, key FROM secrets' } },
  'PUT /collections/import': { rejections: adminsOnly, body: { collections: [collection], deleteMissing: true } },
  'GET /collections/:collection/records': { rejections: adminsByRule, target: '/collections/secrets/records' },
  'POST /collections/:collection/records': { rejections: adminsByRule, target: '/collections/secrets/records', body: {} },
  // The response does not reveal whether the record exists.
  'GET /collections/:collection/records/:id': { rejections: adminsByRule, target: secret },
  'PATCH /collections/:collection/records/:id': { rejections: adminsByRule, target: secret, body: {} },
  'DELETE /collections/:collection/records/:id': { rejections: adminsByRule, target: secret },
  'POST /deletions/preview': { rejections: adminsOnly, body: { collection: 'secrets', ids: [] } },
  'POST /deletions/:key/undo': { rejections: adminsOnly },
  'POST /collections/:collection/auth-with-password': { rejections: anybody },
  // Both are switched off in the sample, for everybody.
  'POST /collections/:collection/request-otp': { rejections: nobody, target: '/collections/users/request-otp' },
  'POST /collections/:collection/auth-with-otp': { rejections: nobody, target: '/collections/users/auth-with-otp' },
  'POST /collections/:collection/auth-refresh': { rejections: usersOnly },
  'POST /collections/:collection/request-verification': { rejections: anybody },
  'POST /collections/:collection/confirm-verification': { rejections: anybody },
  'POST /collections/:collection/request-password-reset': { rejections: anybody },
  'POST /collections/:collection/confirm-password-reset': { rejections: anybody },
  'POST /collections/:collection/request-email-change': { rejections: usersOnly },
  'POST /collections/:collection/confirm-email-change': { rejections: anybody },
  'GET /collections/:collection/records/:id/external-auths': { rejections: bobOrAdmins, target: links, harmless: links },
  'DELETE /collections/:collection/records/:id/external-auths/:provider': {
    rejections: bobOrAdmins,
    target: `${links}/github`,
    harmless: `${links}/nothing`,
  },
  'GET /collections/:collection/auth-methods': { rejections: anybody },
  'POST /collections/:collection/auth-with-oauth2': { rejections: anybody },
  'GET /oauth2-redirect': { rejections: anybody },
  'POST /oauth2-redirect': { rejections: anybody },
  // The ticket in the address authorizes the decision.
  'GET /oauth2-returns/:ticket': { rejections: anybody },
  'POST /oauth2-returns/:ticket': { rejections: anybody },
  'DELETE /oauth2-returns/:ticket': { rejections: anybody },
  'POST /files/token': { rejections: anybody },
  // The token in the address authorizes access to a protected file.
  'GET /files/:collection/:recordId/:filename': {
    rejections: nobody,
    target: '/files/media/media0000000005/square_1OLxttTx84.png',
  },
  'HEAD /files/:collection/:recordId/:filename': {
    rejections: nobody,
    target: '/files/media/media0000000005/square_1OLxttTx84.png',
  },
  'GET /settings/fixed': { rejections: adminsOnly },
  'GET /settings/dialect': { rejections: adminsOnly },
  'PATCH /settings/dialect': { rejections: adminsOnly, body: { dialect: 'today' } },
  'GET /settings': { rejections: adminsOnly },
  'PATCH /settings': { rejections: adminsOnly, body: { meta: { appName: 'Taken' } } },
  'POST /settings/test/email': { rejections: adminsOnly },
  'POST /settings/test/s3': { rejections: adminsOnly },
  'POST /settings/apple/generate-client-secret': { rejections: adminsOnly },
  'GET /load': { rejections: adminsOnly },
  'GET /load/limits': { rejections: adminsOnly },
  'GET /nodes': { rejections: adminsOnly },
  'GET /openapi.json': { rejections: adminsOnly },
  'GET /types': { rejections: adminsOnly },
  'GET /doctor': { rejections: adminsOnly },
  'GET /access/exposure': { rejections: adminsOnly },
  'GET /access/records': {
    rejections: adminsOnly,
    target: '/access/records?collection=secrets&persona=guest&reached=view',
  },
  'POST /access/compare': { rejections: adminsOnly, body: { collection: 'secrets', rules: { view: '' } } },
  'POST /access/explain': {
    rejections: adminsOnly,
    body: { persona: 'guest', collection: 'secrets', action: 'list' },
  },
  'POST /access/test': { rejections: adminsOnly, body: { collection: 'secrets', tests: [] } },
  'PUT /access/review': { rejections: adminsOnly, body: { state: 'outdated' } },
  'GET /logs': { rejections: adminsOnly },
  'GET /logs/stats': { rejections: adminsOnly },
  'GET /logs/:id': { rejections: adminsOnly },
  'GET /backups': { rejections: adminsOnly },
  'POST /backups': { rejections: adminsOnly, body: { name: 'made.zip' } },
  'POST /backups/upload': { rejections: adminsOnly },
  'GET /backups/:key': { rejections: nobody, target: backup },
  'DELETE /backups/:key': { rejections: adminsOnly, target: backup },
  'POST /backups/:key/restore': { rejections: adminsOnly, target: `${backup}/restore` },
  'GET /code': { rejections: adminsOnly },
  'GET /code/parked': { rejections: adminsOnly },
  'POST /code/hooks/:hook/calls/:call/run': { rejections: adminsOnly },
  'POST /code/jobs/:job/run': { rejections: adminsOnly },
  'POST /code/scripts/jobs/:job/run': { rejections: adminsOnly },
  'GET /web-hooks': { rejections: adminsOnly },
  'POST /web-hooks': { rejections: adminsOnly, body: { url: 'https://receiver.example/' } },
  'PATCH /web-hooks/:id': { rejections: adminsOnly, body: { enabled: false } },
  'DELETE /web-hooks/:id': { rejections: adminsOnly },
  'GET /web-hooks/:id/deliveries': { rejections: adminsOnly },
  'POST /web-hooks/:id/deliveries/:delivery/send': { rejections: adminsOnly },
  'POST /web-hooks/:id/test': { rejections: adminsOnly },
  'POST /realtime': { rejections: anybody },
  'POST /today/collections/_superusers/auth-with-password': { rejections: anybody },
  'POST /today/collections/_superusers/auth-refresh': { rejections: superusersOnly },
  'GET /today/collections/_superusers/auth-methods': { rejections: anybody },
  'POST /today/collections/_superusers/request-password-reset': { rejections: anybody },
  'POST /today/collections/_superusers/confirm-password-reset': { rejections: anybody },
  'POST /today/collections/_superusers/request-otp': { rejections: nobody },
  'POST /today/collections/_superusers/auth-with-otp': { rejections: nobody },
  'POST /today/collections/_superusers/auth-with-oauth2': { rejections: nobody },
  'POST /today/collections/_superusers/request-verification': { rejections: neverValid },
  'POST /today/collections/_superusers/confirm-verification': { rejections: neverValid },
  'POST /today/collections/_superusers/request-email-change': { rejections: neverValid },
  'POST /today/collections/_superusers/confirm-email-change': { rejections: neverValid },
  ...systemRecords,
  'POST /today/collections/_superusers/impersonate/:id': {
    rejections: superusersOnly,
    target: '/today/collections/_superusers/impersonate/admin0000000001',
  },
  'GET /today/collections/_superusers/records': { rejections: adminsByRule },
  'POST /today/collections/_superusers/records': { rejections: adminsByRule, body: admin },
  'GET /today/collections/_superusers/records/:id': { rejections: adminsByRule, target: superuser },
  'PATCH /today/collections/_superusers/records/:id': { rejections: adminsByRule, target: superuser, body: admin },
  'DELETE /today/collections/_superusers/records/:id': { rejections: adminsByRule, target: superuser },
  'GET /today/health': { rejections: anybody },
  'POST /today/sql': { rejections: superusersOnly, body: { query: 'SELECT 1' } },
  'GET /today/logs': { rejections: superusersOnly },
  'GET /today/logs/stats': { rejections: superusersOnly },
  'GET /today/logs/:id': { rejections: superusersOnly, target: '/today/logs/nothing' },
  'GET /today/settings': { rejections: superusersOnly },
  'PATCH /today/settings': { rejections: superusersOnly, body: { meta: { appName: 'Taken' } } },
  'DELETE /today/collections/:collection': {
    rejections: superusersOnly,
    target: '/today/collections/secrets',
    harmless: '/today/collections/nothing',
  },
  'DELETE /today/collections/:collection/truncate': {
    rejections: superusersOnly,
    target: '/today/collections/secrets/truncate',
    harmless: '/today/collections/nothing/truncate',
  },
  'PUT /today/collections/import': {
    rejections: superusersOnly,
    body: { collections: [{ name: 'made', type: 'base', fields: [{ name: 'a', type: 'text' }] }], deleteMissing: true },
  },
  'POST /today/collections/meta/dry-run-view': { rejections: superusersOnly, body: { query: 'SELECT id, key FROM secrets' } },
  'GET /today/collections/meta/scaffolds': { rejections: superusersOnly },
  'GET /today/collections/meta/oauth2-providers': { rejections: superusersOnly },
  'GET /today/crons': { rejections: superusersOnly },
  'POST /today/crons/:job': {
    rejections: superusersOnly,
    target: '/today/crons/__pbAutoBackup__',
    harmless: '/today/crons/nothing',
  },
  'POST /today/batch': { rejections: nobody, body: { requests: [] } },
  'GET /today/collections': { rejections: superusersOnly },
  'POST /today/collections': { rejections: superusersOnly, body: { ...collection, schema: undefined, fields: [] } },
  'GET /today/collections/:collection': { rejections: superusersOnly, target: '/today/collections/tags' },
  'PATCH /today/collections/:collection': {
    rejections: superusersOnly,
    target: '/today/collections/secrets',
    body: { listRule: '' },
  },
  'GET /today/collections/:collection/auth-methods': { rejections: anybody },
  'POST /today/collections/:collection/impersonate/:id': {
    rejections: superusersOnly,
    target: '/today/collections/users/impersonate/bob000000000001',
  },
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

/** All routes by their paths below /api. Routes of today's dialect begin with /today. */
const routes = endpoints.map(route => [route.method, addressOf(route).replace('/api', '')] as const)

test('the table lists exactly the existing routes', () => {
  expect(Object.keys(accesses).sort()).toEqual(routes.map(([method, path]) => `${method} ${path}`).sort())
})

test.each(routes)('%s %s accepts permitted requesters, and rejects all others without a change', async (method, path) => {
  const { rejections, target, body, harmless = emptyTarget(path) }: Access = accesses[`${method} ${path}`] ?? { rejections: {} }
  const statusFor = async (who: Requester, address: string, content: object | undefined) => {
    const response = await askApi(
      server.port,
      method,
      address.startsWith('/today/') ? address.replace('/today/', '/today/api/') : `/api${address}`,
      {
        token: tokens[who],
        ...(content && { body: content }),
      },
    )
    return response.status
  }
  const before = fingerprint.take()
  const answered: Rejections = {}
  for (const who of requesters) {
    if (rejections[who] !== undefined) answered[who] = await statusFor(who, target ?? emptyTarget(path), body)
  }
  expect(answered).toEqual(rejections)
  expect(fingerprint.take()).toEqual(before)
  const content = method === 'GET' || method === 'HEAD' ? undefined : {}
  for (const who of requesters) {
    if (rejections[who] === undefined) expect([401, 403], who).not.toContain(await statusFor(who, harmless, content))
  }
})

test("a backup can be downloaded with an admin's file token and with no other token in the URL", async () => {
  const status = async (token: string | undefined) => (await askApi(server.port, 'GET', `/api${backup}?token=${token}`)).status
  const found: Rejections = {}
  for (const who of requesters) found[who] = await status(tokens[who])
  expect(found).toEqual({ ...nobody, 'admin of a file token': 200 })
  expect(await status(signToken(copy.dataDir, 'file', 'users:bob'))).toBe(403)
  expect(await status(signToken(copy.dataDir, 'file', 'admin', { exp: '-10' }))).toBe(403)
})
