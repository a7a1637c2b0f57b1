import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type DocumentedServer, serveDocs } from './serveDocs.ts'

let server: DocumentedServer
beforeAll(async () => {
  server = await serveDocs()
})
afterAll(() => server.stop())

interface Case {
  collection: string
  endpoint: string
  status: number
  /** The requester: `admin` or `users:NAME`; a guest if absent. */
  who?: string
  /** Values of the path parameters. */
  params?: Record<string, string>
  query?: string
  method?: 'POST'
  body?: object
}

const users = { collection: 'users' }
const gone = { id: 'doesnotexist123' }

const cases: Case[] = [
  { collection: 'posts', endpoint: 'list', status: 400, query: '?filter=title~' },
  { collection: 'posts', endpoint: 'list', status: 403, query: '?filter=@collection.users.id=1' },
  { collection: 'secrets', endpoint: 'list', status: 403, who: 'users:alice' },
  { collection: 'secrets', endpoint: 'view', status: 403, params: gone },
  { collection: 'posts', endpoint: 'view', status: 404, params: gone },
  { collection: 'authors', endpoint: 'create', status: 400, who: 'users:alice', body: { slug: 'x', acceptedTerms: true } },
  { collection: 'registry', endpoint: 'create', status: 400, who: 'admin', body: {} },
  { collection: 'secrets', endpoint: 'create', status: 403, body: {} },
  { collection: 'secrets', endpoint: 'update', status: 403, params: gone, body: {} },
  { collection: 'posts', endpoint: 'update', status: 404, params: gone, body: {} },
  { collection: 'secrets', endpoint: 'delete', status: 403, params: gone },
  { collection: 'posts', endpoint: 'delete', status: 404, params: gone },
  { collection: 'categories', endpoint: 'delete', status: 400, who: 'admin', params: { id: 'category0000001' } },
  { ...users, endpoint: 'realtime', status: 404, method: 'POST', body: { clientId: 'nobody', subscriptions: [] } },
  { ...users, endpoint: 'auth-with-password', status: 400, body: { identity: 'nobody', password: 'x' } },
  { ...users, endpoint: 'auth-with-password', status: 400, body: { identity: 'nobody' } },
  {
    collection: 'clients',
    endpoint: 'auth-with-password',
    status: 403,
    body: { identity: 'office@client-c.example', password: 'client-password-c' },
  },
  { ...users, endpoint: 'auth-with-oauth2', status: 400, body: { provider: 'twitch', code: 'x', redirectUrl: 'x' } },
  { ...users, endpoint: 'auth-refresh', status: 401 },
  { ...users, endpoint: 'request-verification', status: 400, body: { email: 'none' } },
  { ...users, endpoint: 'confirm-verification', status: 400, who: 'expired', body: {} },
  { ...users, endpoint: 'request-password-reset', status: 400, body: { email: 'none' } },
  { ...users, endpoint: 'request-email-change', status: 400, who: 'users:dave', body: { newEmail: 'bob@readers.example' } },
  { ...users, endpoint: 'request-email-change', status: 401, body: {} },
  { ...users, endpoint: 'external-auths', status: 401, params: { id: 'bob000000000001' } },
  { ...users, endpoint: 'external-auths', status: 403, who: 'users:alice', params: { id: 'bob000000000001' } },
  { ...users, endpoint: 'external-auths', status: 404, who: 'admin', params: gone },
  { ...users, endpoint: 'unlink-external-auth', status: 404, who: 'admin', params: { id: 'bob000000000001', provider: 'vk' } },
]

test.each(cases)('the response of $collection $endpoint $status matches the documentation', async one => {
  const { method, path, responses } = server.docs(one.collection, one.endpoint)
  const { params = {}, query = '', who } = one
  const url = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
  const isExpired = who === 'expired'
  const token = who === undefined || isExpired ? undefined : signToken(server.dataDir, 'auth', who)
  const body = isExpired ? { token: signToken(server.dataDir, 'verification', 'users:erin', { exp: '-1' }) } : one.body
  const answer = await askApi(server.port, one.method ?? method, url, { token, ...(body && { body }) })
  expect(answer.status).toBe(one.status)
  const documented = responses.filter(({ status }) => status === one.status).map(found => found.body)
  expect(documented).toContainEqual(
    // The example uses a different provider from the rejected one.
    JSON.parse(JSON.stringify(answer.json).replace('twitch', 'google')),
  )
})

test('the responses have the same keys as the examples', async () => {
  for (const collection of ['posts', 'users', 'clients', 'post_stats', 'author_totals', 'scratch']) {
    const [stored] = (await server.admin.collection(collection).getList(1, 1)).items
    const example = server.subject(collection).record
    expect(Object.keys(example), collection).toEqual(Object.keys(stored ?? {}))
  }
})
