import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { changeDatabase } from '../harness/changeDatabase.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy, sendMailTo } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { type MailSink, openMailSink } from '../harness/openMailSink.ts'
import { queryDatabase, querySharedSql } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'

let copy: SampleCopy
let mails: MailSink
let server: RunningCoffer
beforeAll(async () => {
  mails = await openMailSink()
  copy = await copySample('magazine', [fastPasswords, sendMailTo(mails.port)])
  server = await startCoffer(copy.dataDir)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await mails.close()
  await copy.remove()
})
beforeEach(() =>
  configure({ otp: { enabled: true }, mfa: { enabled: false, rule: '' }, authAlert: { enabled: false }, authRule: '' }),
)

let lastHost = 0
/** Returns an address that has sent nothing yet. */
const freshAddress = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(++lastHost / 250)}.${lastHost % 250}` })

const users = '/collections/users'

async function configure(options: object) {
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const { status, text } = await askApi(server.port, 'PATCH', '/today/api/collections/users', { token, body: options })
  expect([status, text]).toEqual([200, text])
}

const post = (path: string, body: object, headers: Record<string, string> = freshAddress(), dialect = '/today') =>
  askApi(server.port, 'POST', `${dialect}/api${users}/${path}`, { body, headers })

const requestOtp = async (email: string, headers?: Record<string, string>) =>
  String((await post('request-otp', { email }, headers)).json.otpId)
const signIn = (otpId: string, password: string, more: object = {}) => post('auth-with-otp', { otpId, password, ...more })
const withPassword = (name: string, more: object = {}, dialect?: string) =>
  post('auth-with-password', { identity: name, password: `password-${name}`, ...more }, freshAddress(), dialect)

/** Requests a one-time password and reads it from its mail. */
async function receiveOtp(name: string) {
  const id = await requestOtp(`${name}@readers.example`)
  const [mail] = await mails.take(1)
  return { id, code: /\d{8}/.exec(mail?.text ?? '')?.[0] ?? '' }
}

test('wrong one-time passwords of a record are limited, whatever the addresses', async () => {
  const { id, code } = await receiveOtp('bob')
  const statuses = []
  for (let guess = 0; guess < 12; guess += 1) statuses.push((await signIn(id, String(guess).padStart(8, '0'))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429, 429, 429, 429])
  expect((await signIn(id, code)).status).toBe(429)
  const again = await requestOtp('bob@readers.example')
  expect((await signIn(again, '00000000')).status).toBe(429)
  await mails.take(1)
})

test('many requests for a known and an unknown email get the same responses, and at most ten mails are sent', async () => {
  const outcomes = async (email: string) => {
    const ids: string[] = []
    for (let batch = 0; batch < 20; batch += 1)
      ids.push(...(await Promise.all(Array.from({ length: 50 }, () => requestOtp(email)))))
    return ids
  }
  const [known, unknown] = [await outcomes('carol@readers.example'), await outcomes('nobody@readers.example')]
  for (const ids of [known, unknown]) {
    expect(ids.filter(id => /^[a-z0-9]{15}$/.test(id))).toHaveLength(1000)
    expect(new Set(ids).size).toBeLessThanOrEqual(10)
  }
  expect((await mails.take(10)).length).toBeLessThanOrEqual(10)
  const [[stored]] = queryDatabase(
    copy.dataDir,
    'data',
    "SELECT COUNT(*) FROM _cofferSignIns WHERE detail LIKE '%o%y@readers.example'",
  ) as [[number]]
  expect(stored).toBeLessThanOrEqual(10)
}, 120_000)

test('one address can request a limited number of mails with one-time passwords', async () => {
  const headers = freshAddress()
  const statuses = await Promise.all(
    Array.from({ length: 25 }, (_, index) => post('request-otp', { email: `reader${index}@readers.example` }, headers)),
  )
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5)
})

test('a one-time password is used once, also by simultaneous requests, and is stored nowhere', async () => {
  const { id, code } = await receiveOtp('dave')
  const stored = JSON.stringify(querySharedSql(copy.dataDir, 'SELECT * FROM "_cofferSignIns"'))
  expect(stored).toContain(id)
  expect(stored + JSON.stringify(querySharedSql(copy.dataDir, 'SELECT * FROM "_cofferMails"'))).not.toContain(code)
  const statuses = (await Promise.all([signIn(id, code), signIn(id, code), signIn(id, code)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400, 400])
})

test('a one-time password is invalid in another collection, after it has expired and after a new password', async () => {
  const { id, code } = await receiveOtp('erin')
  await configure({ mfa: { enabled: false } })
  const token = signToken(copy.dataDir, 'auth', 'admin')
  await askApi(server.port, 'PATCH', '/today/api/collections/clients', { token, body: { otp: { enabled: true } } })
  const elsewhere = await askApi(server.port, 'POST', '/today/api/collections/clients/auth-with-otp', {
    body: { otpId: id, password: code },
  })
  expect([elsewhere.status, elsewhere.json.message]).toEqual([400, 'Invalid or expired OTP.'])
  const late = await receiveOtp('dave')
  await changeDatabase(copy.dataDir, 'data', `UPDATE "_cofferSignIns" SET expires = ${Date.now()} WHERE id = '${late.id}'`)
  expect((await signIn(late.id, late.code)).json.message).toBe('Invalid or expired OTP.')
  const body = { password: 'new-password-1', passwordConfirm: 'new-password-1' }
  expect((await askApi(server.port, 'PATCH', '/api/collections/users/records/erin00000000001', { token, body })).status).toBe(200)
  expect((await signIn(id, code)).json.message).toBe('Invalid or expired OTP.')
})

test('with two factors, no method gives a token after one factor, in either dialect', async () => {
  await configure({ mfa: { enabled: true } })
  const first = await withPassword('alice')
  expect([first.status, Object.keys(first.json)]).toEqual([401, ['mfaId']])
  const older = await withPassword('alice', {}, '')
  expect([older.status, older.json]).toEqual([
    401,
    { code: 401, message: expect.stringContaining('second factor'), data: {}, mfaId: expect.any(String) },
  ])
  const { id, code } = await receiveOtp('alice')
  const other = await signIn(id, code)
  expect([other.status, other.json]).toEqual([401, { mfaId: expect.any(String) }])
  expect(first.text + older.text + other.text).not.toContain('token')
})

test('a first factor counts once, for its record, with another method, and not after a new password', async () => {
  await configure({ mfa: { enabled: true } })
  const { mfaId } = (await withPassword('alice')).json
  const messageOf = async (response: ReturnType<typeof withPassword>) => (await response).json.message
  expect(await messageOf(withPassword('alice', { mfaId }))).toBe('A different authentication method is required.')
  const grace = await receiveOtp('grace')
  expect(await messageOf(signIn(grace.id, grace.code, { mfaId }))).toBe('Invalid MFA session.')
  const [one, other] = [await receiveOtp('alice'), await receiveOtp('alice')]
  const both = await Promise.all([signIn(one.id, one.code, { mfaId }), signIn(other.id, other.code, { mfaId })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.json.message).toBe('Invalid or expired MFA session.')
  const outdated = (await withPassword('frank')).json.mfaId
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const body = { password: 'new-password-1', passwordConfirm: 'new-password-1' }
  await askApi(server.port, 'PATCH', '/api/collections/users/records/frank0000000001', { token, body })
  const frank = await receiveOtp('frank')
  expect(await messageOf(signIn(frank.id, frank.code, { mfaId: outdated }))).toBe('Invalid or expired MFA session.')
})

test('a rule decides who needs two factors, and an invalid rule cannot be saved, or makes every user need them', async () => {
  await configure({ mfa: { enabled: true, rule: "role = 'chief'" } })
  expect((await withPassword('alice')).status).toBe(401)
  expect((await withPassword('carol')).status).toBe(200)
  const broken = JSON.stringify({ mfa: { enabled: true, duration: 600, rule: 'gone = 1' }, otp: { enabled: true } })
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const rejected = await askApi(server.port, 'PATCH', '/api/collections/users', {
    token,
    body: { options: { coffer: JSON.parse(broken) } },
  })
  expect([rejected.status, rejected.json.data]).toMatchObject([
    400,
    { options: { coffer: { mfa: { rule: { code: 'validation_invalid_rule' } } } } },
  ])
  const tooFew = await askApi(server.port, 'PATCH', '/today/api/collections/users', {
    token,
    body: { otp: { enabled: false }, oauth2: { enabled: false } },
  })
  expect([tooFew.status, tooFew.json.data]).toMatchObject([
    400,
    { mfa: { enabled: { code: 'validation_mfa_not_enough_auths' } } },
  ])

  const stored = await copySample('magazine', [
    fastPasswords,
    { sql: `UPDATE _collections SET options = json_set(options, '$.coffer', json('${broken}')) WHERE name = 'users'` },
  ])
  onTestFinished(stored.remove)
  const other = await startCoffer(stored.dataDir)
  onTestFinished(async () => void (await other.end('SIGTERM')))
  const carol = { identity: 'carol', password: 'password-carol' }
  for (const dialect of ['', '/today']) {
    const response = await askApi(other.port, 'POST', `${dialect}/api${users}/auth-with-password`, { body: carol })
    expect([response.status, Object.keys(response.json)]).toEqual([401, expect.arrayContaining(['mfaId'])])
  }
})

test('the rule for sign-ins applies to every method, in both dialects, and to existing tokens', async () => {
  const token = String((await withPassword('grace')).json.token)
  const { id, code } = await receiveOtp('grace')
  await configure({ authRule: "role = 'chief'" })
  const admin = signToken(copy.dataDir, 'auth', 'admin')
  const ask = (path: string, as: string, dialect = '/today') =>
    askApi(server.port, 'POST', `${dialect}/api${users}/${path}`, { token: as })
  const responses = await Promise.all([
    withPassword('grace'),
    withPassword('grace', {}, ''),
    signIn(id, code),
    ask('auth-refresh', token),
    ask('auth-refresh', token, ''),
    ask('impersonate/grace0000000001', admin),
  ])
  // A new rule revokes the tokens.
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 401, 401, 403])
  expect(responses[0]?.json.message).toBe("The request doesn't satisfy the collection requirements to authenticate.")
  expect((await withPassword('alice')).status).toBe(200)
  await configure({ authRule: null })
  expect((await withPassword('alice')).status).toBe(403)
})

test('a sign-in from elsewhere is mailed once, with the escaped name of the browser, and five origins are remembered', async () => {
  await configure({ authAlert: { enabled: true } })
  const from = (agent: string) =>
    post(
      'auth-with-password',
      { identity: 'alice', password: 'password-alice' },
      { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': agent },
    )
  await from('first')
  await from('<b>second</b>')
  await from('<b>second</b>')
  const received = await mails.take(1)
  expect(received.map(({ subject, to }) => [subject, to])).toEqual([['Login from a new location', 'alice@readers.example']])
  expect(received[0]?.html).toContain('203.0.113.9 &lt;b&gt;second&lt;/b&gt;')
  for (const agent of ['3', '4', '5', '6', '7']) await from(agent)
  await mails.take(5)
  const rows = queryDatabase(
    copy.dataDir,
    'data',
    "SELECT id FROM _cofferSignIns WHERE kind = 'origin' AND recordId = 'alice0000000001'",
  )
  expect(rows).toHaveLength(5)
  const list = (as: string | undefined, query = '') =>
    askApi(server.port, 'GET', `/today/api/collections/_authOrigins/records${query}`, as === undefined ? {} : { token: as })
  const own = signToken(copy.dataDir, 'auth', 'users:alice')
  const bob = signToken(copy.dataDir, 'auth', 'users:bob')
  expect((await list(own)).json.totalItems).toBe(5)
  for (const filter of ['recordRef != ""', '1=1) || (1=1', 'id != "" || id = ""', '1=1 // x'])
    expect([0, undefined]).toContain((await list(bob, `?filter=${encodeURIComponent(filter)}`)).json.totalItems)
  expect((await list(undefined)).json.totalItems).toBe(0)
  const [id] = rows[0] as [string]
  const remove = (as: string) => askApi(server.port, 'DELETE', `/today/api/collections/_authOrigins/records/${id}`, { token: as })
  expect([(await remove(bob)).status, (await remove(own)).status]).toEqual([404, 204])
})
