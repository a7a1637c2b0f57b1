import { afterEach, expect, test, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, sendMailTo } from '../../harness/copySample.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const start = Date.parse('2026-11-28T11:59:59.400Z')
const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + ms })

const table = `CREATE TABLE _cofferSignIns (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, kind TEXT NOT NULL,
  collectionId TEXT NOT NULL, recordId TEXT NOT NULL, detail TEXT NOT NULL, keyDigest TEXT NOT NULL, attempts INTEGER NOT NULL,
  expires INTEGER NOT NULL)`

test('at the start of an hour, expired one-time passwords and first factors are removed, and the others stay', async () => {
  const row = (id: string, kind: string, expires: number, collection = '_pb_users_auth_') =>
    `INSERT INTO _cofferSignIns VALUES ('${id}', '2026-11-28 11:00:00.000Z', '2026-11-28 11:00:00.000Z', '${kind}', '${collection}',
      'alice0000000001', 'detail', 'digest', 0, ${expires})`
  const rows = [
    row('otp_expired', 'otp', start - 1),
    row('otp_valid', 'otp', start + 1000),
    row('mfa_expired', 'mfa', start - 3_600_000),
    row('mfa_valid', 'mfa', start + 1000),
    row('origin', 'origin', Number.MAX_SAFE_INTEGER),
    row('of_no_collection', 'origin', Number.MAX_SAFE_INTEGER, 'gone00000000000'),
  ]
  const { dataDir, remove } = await copySample('magazine', [{ sql: [table, ...rows].join(';') }])
  cleanUp.push(remove)
  setClock(0)
  const { stop } = await startServer({ dataDir })
  cleanUp.push(stop)
  const ids = () => querySharedSql(dataDir, 'SELECT id FROM "_cofferSignIns" ORDER BY id').map(([id]) => id)
  await expect.poll(ids).toEqual(['mfa_valid', 'origin', 'otp_valid'])
})

test('one-time passwords and first factors expire after their durations', async () => {
  const mails = await openMailSink()
  cleanUp.push(mails.close)
  const { dataDir, remove } = await copySample('magazine', [fastPasswords, sendMailTo(mails.port)])
  cleanUp.push(remove)
  let now = 30_000
  setClock(now)
  const { port, stop } = await startServer({ dataDir })
  cleanUp.push(stop)
  const wait = (ms: number) => {
    now += ms
    setClock(now)
  }
  const path = '/today/api/collections/users'
  const post = (action: string, body: object) => askApi(port, 'POST', `${path}/${action}`, { body })
  const options = { otp: { enabled: true, duration: 60 }, mfa: { enabled: true, duration: 30 }, authAlert: { enabled: false } }
  const token = signToken(dataDir, 'auth', 'admin')
  expect((await askApi(port, 'PATCH', path, { token, body: options })).status).toBe(200)
  const receiveOtp = async () => {
    const { otpId } = (await post('request-otp', { email: 'alice@readers.example' })).json
    const [mail] = await mails.take(1)
    return { otpId, password: /\d{8}/.exec(mail?.text ?? '')?.[0] }
  }
  const firstFactor = async () => {
    const { status, json } = await post('auth-with-password', { identity: 'alice', password: 'password-alice' })
    expect(status).toBe(401)
    return json.mfaId
  }

  const late = await receiveOtp()
  wait(61_000)
  expect((await post('auth-with-otp', late)).json.message).toBe('Invalid or expired OTP.')
  const expired = await firstFactor()
  wait(31_000)
  const answer = await post('auth-with-otp', { ...(await receiveOtp()), mfaId: expired })
  expect([answer.status, answer.json.message]).toEqual([400, 'Invalid or expired MFA session.'])
  const inTime = await firstFactor()
  wait(29_000)
  const otp = await receiveOtp()
  expect((await post('auth-with-otp', { ...otp, mfaId: inTime })).status).toBe(200)
})
