import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let admin = ''

beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const change = async (method: string, path: string, body?: object, token = admin) => {
  const { status } = await askApi(server.port, method, `/api/${path}`, { token, ...(body && { body }) })
  expect([200, 204]).toContain(status)
}

/** What each thread says to a token that is shown to all of them, a few times over and at once. */
const shown = async (path: string, token: string): Promise<unknown[]> => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => askApi(server.port, 'POST', `/api/${path}`, { token, body: {} })),
  )
  return [...new Set(answers.map(({ status }) => status))]
}

const users = 'collections/users'

test.each<[string, string, () => Promise<void>]>([
  [
    'the password of its account changes',
    'users:alice',
    () =>
      change('PATCH', `${users}/records/alice0000000001`, { password: 'another-secret-1', passwordConfirm: 'another-secret-1' }),
  ],
  ['its account is deleted', 'users:dave', () => change('DELETE', `${users}/records/dave00000000001`)],
  [
    'the secret of its kind changes',
    'users:bob',
    () => change('PATCH', 'settings', { recordAuthToken: { secret: 'x'.repeat(40), duration: 3600 } }),
  ],
])('a token that every thread knows is no longer one once %s', async (_, owner, end) => {
  const token = signToken(copy.dataDir, 'auth', owner)
  expect(await shown(`${users}/auth-refresh`, token)).toEqual([200])
  await end()
  expect(await shown(`${users}/auth-refresh`, token)).toEqual([401])
})

test('what a token that every thread knows may do follows its account', async () => {
  const token = signToken(copy.dataDir, 'auth', 'users:carol')
  const refreshed = async () => {
    const { json } = await askApi(server.port, 'POST', `/api/${users}/auth-refresh`, { token, body: {} })
    return (json as { record: { name: string } }).record.name
  }
  await Promise.all(Array.from({ length: 24 }, refreshed))
  await change('PATCH', `${users}/records/carol0000000001`, { name: 'Carol the second' })
  expect(new Set(await Promise.all(Array.from({ length: 24 }, refreshed)))).toEqual(new Set(['Carol the second']))
})

test('a token of an administrator that every thread knows is none once the password is another', async () => {
  expect(await shown('admins/auth-refresh', admin)).toEqual([200])
  const { json } = await askApi(server.port, 'GET', '/api/admins', { token: admin })
  const [{ id }] = (json as { items: [{ id: string }] }).items
  await change('PATCH', `admins/${id}`, { password: 'another-secret-1', passwordConfirm: 'another-secret-1' })
  expect(await shown('admins/auth-refresh', admin)).toEqual([401])
})
