import type { AuthMethodsList, ExternalAuthModel, RecordAuthResponse } from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { runSample, type Surroundings } from './runSample.ts'
import { type DocumentedServer, samplePhoto, serveDocs } from './serveDocs.ts'

let sink: MailSink
let provider: Awaited<ReturnType<typeof openProvider>>
let server: DocumentedServer

beforeAll(async () => {
  sink = await openMailSink()
  provider = await openProvider()
  const { host } = provider
  const group = JSON.stringify({
    enabled: true,
    clientId: 'the-client',
    clientSecret: 'the-secret',
    authUrl: `http://${host}/auth`,
    tokenUrl: `http://${host}/token`,
    userApiUrl: `http://${host}/user`,
  })
  const sql = `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${group}')) WHERE key = 'settings'`
  server = await serveDocs({ prepare: [sendMailTo(sink.port), { sql }] })
})
afterAll(async () => {
  await server.stop()
  await provider.close()
  await sink.close()
})

const run = (endpoint: string, replacing: Record<string, string> = {}, more: Surroundings = {}) =>
  runSample(server.docs('users', endpoint).samples.javascript, { replacing, ...more })

const as = (name: string) => ({ YOUR_EMAIL: `${name}@readers.example`, YOUR_PASSWORD: `password-${name}` })

async function mailed() {
  const [mail] = await sink.take(1)
  return { to: mail?.to, token: /\/(eyJ[\w.-]+)\)/.exec(mail?.text ?? '')?.[1] ?? '' }
}

const keysOf = (value: object | undefined) => Object.keys(value ?? {}).sort()

const stored = (id: string) => server.admin.collection('users').getOne(id)

test('the sample of Auth with password signs in, prints the session and signs out', async () => {
  const printed: unknown[] = []
  const { account, pb } = await run('auth-with-password', as('dave'), {
    print: (...values) => printed.push(...values),
  })
  const { token, record } = account as RecordAuthResponse
  expect(record.email).toBe('dave@readers.example')
  expect(printed).toEqual([true, token, record.id])
  expect(pb.authStore.isValid).toBe(false)
})

test('the sample of Auth refresh gets a new token for the signed-in user', async () => {
  const { account, pb } = await run('auth-refresh', {}, { session: await server.session('users:bob') })
  expect(account).toMatchObject({ record: { username: 'bob', email: 'bob@readers.example' }, token: pb.authStore.token })
})

test('the sample of Create creates an auth record and requests its verification email', async () => {
  const { record } = await run('create', {}, { file: await samplePhoto() })
  expect(record).toMatchObject({ username: 'test_username', role: '', avatar: expect.stringMatching(/^photo_/) })
  expect((await mailed()).to).toBe('test@example.com')
})

test('the samples of Request verification and Confirm verification verify an auth record', async () => {
  await run('request-verification', as('erin'))
  const { to, token } = await mailed()
  expect(to).toBe('erin@readers.example')
  await run('confirm-verification', { TOKEN_FROM_THE_MAIL: token })
  expect(await stored('erin00000000001')).toMatchObject({ verified: true })
})

test('the samples of Request password reset and Confirm password reset set a new password', async () => {
  await run('request-password-reset', as('carol'))
  const { to, token } = await mailed()
  expect(to).toBe('carol@readers.example')
  await run('confirm-password-reset', { TOKEN_FROM_THE_MAIL: token, NEW_PASSWORD: 'brand-new-carol' })
  const { account } = await run('auth-with-password', { ...as('carol'), YOUR_PASSWORD: 'brand-new-carol' })
  expect(account).toMatchObject({ record: { username: 'carol' } })
})

test('the samples of Request email change and Confirm email change set a new email', async () => {
  await run('request-email-change', { NEW_EMAIL: 'dave@new.example' }, { session: await server.session('users:dave') })
  const { to, token } = await mailed()
  expect(to).toBe('dave@new.example')
  await run('confirm-email-change', { ...as('dave'), TOKEN_FROM_THE_MAIL: token })
  expect(await stored('dave00000000001')).toMatchObject({ email: 'dave@new.example' })
})

test('the sample of List auth methods lists the sign-in methods', async () => {
  const { methods } = await run('auth-methods')
  const { authProviders, ...ways } = methods as AuthMethodsList
  expect(ways).toMatchObject({ usernamePassword: true, emailPassword: true })
  expect(authProviders.map(({ name }) => name)).toContain('oidc')
  const example = server.docs('users', 'auth-methods').responses[0]?.body as AuthMethodsList
  expect(keysOf(authProviders[0])).toEqual(keysOf(example.authProviders[0]))
})

test('the samples of List OAuth2 accounts and Unlink OAuth2 account list the linked providers and unlink one', async () => {
  const session = await server.session('users:bob')
  const { links } = await run('external-auths', {}, { session })
  expect((links as ExternalAuthModel[]).map(link => link.provider)).toEqual(['github'])
  const example = server.docs('users', 'external-auths').responses[0]?.body as object[]
  expect(keysOf((links as object[])[0])).toEqual(keysOf(example[0]))
  await run('unlink-external-auth', { google: 'github' }, { session })
  expect((await run('external-auths', {}, { session })).links).toEqual([])
})

test("the sample of Auth with OAuth2 signs in with a provider's code and creates a missing auth record", async () => {
  const { javascript } = server.docs('users', 'auth-with-oauth2').samples
  const [start = '', byHand = ''] = javascript.split('// Or manually')
  const program = `${start.slice(0, start.indexOf('// Opens'))}//${byHand}`
  const code = JSON.stringify({ sub: 'who-came', name: 'Newcomer', email: 'new@readers.example', email_verified: true })
  const replacing = { "'google'": "'oidc'", "'CODE'": JSON.stringify(code), REDIRECT_URL: 'https://app.example/back' }
  const { sameAccount } = await runSample(program, { replacing })
  expect(sameAccount).toMatchObject({ record: { email: 'new@readers.example', verified: true }, meta: { isNew: true } })
  const example = server.docs('users', 'auth-with-oauth2').responses[0]?.body as RecordAuthResponse
  expect(keysOf((sameAccount as RecordAuthResponse).meta)).toEqual(keysOf(example.meta))
  const links = queryDatabase(server.dataDir, 'data', "SELECT provider FROM _externalAuths WHERE providerId = 'who-came'")
  expect(links).toEqual([['oidc']])
})
