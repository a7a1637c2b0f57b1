import { afterEach, expect, test } from 'vitest'
import { openProvider } from '../exchanges/runner/openProvider.ts'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { querySharedSql } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

/** The user API responses of providers that do not prove an email. */
const replies: Record<string, (id: string, email: string) => object> = {
  facebook: (id, email) => ({ id, email }),
  // The public email of a profile.
  gitee: (id, email) => ({ id: Number(id), email }),
  mailcow: (id, email) => ({ id, username: `user-${id}`, email, active: 1 }),
  microsoft: (id, email) => ({ id, mail: email }),
  twitch: (id, email) => ({ data: [{ id, email }] }),
  vk: (id, email) => ({ response: [{ id: Number(id) }], $token: { email } }),
  yandex: (id, email) => ({ id, default_email: email, is_avatar_empty: true }),
}

/** Starts a server with a fake provider in place of all providers; the path contains a tenant for Microsoft. */
async function serve(tenant = 'common') {
  const { host, close } = await openProvider()
  cleanUp.push(close)
  const address = (name: string) => `http://${host}/${tenant}/${name}`
  const group = {
    enabled: true,
    clientId: 'the-client',
    clientSecret: 'the-client-secret',
    authUrl: address('authorize'),
    tokenUrl: address('token'),
    userApiUrl: address('user'),
  }
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  const { port, stop } = await startServer({ dataDir })
  cleanUp.push(stop)
  const settings = Object.fromEntries([...Object.keys(replies), 'oidc'].map(name => [`${name}Auth`, group]))
  const token = signToken(dataDir, 'auth', 'admin')
  expect(await askApi(port, 'PATCH', '/api/settings', { token, body: settings })).toMatchObject({ status: 200 })
  const signIn = (provider: string, user: object) => {
    const body = { provider, code: JSON.stringify(user), codeVerifier: 'v', redirectUrl: 'https://app.example/back' }
    return askApi(port, 'POST', '/api/collections/users/auth-with-oauth2', { body })
  }
  const refresh = (token: unknown) => askApi(port, 'POST', '/api/collections/users/auth-refresh', { token: String(token) })
  return { signIn, refresh, rows: (sql: string) => querySharedSql(dataDir, sql) }
}

const daveBefore = "SELECT email, verified, tokenKey, passwordHash, updated FROM users WHERE id = 'dave00000000001'"
const linksOfDave = "SELECT provider FROM _externalAuths WHERE recordId = 'dave00000000001'"

test.each(Object.entries(replies))('an email that %s does not prove matches no existing record', async (name, reply) => {
  const { signIn, rows } = await serve()
  const before = rows(daveBefore)
  const { status, json } = await signIn(name, reply('7001', 'dave@readers.example'))
  expect(status).toBe(400)
  expect(json.message).toMatch(/^An account with this email address already exists, and .+ does not prove/)
  expect(json.data).toEqual({ email: { code: 'validation_email_unproven', message: json.message } })
  expect(rows(daveBefore)).toEqual(before)
  expect(rows(linksOfDave)).toEqual([])
})

test.each(Object.entries(replies))('a sign-up with an email that %s does not prove is not verified', async (name, reply) => {
  const { signIn, refresh, rows } = await serve()
  const user = reply('7002', 'nina@fresh.example')
  const first = await signIn(name, user)
  expect(first).toMatchObject({ status: 200, json: { meta: { isNew: true, email: 'nina@fresh.example' } } })
  expect(first.json.record).toMatchObject({ email: 'nina@fresh.example', verified: false })
  expect(first.json.meta).not.toHaveProperty('isEmailVerified')

  const second = await signIn(name, user)
  expect(second).toMatchObject({ status: 200, json: { meta: { isNew: false }, record: { verified: false } } })
  expect((await refresh(first.json.token)).status, 'a second sign-in ends no session').toBe(200)

  // The user who proves the email gets the record, and the first user loses access to it.
  const owner = { sub: 'owner-1', email: 'nina@fresh.example', email_verified: true }
  const third = await signIn('oidc', owner)
  expect(third).toMatchObject({ status: 200, json: { meta: { isNew: false }, record: { verified: true } } })
  expect((await refresh(first.json.token)).status).toBe(401)
  expect(rows("SELECT provider FROM _externalAuths WHERE providerId IN ('7002', 'owner-1')")).toEqual([['oidc']])
})

test('an unproven email is not assigned to a record without one', async () => {
  const { signIn } = await serve()
  const withoutEmail = { id: '7003', email: '' }
  const first = await signIn('facebook', withoutEmail)
  expect(first.json.record).toMatchObject({ email: '', verified: true })
  const second = await signIn('facebook', { ...withoutEmail, email: 'later@fresh.example' })
  expect(second.json.record).toMatchObject({ email: '', verified: true })
})

test('Microsoft proves an email with a fixed tenant or with a verified claim', async () => {
  const user = { id: '7004', mail: 'dave@readers.example' }
  const claims = Buffer.from(JSON.stringify({ aud: 'the-client', email: user.mail, xms_edov: true })).toString('base64url')
  const withClaim = { ...user, $token: { id_token: `e30.${claims}.c2lnbmVk` } }
  for (const [tenant, proven] of [['b0a1c2d3-0000-4000-8000-1234567890ab', user] as const, ['common', withClaim] as const]) {
    const { signIn, rows } = await serve(tenant)
    expect(await signIn('microsoft', proven)).toMatchObject({ status: 200, json: { record: { id: 'dave00000000001' } } })
    expect(rows(linksOfDave)).toEqual([['microsoft']])
  }
})
