import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { openCounted, subscribe } from '../../harness/eventStreams.ts'
import { openPbHooks } from '../../harness/openPbHooks.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { startCodeServer } from '../hooks/harness.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const office = { 'X-Forwarded-For': '198.51.100.7' }
const home = { 'X-Forwarded-For': '203.0.113.9' }
const credentials = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }

const ask = (method: string, path: string, options: RequestOptions = {}) => askApi(magazine.port, method, path, options)

/** Saves the list from the office. */
const list = (superuserIPs: unknown, headers: Record<string, string> = office) =>
  ask('PATCH', '/today/api/settings', { token: magazine.admin, headers, body: { superuserIPs } })

function tokens() {
  const claims = { type: 'auth', collectionId: 'pbc_3142635823' }
  return [magazine.admin, signToken(magazine.dataDir, 'auth', 'admin', claims)] as const
}

test('an admin from another address is rejected in both dialects, on open routes too, and a cached response is no way around', async () => {
  expect((await list(['198.51.100.0/24'])).status).toBe(200)
  const [older, newer] = tokens()
  const records = '/api/collections/posts/records?perPage=1'
  for (const token of [older, newer, `Bearer ${newer}`]) {
    for (const path of [records, '/api/settings', '/today/api/settings', '/api/health', '/api/collections', '/api/nothing']) {
      const allowed = await ask('GET', path, { token, headers: office })
      expect([path, allowed.status === 403]).toEqual([path, false])
      const { status, json } = await ask('GET', path, { token, headers: home })
      expect([path, status, json.message]).toEqual([
        path,
        403,
        expect.stringContaining('cannot use the server from this address'),
      ])
    }
  }
  const body = { requests: [{ method: 'POST', url: '/api/collections/tags/records', body: { name: 'elsewhere' } }] }
  expect((await ask('POST', '/api/batch', { token: newer, headers: home, body })).status).toBe(403)
  expect((await ask('POST', '/api/files/token', { token: older, headers: home })).status).toBe(403)
  expect((await ask('GET', records, { headers: home })).status).toBe(200)
  const bob = signToken(magazine.dataDir, 'auth', 'users:bob')
  expect((await ask('POST', '/api/files/token', { token: bob, headers: home })).status).toBe(200)
})

test('nobody signs in as an admin from another address, with the right password or the token of a mail', async () => {
  expect((await list(['198.51.100.7'])).status).toBe(200)
  const paths = [
    '/api/admins/auth-with-password',
    '/today/api/collections/_superusers/auth-with-password',
    '/api/collections/%5Fsuperusers/auth-with-password',
    '/api/collections/_SUPERUSERS/auth-with-password/',
    '/api/collections/pbc_3142635823/auth-with-password',
    '/api/admins/confirm-password-reset',
    '/api/collections/_superusers/confirm-password-reset',
  ]
  for (const path of paths) {
    const { status } = await ask('POST', path, { headers: home, body: { ...credentials, token: 'x' } })
    expect([path, status]).toEqual([path, 403])
  }
  expect((await ask('POST', '/api/admins/auth-with-password', { headers: office, body: credentials })).status).toBe(200)
  const users = { identity: 'bob@magazine.example', password: 'wrong-password' }
  expect((await ask('POST', '/api/collections/users/auth-with-password', { headers: home, body: users })).status).toBe(400)
})

test("an admin's file token works only from a listed address, also for a file that is cached and for backups", async () => {
  expect((await list(['198.51.100.7'])).status).toBe(200)
  const { json } = await ask('POST', '/api/files/token', { token: magazine.admin, headers: office })
  const { json: media } = await ask('GET', '/api/collections/media/records?perPage=1', { token: magazine.admin, headers: office })
  const [record] = media.items as { id: string; collectionId: string; image?: string }[]
  const paths = [`/api/files/media/${record?.id}/missing.png?token=${json.token}`, `/api/backups/missing.zip?token=${json.token}`]
  for (const path of paths) {
    const statuses = [(await ask('GET', path, { headers: office })).status, (await ask('GET', path, { headers: home })).status]
    expect([path, statuses]).toEqual([path, [expect.toBeOneOf([400, 404]), 403]])
  }
})

test('open event streams of admins end when the list changes, and an admin cannot subscribe from another address', async () => {
  expect((await list([])).status).toBe(200)
  const stream = await openCounted(magazine.port, home)
  expect(await subscribe(magazine.port, stream.clientId, ['posts'], { ...home, Authorization: magazine.admin })).toBe(204)
  const guest = await openCounted(magazine.port, home)
  expect(await subscribe(magazine.port, guest.clientId, ['posts'], home)).toBe(204)
  expect((await list(['198.51.100.7'])).status).toBe(200)
  await expect.poll(() => subscribe(magazine.port, stream.clientId, ['posts'], home)).toBe(404)
  expect(await subscribe(magazine.port, guest.clientId, ['posts'], { ...home, Authorization: magazine.admin })).toBe(403)
  expect(await subscribe(magazine.port, guest.clientId, ['posts'], home)).toBe(204)
  for (const one of [stream, guest]) one.destroy()
})

