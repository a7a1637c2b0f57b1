import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const duration = 600
type Rule = { label: string; maxRequests: number; audience?: string }

const ask = (method: string, path: string, options: Parameters<typeof askApi>[3] = {}) =>
  askApi(magazine.port, method, path, options)

/** Sets the limits. Each test has limits of its own, because their windows outlast it. */
async function limit(rules: Rule[], rest: object = {}): Promise<void> {
  const rateLimits = { enabled: true, excludedIPs: [], rules: rules.map(rule => ({ audience: '', duration, ...rule })), ...rest }
  const { status, text } = await ask('PATCH', '/today/api/settings', { token: magazine.admin, body: { rateLimits } })
  if (status !== 200) throw new Error(text)
}

async function statusesOf(method: string, paths: readonly string[], options?: Parameters<typeof askApi>[3]) {
  const statuses: number[] = []
  for (const path of paths) statuses.push((await ask(method, path, options)).status)
  return statuses
}

const records = '/api/collections/posts/records?perPage=1'

test('a request beyond the limit is rejected in the words of its dialect, with the seconds until the next try', async () => {
  await limit([{ label: '*:list', maxRequests: 2 }])
  expect(await statusesOf('GET', [records, `/today${records}`, records])).toEqual([200, 200, 429])
  const { headers, json } = await ask('GET', records)
  expect(json).toEqual({ code: 429, message: 'Too Many Requests.', data: {} })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(duration - 60)
  const today = await ask('GET', `/today${records}`)
  expect(today.json).toEqual({ status: 429, message: 'Too Many Requests.', data: {} })
  expect((await ask('GET', '/api/collections/posts/records/post00000000001')).status).toBe(200)
})

test('a collection counts by its name, its id, and its name in other letters and escapes', async () => {
  const { id } = await magazine.change('GET', '/tags')
  await limit([{ label: 'tags:list', maxRequests: 3 }])
  const paths = ['tags', String(id), 'TAGS', 't%61gs'].map(name => `/api/collections/${name}/records`)
  expect(await statusesOf('GET', paths)).toEqual([200, 200, 200, 429])
  expect(await statusesOf('GET', ['/api/collections/posts/records'])).toEqual([200])
})

test('the first matching label counts: collection and kind, then all collections, then path', async () => {
  await limit([
    { label: '/api/', maxRequests: 1 },
    { label: '*:view', maxRequests: 2 },
    { label: 'posts:view', maxRequests: 3 },
    { label: 'GET /api/health', maxRequests: 4 },
  ])
  const post = '/api/collections/posts/records/post00000000001'
  const tag = '/api/collections/tags/records/missing00000000'
  expect(await statusesOf('GET', [post, post, post, post])).toEqual([200, 200, 200, 429])
  expect(await statusesOf('GET', [tag, tag, tag])).toEqual([404, 404, 429])
  expect(await statusesOf('GET', Array(5).fill('/api/health'))).toEqual([200, 200, 200, 200, 429])
  expect(await statusesOf('GET', ['/api/nothing', '/today/api/realtime'])).toEqual([404, 429])
})

test('escapes of a path do not get around its limit', async () => {
  await limit([{ label: '/api/collections/posts/', maxRequests: 1 }])
  const paths = ['posts', 'p%6Fsts', '%70%6F%73%74%73'].map(name => `/api/collections/${name}/records/%ff`)
  expect(await statusesOf('GET', paths)).toEqual([404, 429, 429])
})

test('the id and other spellings of the collection of superusers do not get around the limit of its path', async () => {
  await limit([{ label: 'POST /api/collections/_superusers/auth-with-password', maxRequests: 1 }])
  const body = { identity: 'nobody@magazine.example', password: 'wrong-password' }
  const paths = ['_superusers', 'pbc_3142635823', '_SUPERUSERS', '%5Fsuperusers'].map(
    name => `/today/api/collections/${name}/auth-with-password`,
  )
  expect(await statusesOf('POST', paths, { body })).toEqual([400, 429, 429, 429])
})

test('sign-ins by the routes of admins and of superusers share their limit', async () => {
  await limit([{ label: '_superusers:auth', maxRequests: 2 }])
  const body = { identity: 'nobody@magazine.example', password: 'wrong-password' }
  const paths = [
    '/api/admins/auth-with-password',
    '/api/collections/_superusers/auth-with-password',
    '/today/api/collections/_superusers/auth-with-password',
  ]
  expect(await statusesOf('POST', paths, { body })).toEqual([400, 400, 429])
  expect(await statusesOf('POST', ['/api/admins/auth-with-password'], { body })).toEqual([429])
})

test('records of system collections count for the limits of all collections and for their own, by name and by id', async () => {
  const pathsOf = (...names: string[]) => names.map(name => `/today/api/collections/${name}/records`)
  await limit([{ label: '*:list', maxRequests: 2, audience: '@guest' }])
  expect(await statusesOf('GET', pathsOf('_externalAuths', '_mfas', '_authOrigins'))).toEqual([200, 200, 429])
  await limit([{ label: '_externalAuths:list', maxRequests: 1 }])
  expect(await statusesOf('GET', pathsOf('_externalAuths', 'pbc_2281828961', '_mfas'))).toEqual([200, 429, 200])
})

