import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { signToken } from '../harness/signToken.ts'

/** An attempt becomes available every half minute, so a busy machine must not need that long to check ten passwords. */
const copyMagazine = () => copySample('magazine', [fastPasswords])

let copies: SampleCopy[]
let limited: RunningCoffer
let open: RunningCoffer
beforeAll(async () => {
  copies = await Promise.all([copyMagazine(), copyMagazine()])
  const [first, second] = copies.map(({ dataDir }) => dataDir)
  ;[limited, open] = await Promise.all([startCoffer(first ?? ''), startCoffer(second ?? '', ['--limitTries=false'])])
})
afterAll(async () => {
  await Promise.all([limited.end('SIGTERM'), open.end('SIGTERM')])
  await Promise.all(copies.map(({ remove }) => remove()))
})

/** Sends a request as if from an address behind a proxy on this machine. */
const signIn = (to: RunningCoffer, path: string, identity: string, password: string, address: string) =>
  askApi(to.port, 'POST', path, { body: { identity, password }, headers: { 'X-Forwarded-For': address } })

test.each([
  ['/api/collections/users/auth-with-password', 'bob', 'password-bob'],
  ['/api/admins/auth-with-password', 'editor@magazine.example', 'magazine-admin-1'],
])('%s rejects sign-ins to a record from one address after ten wrong passwords', async (path, identity, right) => {
  const wrong = Array.from({ length: 12 }, () => signIn(limited, path, identity, 'wrong', '198.51.100.1'))
  // Attempts count from their start, so a rejection can arrive while the others are still being checked.
  await Promise.any(wrong.map(async asked => expect((await asked).status).toBe(429)))
  const refused = await signIn(limited, path, identity, right, '198.51.100.1')
  expect(refused.status).toBe(429)
  expect(refused.json).toEqual({ code: 429, message: 'Too many failed attempts. Please try again later.', data: {} })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await Promise.all(wrong)).filter(({ status }) => status === 400)).toHaveLength(10)
  expect((await signIn(limited, path, identity, right, '203.0.113.9')).status).toBe(200)
  const others = await Promise.all(Array.from({ length: 11 }, () => signIn(open, path, identity, 'wrong', '198.51.100.1')))
  expect(others.filter(({ status }) => status !== 400)).toEqual([])
})

test('wrong passwords for a record count together, for all its identity fields', async () => {
  const token = signToken(copies[0]?.dataDir ?? '', 'auth', 'admin')
  const change = (path: string, body: object) => askApi(limited.port, 'PATCH', `/today/api/collections${path}`, { token, body })
  const { json } = await askApi(limited.port, 'GET', '/today/api/collections/users', { token })
  const { fields, indexes } = json as { fields: object[]; indexes: string[] }
  const changed = await change('/users', {
    fields: [...fields, { name: 'phone', type: 'text' }],
    indexes: [...indexes, "CREATE UNIQUE INDEX idx_phone ON users (phone) WHERE phone != ''"],
    passwordAuth: { identityFields: ['username', 'email', 'phone'] },
  })
  expect([changed.status, (await change('/users/records/carol0000000001', { phone: 'EXT-18' })).status]).toEqual([200, 200])
  const path = '/api/collections/users/auth-with-password'
  const wrong = (identity: string) => signIn(limited, path, identity, 'wrong', '198.51.100.3')
  const identities = ['carol', 'EXT-18', 'carol@readers.example', 'CAROL'].flatMap(identity => [identity, identity, identity])
  const statuses = (await Promise.all(identities.map(wrong))).map(({ status }) => status)
  expect(statuses.filter(status => status === 400)).toHaveLength(10)
  for (const identity of ['carol', 'EXT-18', 'carol@readers.example']) expect((await wrong(identity)).status).toBe(429)
})

test('wrong passwords still count after a restart of the server', async () => {
  const copy = await copyMagazine()
  onTestFinished(copy.remove)
  const path = '/api/admins/auth-with-password'
  const attempt = (to: RunningCoffer) => signIn(to, path, 'editor@magazine.example', 'wrong', '198.51.100.7')
  const before = await startCoffer(copy.dataDir)
  const statuses = (await Promise.all(Array.from({ length: 11 }, () => attempt(before)))).map(({ status }) => status)
  await before.end('SIGTERM')
  expect(statuses.filter(status => status === 400)).toHaveLength(10)
  const after = await startCoffer(copy.dataDir)
  onTestFinished(() => after.end('SIGTERM').then(() => undefined))
  expect((await attempt(after)).status).toBe(429)
})