test('a list without the address of the admin who saves it is rejected with the address, and an invalid one by position', async () => {
  expect((await list([])).status).toBe(200)
  const own = { code: 'validation_own_address', message: expect.stringContaining('Add your own address 198.51.100.7') }
  const invalid = { code: 'validation_invlaid_ip_or_subnet', message: 'Invalid IP or CIDR subnet.' }
  const rejected = [
    [['203.0.113.0/24'], own],
    [['198.51.100.7', 'office'], { 1: invalid }],
    [['198.51.100.7/33'], { 0: invalid }],
    [Array(201).fill('198.51.100.7'), expect.objectContaining({ code: 'validation_length_too_long' })],
  ] as const
  for (const [addresses, issue] of rejected) {
    const { status, json } = await list(addresses)
    expect([status, json.data]).toEqual([400, { superuserIPs: issue }])
  }
  expect((await ask('GET', '/today/api/settings', { token: magazine.admin })).json.superuserIPs).toEqual([])
  // A proxy that sends only another header hides where requests come from.
  const hidden = await list(['127.0.0.1'], { 'X-Real-IP': '203.0.113.9' })
  expect([hidden.status, hidden.json.data]).toMatchObject([400, { superuserIPs: { message: expect.stringContaining('proxy') } }])
  expect((await list(['127.0.0.1'], {})).status).toBe(200)
  for (const headers of [{ 'X-Real-IP': '127.0.0.1' }, { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' }] as Record<
    string,
    string
  >[])
    expect((await ask('GET', '/api/settings', { token: magazine.admin, headers })).status).toBe(403)
  expect((await list([], {})).status).toBe(200)
})

test('settings that 0.22 saves keep the list, which 0.22 does not show', async () => {
  expect((await list(['198.51.100.7'])).status).toBe(200)
  const options = { token: magazine.admin, headers: office }
  const body = { meta: { appName: 'Kept' }, coffer: { superuserIPs: [] } }
  const { json } = await ask('PATCH', '/api/settings', { ...options, body })
  expect(json.meta).toMatchObject({ appName: 'Kept' })
  expect(json).not.toHaveProperty('coffer')
  expect((await ask('GET', '/today/api/settings', options)).json.superuserIPs).toEqual(['198.51.100.7'])
})

test('routes of scripts and hooks and rewritten paths reject admins from another address, and the command line lets them in again', async () => {
  const { coffer, dataDir } = await openPbHooks(`
routerPre((next) => (c) => {
  if (c.request().url.path === '/door') c.request().url.path = '/api/admins/auth-with-password'
  return next(c)
})
routerAdd('GET', '/who', (c) => c.json(200, { admin: $apis.requestInfo(c).admin !== null }))
`)
  const run = (...args: string[]) => runCoffer(['admin', 'ips', ...args, ...directoryOptions(dataDir)])
  expect(await run('198.51.100.7, 10.0.0.0/8')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('198.51.100.7, 10.0.0.0/8'),
  })
  const token = signToken(dataDir, 'auth', 'admin')
  const statusOf = async (method: string, path: string, options: RequestOptions) =>
    (await askApi(coffer.port, method, path, options)).status
  await expect.poll(() => statusOf('GET', '/who', { token, headers: home })).toBe(403)
  expect((await askApi(coffer.port, 'GET', '/who', { token, headers: office })).json).toEqual({ admin: true })
  expect(await statusOf('POST', '/door', { headers: office, body: credentials })).toBe(200)
  expect(await statusOf('POST', '/door', { headers: home, body: credentials })).toBeGreaterThanOrEqual(400)
  expect(await run()).toMatchObject({ status: 0, stdout: expect.stringContaining('198.51.100.7, 10.0.0.0/8') })
  expect(await run('office')).toMatchObject({ status: 1, stderr: expect.stringContaining('"office" is not an address') })
  expect(await run('all')).toMatchObject({ status: 0, stdout: expect.stringContaining('any address') })
  await expect.poll(() => statusOf('GET', '/who', { token, headers: home })).toBe(200)
}, 60_000)

test('a route of hooks rejects admins from another address before its code runs', async () => {
  const route = `export default { fetch: (_: Request, { user }) => Response.json(user) }`
  const { ask: askHooks, dataDir } = await startCodeServer({ 'routes/who.ts': route })
  const token = signToken(dataDir, 'auth', 'admin')
  const body = { superuserIPs: ['198.51.100.7'] }
  expect((await askHooks('PATCH', '/today/api/settings', body, token, office)).status).toBe(200)
  expect((await askHooks('GET', '/who', undefined, token, office)).json).toMatchObject({ kind: 'admin' })
  expect((await askHooks('GET', '/who', undefined, token, home)).status).toBe(403)
})