test('superusers and excluded addresses have no limit; a forged token is the token of a guest', async () => {
  const rules = [{ label: 'GET /api/collections/media/records', maxRequests: 1 }]
  const media = Array(4).fill('/api/collections/media/records')
  await limit(rules)
  const [header, claims] = magazine.admin.split('.')
  const forged = `${header}.${claims}.${'x'.repeat(43)}`
  expect(await statusesOf('GET', media, { token: forged })).toEqual([expect.any(Number), 429, 429, 429])
  await limit(rules, { excludedIPs: ['127.0.0.0/8', '::1'] })
  expect(await statusesOf('GET', media)).not.toContain(429)
  await limit(rules)
  await ask('GET', '/api/collections', { token: magazine.admin })
  expect(await statusesOf('GET', media, { token: magazine.admin })).toEqual([200, 200, 200, 200])
})

test('a limit for guests or users counts only their requests', async () => {
  await limit([
    { label: '/api/collections/scratch/records', maxRequests: 1, audience: '@guest' },
    { label: '/api/collections/comments/records', maxRequests: 2, audience: '@auth' },
  ])
  const token = signToken(magazine.dataDir, 'auth', 'users:alice')
  // The first response to a token shows who it belongs to.
  await ask('GET', records, { token })
  const scratch = Array(3).fill('/api/collections/scratch/records')
  const comments = Array(3).fill('/api/collections/comments/records')
  expect(await statusesOf('GET', scratch, { token })).toEqual([200, 200, 200])
  expect(await statusesOf('GET', scratch)).toEqual([200, 429, 429])
  expect(await statusesOf('GET', comments)).toEqual([200, 200, 200])
  expect(await statusesOf('GET', comments, { token })).toEqual([200, 200, 429])
})

const allowBatches = () =>
  ask('PATCH', '/today/api/settings', {
    token: magazine.admin,
    body: { batch: { enabled: true, maxRequests: 10, timeout: 30 } },
  })

test('requests of a batch count for limits by kind, and one beyond its limit fails the batch', async () => {
  expect((await allowBatches()).status).toBe(200)
  await limit([
    { label: 'scratch:create', maxRequests: 3 },
    { label: '/api/batch', maxRequests: 100 },
  ])
  const path = '/api/collections/scratch/records'
  const create = { method: 'POST', url: path, body: { t: 'limited' } }
  const send = (requests: object[], token?: string) => ask('POST', '/today/api/batch', { body: { requests }, token })
  expect((await send([create, { ...create, method: 'PUT' }])).status).toBe(200)
  const response = { status: 429, message: 'Too Many Requests.', data: {} }
  expect((await send([create, create, create])).json).toMatchObject({
    status: 400,
    data: { requests: { 1: { code: 'batch_request_failed', response } } },
  })
  expect(await statusesOf('POST', [path], { body: { t: 'limited' } })).toEqual([429])
  const stored = async () => (await ask('GET', `${path}?filter=${encodeURIComponent('t = "limited"')}`)).json.totalItems
  expect(await stored()).toBe(2)
  expect((await send(Array(4).fill(create), magazine.admin)).status).toBe(200)
  expect(await stored()).toBe(6)
})

test('requests of a batch with a token that has had no response count for the limits of users, however the token is written', async () => {
  await allowBatches()
  await limit([{ label: 'comments:create', maxRequests: 2, audience: '@auth' }])
  const token = signToken(magazine.dataDir, 'auth', 'users:dave')
  const create = { method: 'POST', url: '/api/collections/comments/records', body: {} }
  const failedIn = async (requests: object[], authorization: string) => {
    const { json } = await ask('POST', '/today/api/batch', { headers: { authorization }, body: { requests } })
    return Object.entries((json.data as { requests: Record<string, { response: { status: number } }> }).requests)
  }
  const exceeded = (index: string) => [[index, expect.objectContaining({ response: expect.objectContaining({ status: 429 }) })]]
  expect(await failedIn([create, create, create], token)).toEqual(exceeded('2'))
  expect(await failedIn([create], `Bearer ${token}`)).toEqual(exceeded('0'))
})

test('the requests of a batch before an invalid one count for their limits', async () => {
  await allowBatches()
  await limit([{ label: 'tags:create', maxRequests: 2 }])
  const create = { method: 'POST', url: '/api/collections/tags/records', body: {} }
  const send = (requests: object[]) => ask('POST', '/today/api/batch', { body: { requests } })
  const invalid = { method: 'POST', url: '/api/nothing', body: {} }
  expect((await send([create, create, invalid])).json.data).toMatchObject({ requests: { 2: { response: { status: 400 } } } })
  expect((await send([create])).json.data).toMatchObject({ requests: { 0: { response: { status: 429 } } } })
})

test.each([
  ['a label with a space', { label: 'bad label' }, 'label'],
  ['an unknown audience', { label: '*:list', audience: '@admins' }, 'audience'],
  ['no duration', { label: '*:list', duration: 0 }, 'duration'],
  ['a negative number of requests', { label: '*:list', maxRequests: -1 }, 'maxRequests'],
])('a limit with %s is rejected', async (_, rule, key) => {
  const rateLimits = { rules: [{ duration: 1, maxRequests: 1, audience: '', ...rule }] }
  const { status, json } = await ask('PATCH', '/today/api/settings', { token: magazine.admin, body: { rateLimits } })
  expect([status, json.data]).toEqual([400, { rateLimits: { rules: { 0: { [key]: expect.anything() } } } }])
})
