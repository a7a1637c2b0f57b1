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

async function change(method: string, path: string, body?: object, token = admin) {
  const { status } = await askApi(server.port, method, `/api/${path}`, { token, ...(body && { body }) })
  expect([200, 204]).toContain(status)
}

/**
 * Sends concurrent refresh requests with a token so that each thread gets several; requests with a body go to the main thread.
 * Returns the statuses.
 */
async function shown(path: string, token: string): Promise<unknown[]> {
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, turn) =>
      askApi(server.port, 'POST', `/api/${path}`, { token, ...(turn % 2 === 0 && { body: { asked: 'otherwise' } }) }),
    ),
  )
  return [...new Set(responses.map(({ status }) => status))]
}

const users = 'collections/users'

test.each<[string, string, () => Promise<void>]>([
  [
    'the password changes',
    'users:alice',
    () =>
      change('PATCH', `${users}/records/alice0000000001`, { password: 'another-secret-1', passwordConfirm: 'another-secret-1' }),
  ],
  ['the auth record is deleted', 'users:dave', () => change('DELETE', `${users}/records/dave00000000001`)],
  [
    'the secret of its token type changes',
    'users:bob',
    () => change('PATCH', 'settings', { recordAuthToken: { secret: 'x'.repeat(40), duration: 3600 } }),
  ],
])('every thread rejects a cached token once %s', async (_, owner, end) => {
  const token = signToken(copy.dataDir, 'auth', owner)
  expect(await shown(`${users}/auth-refresh`, token)).toEqual([200])
  await end()
  expect(await shown(`${users}/auth-refresh`, token)).toEqual([401])
})

test('every thread returns the current auth record for a cached token', async () => {
  const token = signToken(copy.dataDir, 'auth', 'users:carol')
  const refreshed = async (turn: number) => {
    const asked = { token, ...(turn % 2 === 0 && { body: { asked: 'otherwise' } }) }
    const { json } = await askApi(server.port, 'POST', `/api/${users}/auth-refresh`, asked)
    return (json as { record: { name: string } }).record.name
  }
  const all = () => Promise.all(Array.from({ length: 24 }, (_, turn) => refreshed(turn)))
  await all()
  await change('PATCH', `${users}/records/carol0000000001`, { name: 'Carol the second' })
  expect(new Set(await all())).toEqual(new Set(['Carol the second']))
})

test('every thread rejects a cached admin token once the password changes', async () => {
  expect(await shown('admins/auth-refresh', admin)).toEqual([200])
  const { json } = await askApi(server.port, 'GET', '/api/admins', { token: admin })
  const [{ id }] = (json as { items: [{ id: string }] }).items
  await change('PATCH', `admins/${id}`, { password: 'another-secret-1', passwordConfirm: 'another-secret-1' })
  expect(await shown('admins/auth-refresh', admin)).toEqual([401])
})

test('repeated refreshes return the same record for different valid tokens, and reject an invalid one', async () => {
  const path = `/api/${users}/auth-refresh`
  const refresh = (token: string, query = '') => askApi(server.port, 'POST', path + query, { token })
  const first = signToken(copy.dataDir, 'auth', 'users:carol', { exp: '60' })
  const worked = await refresh(first, '?asked=otherwise')
  expect(worked.status).toBe(200)
  const { record } = worked.json as { record: object }
  let token = first
  for (const turn of [1, 2, 3, 4]) {
    const response = await refresh(token)
    expect(Object.keys(response.json), `in turn ${turn}`).toEqual(['record', 'token'])
    expect(response.json).toMatchObject({ record })
    token = (response.json as { token: string }).token
  }
  const withBody = await askApi(server.port, 'POST', path, { token, body: { asked: 'otherwise' } })
  expect(withBody.json).toMatchObject({ record })
  const expanded = (await refresh(token, '?expand=nothing&fields=record.id')).json
  expect(expanded).toEqual({ record: { id: 'carol0000000001' } })
  const expiry = (of: string) => JSON.parse(atob(of.split('.')[1] ?? '')).exp as number
  expect(expiry(token)).toBeGreaterThan(expiry(first))
  const bad = {
    forged: signToken(copy.dataDir, 'auth', 'users:carol', { secret: 'k'.repeat(50) }),
    expired: signToken(copy.dataDir, 'auth', 'users:carol', { exp: '-10' }),
    'for files': signToken(copy.dataDir, 'file', 'users:carol'),
    'cut off': token.slice(0, -4),
  }
  for (const [what, shown] of Object.entries(bad)) expect((await refresh(shown)).status, what).toBe(401)
  expect((await askApi(server.port, 'POST', '/api/collections/clients/auth-refresh', { token })).status).toBe(403)
})
