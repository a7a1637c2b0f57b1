import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider()
  const { host } = provider
  const urls = { authUrl: `http://${host}/auth`, tokenUrl: `http://${host}/token`, userApiUrl: `http://${host}/user` }
  const group = JSON.stringify({ enabled: true, clientId: 'the-client', clientSecret: 'the-client-secret', ...urls })
  const sql = `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${group}')) WHERE key = 'settings'`
  magazine = await serveMagazine('pool', [fastPasswords, { sql }])
})
afterAll(async () => {
  await magazine.close()
  await provider.close()
})

const users = '/today/api/collections/users'
const post = (action: string, body: object): Promise<ApiResponse> => askApi(magazine.port, 'POST', `${users}/${action}`, { body })
const configure = (options: object) => magazine.asAdmin('PATCH', users, options)

const person = (name: string) => ({
  sub: `id-${name}`,
  preferred_username: name,
  email: `${name}@fresh.example`,
  email_verified: true,
})
const withProvider = (name: string, more: object = {}) =>
  post('auth-with-oauth2', {
    provider: 'oidc',
    code: JSON.stringify(person(name)),
    codeVerifier: 'v',
    redirectURL: 'https://app.example/back',
    ...more,
  })
const password = 'a-new-password'
const withPassword = (name: string, more: object = {}) => post('auth-with-password', { identity: name, password, ...more })

/** Signs up with the provider and sets a password. */
async function signUp(name: string): Promise<string> {
  const { status, json } = await withProvider(name)
  expect(status).toBe(200)
  const { id } = json.record as { id: string }
  await magazine.asAdmin('PATCH', `/api/collections/users/records/${id}`, { password, passwordConfirm: password })
  return id
}

test('an OAuth2 sign-in is one factor, before or after a password, and never two', async () => {
  await configure({ mfa: { enabled: false }, authRule: '' })
  await signUp('nina')
  await signUp('omar')
  await configure({ mfa: { enabled: true, rule: '' } })

  const first = await withProvider('nina')
  expect([first.status, Object.keys(first.json)]).toEqual([401, ['mfaId']])
  const { mfaId } = first.json
  const again = await withProvider('nina', { mfaId })
  expect([again.status, again.json.message]).toEqual([400, 'A different authentication method is required.'])
  expect((await withPassword('omar', { mfaId })).json.message).toBe('Invalid MFA session.')
  const second = await withPassword('nina', { mfaId })
  expect([second.status, typeof second.json.token]).toEqual([200, 'string'])
  expect((await withPassword('nina', { mfaId })).json.message).toBe('Invalid or expired MFA session.')

  const ofPassword = (await withPassword('nina')).json.mfaId
  expect((await withProvider('omar', { mfaId: ofPassword })).json.message).toBe('Invalid MFA session.')
  const completed = await withProvider('nina', { mfaId: ofPassword })
  expect([completed.status, completed.json]).toMatchObject([200, { token: expect.any(String), meta: { isNew: false } }])
})

test('a sign-up by OAuth2 gets no token if the new user needs two factors, or may not sign in', async () => {
  await configure({ mfa: { enabled: true, rule: '' }, authRule: '' })
  const factor = await withProvider('pia')
  expect([factor.status, Object.keys(factor.json)]).toEqual([401, ['mfaId']])
  await configure({ mfa: { enabled: true, rule: "username != 'quin'" } })
  expect((await withProvider('quin')).status).toBe(200)

  await configure({ mfa: { enabled: false }, authRule: "username = 'quin'" })
  const [allowed, excluded, fresh] = [await withProvider('quin'), await withProvider('pia'), await withProvider('rosa')]
  expect([allowed.status, excluded.status, fresh.status]).toEqual([200, 403, 403])
  for (const { json, text } of [excluded, fresh]) {
    expect(json.message).toBe("The request doesn't satisfy the collection requirements to authenticate.")
    expect(text).not.toMatch(/token|meta|fresh\.example/)
  }
  await configure({ authRule: null })
  expect((await withProvider('quin')).status).toBe(403)
})

test('the rule of two factors ignores missing values where other rules have the meaning of 0.22, and the auth rule does not', async () => {
  expect(await magazine.asAdmin('GET', '/api/settings/dialect')).toMatchObject({ rules: '0.22' })
  await configure({ mfa: { enabled: false, rule: '' }, authRule: '' })
  await signUp('sara')
  await magazine.change('POST', '', { name: 'trusted', type: 'base', schema: [{ name: 'user', type: 'text' }] })
  const rule = '@collection.trusted.user != id'
  await configure({ mfa: { enabled: true, rule } })
  const factor = await withPassword('sara')
  expect([factor.status, Object.keys(factor.json)]).toEqual([401, ['mfaId']])
  await configure({ mfa: { enabled: false, rule: '' }, authRule: rule })
  expect((await withPassword('sara')).status).toBe(403)
})
