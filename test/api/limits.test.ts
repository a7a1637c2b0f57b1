import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'

let copies: SampleCopy[]
let limited: RunningCoffer
let open: RunningCoffer
beforeAll(async () => {
  copies = await Promise.all([copySample('magazine'), copySample('magazine')])
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
  // Attempts count from their start, so a rejection arrives while the others are still being checked. An attempt becomes available
  // every half minute.
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

test('wrong passwords still count after a restart of the server', async () => {
  const copy = await copySample('magazine')
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
