import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiAnswer, askApi, type Question } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

/** So many that to look at all choices of three of them takes minutes. */
const manyComments = {
  sql: `INSERT INTO comments (id, post, approved, body) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 600)
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

const ask = (method: string, path: string, question?: Question): Promise<ApiAnswer> =>
  askApi(server.port, method, `/api/${path}`, question)

const subscribe = async (clientId: string, subscriptions: string[], token?: string) =>
  (await ask('POST', 'realtime', { body: { clientId, subscriptions }, token })).status

const listen = async (subscriptions: string[], token?: string) => {
  const listener = await openListener(server.port)
  expect(await subscribe(listener.clientId, subscriptions, token)).toBe(204)
  const told = () => listener.take().map(({ event, json }) => [event, (json as { record: Record<string, unknown> }).record])
  return { ...listener, told }
}

const password = (text: string) => ({ password: text, passwordConfirm: text })
const removed = async (path: string) => expect((await ask('DELETE', path, { token: admin })).status).toBe(204)
const changed = async (path: string, body: object) => expect((await ask('PATCH', path, { token: admin, body })).status).toBe(200)

describe('streams of somebody whose tokens have ended go on as those of guests', () => {
  test.each<[string, string, () => Promise<void>]>([
    [
      'an administrator with a new password',
      'admin:second@magazine.example',
      () => changed('admins/admin0000000002', password('brand-new-1')),
    ],
    [
      'an administrator who had the password reset',
      'admin:second@magazine.example',
      async () => {
        const token = signToken(copy.dataDir, 'passwordReset', 'admin:second@magazine.example')
        const answer = await ask('POST', 'admins/confirm-password-reset', { body: { token, ...password('brand-new-2') } })
        expect(answer.status).toBe(204)
      },
    ],
    ['an administrator who is no more', 'admin:second@magazine.example', () => removed('admins/admin0000000002')],
    ['an account that is no more', 'users:erin', () => removed('collections/users/records/erin00000000001')],
  ])('%s', async (_, who, end) => {
    const token = signToken(copy.dataDir, 'auth', who)
    // The list of users is for those who are signed in, scratch for everybody.
    const listener = await listen(['users/*', 'scratch/*'], token)
    await changed('collections/users/records/bob000000000001', { name: 'before' })
    await expect.poll(listener.arrived).toBe(1)
    listener.take()
    await end()
    await changed('collections/users/records/bob000000000001', { name: 'after' })
    await ask('POST', 'collections/scratch/records', { body: { t: 'for all' } })
    const events: unknown[] = []
    await expect
      .poll(() => {
        events.push(...listener.told().map(([event]) => event))
        return events
      })
      .toContain('scratch/*')
    // An account still hears of its own end, which it could see before.
    expect(events.slice(who.startsWith('admin') ? 0 : 1)).toEqual(['scratch/*'])
    expect(await subscribe(listener.clientId, ['users/*'])).toBe(204)
    listener.close()
  })

  test('also when the old token comes once more while the password is changed', async () => {
    const token = signToken(copy.dataDir, 'auth', 'users:carol')
    const listener = await listen(['users/*'], token)
    const change = changed('collections/users/records/carol0000000001', password('brand-new-1'))
    await Promise.all([
      change,
      ...Array.from({ length: 40 }, () => subscribe(listener.clientId, ['users/*', 'scratch/*'], token)),
    ])
    await subscribe(listener.clientId, ['users/*', 'scratch/*'])
    listener.take()
    await changed('collections/users/records/bob000000000001', { name: 'after all' })
    await ask('POST', 'collections/scratch/records', { body: { t: 'for all' } })
    await expect.poll(listener.arrived).toBeGreaterThan(0)
    expect(listener.told().map(([event]) => event)).toEqual(['scratch/*'])
    listener.close()
  })
})

test('what a record holds while its rule hides it is never told, though it is shown a moment later', async () => {
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
  await expect.poll(() => listener.arrived()).toBeGreaterThan(2)
  const told: unknown[] = []
  await expect
    .poll(() => {
      told.push(...listener.told().map(([, record]) => (record as { t: string }).t))
      return told.filter(text => text === 'last').length
    })
    .toBeGreaterThanOrEqual(3)
  expect(told.filter(text => text === 'secret')).toEqual([])
  listener.close()
})

test('of fifty returns from a provider at once one comes through to the client that waits', async () => {
  const listener = await listen(['@oauth2', 'scratch/*'])
  const path = `oauth2-redirect?state=${listener.clientId}&code=given-by-the-provider`
  const returns = await Promise.all(Array.from({ length: 50 }, () => ask('GET', path)))
  const places = returns.map(({ status, headers }) => `${status} ${headers.get('location')}`).sort()
  const failures = Array(49).fill('307 ../_/#/auth/oauth2-redirect-failure')
  expect(places).toEqual([...failures, '307 ../_/#/auth/oauth2-redirect-success'])
  await ask('POST', 'collections/scratch/records', { body: { t: 'later', b: true } })
  await expect.poll(listener.arrived).toBeGreaterThan(1)
  const events = listener.take()
  expect(events.map(({ event }) => event)).toEqual(['@oauth2', 'scratch/*'])
  expect(events[0]?.json).toEqual({ state: listener.clientId, code: 'given-by-the-provider' })
  listener.close()
})

test('whoever listens with a filter that takes for ever hears nothing, and keeps neither others nor changes waiting', async () => {
  const filter = 'comments_via_post.post.comments_via_post.post.comments_via_post.body != "nothing"'
  const options = (query: object) => `posts/*?options=${encodeURIComponent(JSON.stringify({ query }))}`
  const greedy = await Promise.all([1, 2, 3].map(turn => listen([options({ filter, turn })])))
  const others = await Promise.all([listen(['posts/*']), listen([options({ filter: 'comments_via_post.body ?= "comment"' })])])
  const path = 'collections/posts/records/post00000000002'
  const patience = 5_000
  expect((await ask('PATCH', path, { token: admin, body: { views: 1 }, patience })).status).toBe(200)
  for (const other of others) await expect.poll(other.arrived, { timeout: patience }).toBe(1)
  expect((await ask('GET', 'collections/tags/records', { patience })).status).toBe(200)
  expect((await ask('DELETE', path, { token: admin, patience })).status).toBe(204)
  for (const other of others) await expect.poll(other.arrived, { timeout: patience }).toBe(2)
  for (const listener of [...greedy, ...others]) listener.close()
  expect(greedy.map(({ arrived }) => arrived())).toEqual([0, 0, 0])
})
