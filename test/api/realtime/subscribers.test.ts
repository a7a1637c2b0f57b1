import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

/** So many records that comparing all combinations of three takes minutes on any machine. */
const manyComments = {
  sql: `INSERT INTO comments (id, post, approved, body) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1200)
    SELECT printf('comment%08d', 1000 + n), 'post00000000002', TRUE, 'comment' FROM c`,
}

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine', [manyComments])
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/${path}`, requestOptions)

const subscribe = async (clientId: string, subscriptions: string[], token?: string) =>
  (await ask('POST', 'realtime', { body: { clientId, subscriptions }, token })).status

interface ReceivedEvent {
  event: string
  json: { record: Record<string, unknown>; subscriptions?: string[] }
}

async function listen(subscriptions: string[], token?: string) {
  const { clientId, take, close } = await openListener(server.port)
  expect(await subscribe(clientId, subscriptions, token)).toBe(204)
  const all: ReceivedEvent[] = []
  /** All events that the listener has received. */
  const received = () => {
    all.push(...(take() as unknown as ReceivedEvent[]))
    return all
  }
  return { clientId, received, events: () => received().map(({ event }) => event), close }
}

const password = (text: string) => ({ password: text, passwordConfirm: text })
const removed = async (path: string) => expect((await ask('DELETE', path, { token: admin })).status).toBe(204)
const changed = async (path: string, body: object) => expect((await ask('PATCH', path, { token: admin, body })).status).toBe(200)

describe("a stream continues as a guest's after its token is revoked", () => {
  test.each<[string, string, () => Promise<void>]>([
    [
      'an admin with a new password',
      'admin:second@magazine.example',
      () => changed('admins/admin0000000002', password('brand-new-1')),
    ],
    [
      'an admin with a reset password',
      'admin:second@magazine.example',
      async () => {
        const token = signToken(copy.dataDir, 'passwordReset', 'admin:second@magazine.example')
        const response = await ask('POST', 'admins/confirm-password-reset', { body: { token, ...password('brand-new-2') } })
        expect(response.status).toBe(204)
      },
    ],
    ['a deleted admin', 'admin:second@magazine.example', () => removed('admins/admin0000000002')],
    ['a deleted user', 'users:erin', () => removed('collections/users/records/erin00000000001')],
  ])("the stream of %s continues as a guest's", async (_, who, end) => {
    const token = signToken(copy.dataDir, 'auth', who)
    // Only signed-in users can list users, everyone can list scratch.
    const listener = await listen(['users/*', 'scratch/*'], token)
    await changed('collections/users/records/bob000000000001', { name: 'before' })
    await expect.poll(listener.events).toEqual(['users/*'])
    await end()
    await changed('collections/users/records/bob000000000001', { name: 'after' })
    await ask('POST', 'collections/scratch/records', { body: { t: 'for all' } })
    await expect.poll(listener.events).toContain('scratch/*')
    // A user still receives the event of the deletion, because the record was visible before.
    const ownEnd = who.startsWith('admin') ? [] : ['users/*']
    expect(listener.events()).toEqual(['users/*', ...ownEnd, 'scratch/*'])
    expect(await subscribe(listener.clientId, ['users/*'])).toBe(204)
    listener.close()
  })

  test("a stream continues as a guest's even if the old token is sent again while the password changes", async () => {
    const token = signToken(copy.dataDir, 'auth', 'users:carol')
    const listener = await listen(['users/*'], token)
    const change = changed('collections/users/records/carol0000000001', password('brand-new-1'))
    await Promise.all([
      change,
      ...Array.from({ length: 40 }, () => subscribe(listener.clientId, ['users/*', 'scratch/*'], token)),
    ])
    const received = () => listener.received().map(({ event, json: { record } }) => `${event} ${record.name ?? record.t}`)
    // The user still receives the event of the change, because the record was visible before.
    await expect.poll(received).toEqual(['users/* Carol Cedar'])
    await changed('collections/users/records/bob000000000001', { name: 'after all' })
    await ask('POST', 'collections/scratch/records', { body: { t: 'for all' } })
    await expect.poll(received).toContain('scratch/* for all')
    expect(received()).toEqual(['users/* Carol Cedar', 'scratch/* for all'])
    listener.close()
  })
})

test('values that a record has while a rule hides it are never sent, even if it becomes visible a moment later', async () => {
  const rule = 'b = true'
  await changed('collections/scratch', { listRule: rule, viewRule: rule })
  const { id } = (await ask('POST', 'collections/scratch/records', { body: { t: 'open', b: true } })).json
  const listener = await listen(['scratch/*', `scratch/${id}`, 'scratch/*?options={"query":{"filter":"b = true"}}'])
  const path = `collections/scratch/records/${id}`
  const states = Array.from({ length: 40 }, (_, turn) =>
    turn % 2 === 0 ? { t: 'secret', b: false } : { t: `open ${turn}`, b: true },
  )
  for (let turn = 0; turn < 5; turn += 1) await Promise.all(states.map(body => ask('PATCH', path, { body })))
  await ask('PATCH', path, { body: { t: 'last', b: true } })
  await ask('POST', 'collections/scratch/records', { body: { t: 'received after all others', b: true } })
  const countOf = (text: string) => listener.received().filter(({ json }) => json.record.t === text).length
  await expect.poll(() => countOf('received after all others')).toBe(2)
  expect(countOf('last')).toBeGreaterThanOrEqual(3)
  expect(countOf('secret')).toBe(0)
  listener.close()
})

test('of fifty concurrent confirmed OAuth2 returns exactly one reaches the waiting client', async () => {
  const listener = await listen(['@oauth2', 'scratch/*'])
  const path = `oauth2-redirect?state=${listener.clientId}&code=given-by-the-provider`
  const returns = await Promise.all(Array.from({ length: 50 }, () => ask('GET', path)))
  const tickets = returns.map(({ headers }) => headers.get('location')?.split('/').at(-1))
  const confirmed = await Promise.all(tickets.map(ticket => ask('POST', `oauth2-returns/${ticket}`)))
  expect(confirmed.map(({ status }) => status).sort()).toEqual([204, ...Array(49).fill(404)])
  await ask('POST', 'collections/scratch/records', { body: { t: 'later', b: true } })
  await expect.poll(listener.events).toEqual(['@oauth2', 'scratch/*'])
  expect(listener.received()[0]?.json).toEqual({ state: listener.clientId, code: 'given-by-the-provider' })
  listener.close()
})

test('a subscription with an endless filter receives `@resync`, and delays neither others nor changes', async () => {
  const filter = 'comments_via_post.post.comments_via_post.post.comments_via_post.body != "nothing"'
  const options = (query: object) => `posts/*?options=${encodeURIComponent(JSON.stringify({ query }))}`
  const greedy = await Promise.all([1, 2, 3].map(turn => listen([options({ filter, turn })])))
  const others = await Promise.all([listen(['posts/*']), listen([options({ filter: 'comments_via_post.body ?= "comment"' })])])
  const path = 'collections/posts/records/post00000000002'
  const timeoutMs = 30_000
  expect((await ask('PATCH', path, { token: admin, body: { views: 1 }, timeoutMs })).status).toBe(200)
  for (const other of others) await expect.poll(other.events, { timeout: timeoutMs }).toHaveLength(1)
  expect((await ask('GET', 'collections/tags/records', { timeoutMs })).status).toBe(200)
  expect((await ask('DELETE', path, { token: admin, timeoutMs })).status).toBe(204)
  for (const other of others) await expect.poll(other.events, { timeout: timeoutMs }).toHaveLength(2)
  for (const { received } of greedy) await expect.poll(received, { timeout: timeoutMs }).toHaveLength(2)
  const topics = greedy.map(({ received }) => received().map(({ event, json }) => [event, json.subscriptions?.length]))
  expect(topics).toEqual(greedy.map(() => Array(2).fill(['@resync', 1])))
  for (const listener of [...greedy, ...others]) listener.close()
})

test.each([
  ['a rule', { listRule: 't = @request.query.wanted || @request.headers.x_wanted = t' }, {}, undefined],
  ['the filter of an admin', { listRule: '' }, { filter: 't = @request.query.wanted || @request.headers.x_wanted = t' }, 'admin'],
])('subscriptions that differ only in an option that %s reads receive their own events', async (_, rules, query, who) => {
  await changed('collections/scratch', rules)
  const options = [{ query: { ...query, wanted: 'one' } }, { query, headers: { 'X-Wanted': 'two' } }]
  const topics = options.map(each => `scratch/*?options=${encodeURIComponent(JSON.stringify(each))}`)
  const listener = await listen(topics, who && admin)
  for (const t of ['one', 'two', 'three']) await ask('POST', 'collections/scratch/records', { body: { t } })
  const received = () => listener.received().map(({ event, json }) => `${topics.indexOf(event)} ${json.record.t}`)
  await expect.poll(received).toContain('1 two')
  expect(received().toSorted()).toEqual(['0 one', '1 two'])
  listener.close()
})
