import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import type { ApiResponse } from '../../harness/askApi.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { type DartRequest, sendAsDart } from '../../harness/sendAsDart.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let sink: MailSink
let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  sink = await openMailSink()
  provider = await openProvider()
  const { host } = provider
  const urls = { authURL: `http://${host}/auth`, tokenURL: `http://${host}/token`, userInfoURL: `http://${host}/user` }
  magazine = await serveMagazine('pool', [fastPasswords, sendMailTo(sink.port)])
  await magazine.asAdmin('PATCH', '/today/api/collections/users', {
    otp: { enabled: true },
    authAlert: { enabled: false },
    oauth2: { enabled: true, providers: [{ name: 'oidc', clientId: 'the-client', clientSecret: 'the-secret', ...urls }] },
  })
})
afterAll(async () => {
  await magazine.close()
  await provider.close()
  await sink.close()
})

const users = '/api/collections/users'

/** Calls a method of the record service for users. Parameters that are not given are null. */
const call = (action: string, body?: object, more: DartRequest = {}): Promise<ApiResponse> =>
  sendAsDart(magazine.port, 'POST', `${users}/${action}`, {
    query: { expand: null, fields: null },
    ...(body && { body }),
    ...more,
  })

async function signedIn(answer: Promise<ApiResponse>) {
  const { status, json, text } = await answer
  expect(status, text).toBe(200)
  return { token: String(json.token), record: json.record as { username: string; email: string }, meta: json.meta }
}

const bob = (kind: 'passwordReset' | 'verification' | 'emailChange', claims = {}) =>
  signToken(magazine.dataDir, kind, 'users:bob', claims)
const withPassword = (identity: string, password: string) => call('auth-with-password', { identity, password })

test("in Dart's form, a user signs in with a password and refreshes the token, and a superuser impersonates users", async () => {
  const { token, record } = await signedIn(withPassword('bob@readers.example', 'password-bob'))
  expect(record.username).toBe('bob')
  expect((await signedIn(call('auth-refresh', undefined, { token }))).record).toEqual(record)
  const other = await signedIn(call('impersonate/alice0000000001', { duration: 0 }, { token: magazine.admin }))
  expect(other.record.username).toBe('alice')
  expect((await call('impersonate/alice0000000001', { duration: 60 }, { token })).status).toBe(403)
})

test("in Dart's form, a user signs in with a one-time password", async () => {
  const { json } = await call('request-otp', { email: 'alice@readers.example' }, { query: {} })
  const [mail] = await sink.take(1)
  const password = /\d{8}/.exec(mail?.text ?? '')?.[0]
  expect((await signedIn(call('auth-with-otp', { otpId: json.otpId, password }))).record.username).toBe('alice')
})

test("in Dart's form, a new user signs in with the code of a provider, and the link is listed and removed", async () => {
  const email = 'nina@fresh.example'
  const code = JSON.stringify({ sub: 'nina', preferred_username: 'nina', email, email_verified: true })
  const redirectURL = 'https://app.example/api/oauth2-redirect'
  const body = { provider: 'oidc', code, codeVerifier: 'verifier', redirectURL, createData: {} }
  const { token, record, meta } = await signedIn(call('auth-with-oauth2', body))
  expect([record.email, meta]).toEqual([email, expect.objectContaining({ isNew: true, avatarURL: expect.any(String) })])
  const links = '/api/collections/_externalAuths/records'
  const listed = await sendAsDart(magazine.port, 'GET', links, {
    query: { page: 1, perPage: 500, skipTotal: 'true', filter: "provider = 'oidc'", sort: null },
    token,
  })
  const [link] = listed.json.items as { id: string; providerId: string }[]
  expect(link?.providerId).toBe('nina')
  expect((await sendAsDart(magazine.port, 'DELETE', `${links}/${link?.id}`, { token })).status).toBe(204)
})

test("in Dart's form, users verify and change their email and reset their password by mail", async () => {
  const { token } = await signedIn(withPassword('bob', 'password-bob'))
  const done = async (action: string, body: object, more: DartRequest = {}) =>
    expect(await call(action, body, { query: {}, ...more })).toMatchObject({ status: 204, text: '' })
  await done('request-password-reset', { email: 'bob@readers.example' })
  await done('request-verification', { email: 'frank@readers.example' })
  await done('request-email-change', { newEmail: 'bobby@readers.example' }, { token })
  const mails = await sink.take(3)
  expect(mails.map(({ to }) => to).sort()).toEqual(['bob@readers.example', 'bobby@readers.example', 'frank@readers.example'])
  await done('confirm-verification', { token: signToken(magazine.dataDir, 'verification', 'users:frank') })
  await done('confirm-email-change', {
    token: bob('emailChange', { newEmail: 'bobby@readers.example' }),
    password: 'password-bob',
  })
  const password = 'another-password'
  await done('confirm-password-reset', { token: bob('passwordReset'), password, passwordConfirm: password })
  expect((await signedIn(withPassword('bobby@readers.example', password))).record.username).toBe('bob')
})
