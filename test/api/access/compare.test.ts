import type { RuleChange } from '@coffer/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { databaseOfRun } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { clientOf } from './askAccess.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

async function compare(collection: string, rules: object, persona?: string, removed?: object): Promise<RuleChange[]> {
  const body = { collection, rules, persona, removed }
  const { status, text } = await askApi(magazine.port, 'POST', '/api/access/compare', { token: magazine.admin, body })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text).changes
}

test('a comparison counts what guests and users gain and lose by a new rule, lists them, and changes nothing', async () => {
  const [change] = await compare('posts', { list: 'status = "published" && @request.auth.id != ""' })
  expect(change).toMatchObject({ action: 'list', opensToEveryone: false, guests: { gained: 0, lost: 27 } })
  expect(new Set(change?.guests?.lostIds).size).toBe(27)
  // All 8 users and 3 clients see every published post, two of them drafts before; alice saw all posts.
  expect(change?.users).toMatchObject({ total: 11, examined: 11 })
  expect(change?.users?.losing).toBeGreaterThan(0)
  expect(change?.users?.changed.filter(({ lost }) => lost)).toHaveLength(change?.users?.losing ?? 0)
  expect(change?.users?.changed).toContainEqual(expect.objectContaining({ username: 'alice', lost: expect.any(Number) }))
  expect((await clientOf(magazine, undefined).ask('GET', '/posts/records')).json.totalItems).toBe(27)
})

test('a comparison for one user lists the records that the user gains and loses', async () => {
  const { items } = await magazine.change('GET', '/posts/records?perPage=500&fields=id')
  const all = (items as { id: string }[]).map(({ id }) => id)
  const listed = async () => {
    const { json } = await clientOf(magazine, 'users:alice').ask('GET', '/posts/records?perPage=500')
    return (json.items as { id: string }[]).map(({ id }) => id)
  }
  const before = await listed()
  expect(before.length).toBeGreaterThan(1)
  const [kept = ''] = before
  const [change] = await compare('posts', { list: `id = "${kept}"` }, 'users/alice0000000001')
  const lostIds = all.filter(id => before.includes(id) && id !== kept).sort()
  expect(change?.users).toMatchObject({ total: 1, examined: 1, gaining: 0, losing: 1 })
  expect(change?.users?.changed).toMatchObject([{ username: 'alice', lost: lostIds.length, lostIds, gainedIds: [] }])
})

test('a comparison says whether a rule opens a collection to everyone', async () => {
  const changes = await compare('secrets', {
    list: null,
    view: '',
    create: '@request.auth.id = ""',
    delete: 'id != "x" || 1 = 1',
  })
  expect(changes.map(({ action, opensToEveryone, guests, users }) => [action, opensToEveryone, guests?.gained, users])).toEqual([
    ['view', true, 2, undefined],
    ['create', true, undefined, undefined],
    ['delete', true, 2, undefined],
  ])
})

test('a rule opens a collection to everyone also if guests gain every stored record, or if it opens only realtime events or files', async () => {
  const changes = await compare('secrets', {
    list: 'id != ""',
    view: '@request.context = "protectedFile"',
    update: 'id = "secret000000001"',
    delete: '@request.headers.x_key = "k"',
  })
  expect(changes.map(({ action, opensToEveryone }) => [action, opensToEveryone])).toEqual([
    ['list', true],
    ['view', true],
    ['update', false],
    ['delete', false],
  ])
})

test('a rule that opens the other records of a collection of which guests had some opens it to everyone', async () => {
  // 27 of 40 posts are published.
  for (const list of ['', 'id != ""', 'status = "draft" || null != id', 'title != ""'])
    expect(await compare('posts', { list })).toMatchObject([{ opensToEveryone: true, guests: { gained: 13 } }])
  expect(await compare('posts', { list: 'status != "draft"' })).toMatchObject([{ opensToEveryone: false }])
})

test('a rule that every record meets opens also a collection without records, but not a view, whose ids can be empty', async () => {
  await magazine.change('POST', '', { name: 'orders', type: 'base', schema: [{ name: 'sum', type: 'number' }] })
  const opens = async (collection: string, list: string) => (await compare(collection, { list }))[0]?.opensToEveryone
  expect([await opens('orders', 'id != ""'), await opens('orders', 'sum >= 0')]).toEqual([true, false])
  const options = { query: 'SELECT id, sum FROM orders' }
  await magazine.change('POST', '', { name: 'sums', type: 'view', options })
  expect(await opens('sums', 'id != ""')).toBe(false)
})

test('a comparison without a field counts what a rule that names it opens, and lists the records', async () => {
  const { schema } = await magazine.change('GET', '/users')
  await magazine.change('PATCH', '/users', { schema: [...(schema as object[]), { name: 'banned', type: 'bool' }] })
  await magazine.change('PATCH', '/users/records/alice0000000001', { banned: true })
  const rule = '@request.auth.id != "" && @request.auth.banned != true'
  await magazine.change('PATCH', '/secrets', { viewRule: rule })
  const removed = { users: ['banned'] }
  const [change] = await compare('secrets', { view: rule }, undefined, removed)
  expect(change).toMatchObject({ before: rule, after: rule, opensToEveryone: false, guests: { gained: 0, lost: 0 } })
  expect(change?.users).toMatchObject({ gaining: 1, losing: 0, changed: [{ username: 'alice', gained: 2 }] })
  expect(await compare('secrets', { view: rule }, undefined, { users: ['role'] })).toMatchObject([{ users: { gaining: 0 } }])
  const [named] = await compare('secrets', { view: rule }, 'users/alice0000000001', removed)
  expect(named?.users?.changed[0]?.gainedIds).toEqual(['secret000000001', 'secret000000002'])
  const list = async (text: string) => {
    const parameters = { collection: 'secrets', persona: 'users/alice0000000001', reached: 'view', difference: 'gained', rule }
    const query = new URLSearchParams({ ...parameters, removed: text })
    return askApi(magazine.port, 'GET', `/api/access/records?${query}`, { token: magazine.admin })
  }
  expect((await list(JSON.stringify(removed))).json).toMatchObject({ totalItems: 2, items: [{}, {}] })
  expect((await list('{}')).json).toMatchObject({ totalItems: 0 })
  for (const invalid of ['{', '1', '{"users": 1}']) expect((await list(invalid)).status).toBe(400)
  // As the API responds once the field is removed.
  const alice = clientOf(magazine, 'users:alice')
  expect((await alice.ask('GET', '/secrets/records/secret000000001')).status).toBe(404)
  await magazine.change('PATCH', '/users', { schema })
  expect((await alice.ask('GET', '/secrets/records/secret000000001')).status).toBe(200)
  await magazine.change('PATCH', '/secrets', { viewRule: null })
})

test('a comparison without a collection counts what a rule opens that follows a relation through it', async () => {
  const user = {
    name: 'user',
    type: 'relation',
    options: { collectionId: '_pb_users_auth_', maxSelect: 1, cascadeDelete: false },
  }
  await magazine.change('POST', '', { name: 'bans', type: 'base', schema: [user] })
  await magazine.change('POST', '/bans/records', { user: 'alice0000000001' })
  const rule = '@request.auth.id != "" && @request.auth.bans_via_user.id = ""'
  await magazine.change('PATCH', '/secrets', { viewRule: rule })
  const [change] = await compare('secrets', { view: rule }, undefined, { bans: null })
  expect(change?.users).toMatchObject({ gaining: 1, changed: [{ username: 'alice', gained: 2 }] })
  await magazine.change('PATCH', '/secrets', { viewRule: null })
  await magazine.change('DELETE', '/bans')
})

test.each([
  ['secrets', 'view', 'notSaved != true', true],
  ['secrets', 'view', 'label = "x" || notSaved != true', true],
  ['secrets', 'view', 'label = "x" && notSaved != true', false],
  ['secrets', 'view', '@request.auth.id != "" && notSaved != true', false],
  ['secrets', 'view', '@collection.notSaved.id ?!= id', true],
  ['secrets', 'create', 'notSaved = 1', true],
  ['secrets', 'view', 'notSaved =', false],
  ['scratch', 'view', 'notSaved != true', false],
  ['users', 'manage', 'notSaved != true', false],
])('a rule of %s that cannot be evaluated has an error: %s %s can open everything: %s', async (of, action, rule, canOpen) => {
  const [change] = await compare(of, { [action]: rule })
  const error = expect.any(String)
  const opening = canOpen ? { opensToEveryone: true, isUncertain: true } : { opensToEveryone: false }
  expect(change).toEqual({ action, before: change?.before, after: rule, ...opening, error })
})

test.each([
  [{ collection: 'nothing', rules: {} }, 404, 'There is no collection'],
  [{ collection: 'posts', rules: { see: '' } }, 400, 'Send the new rules by action'],
  [{ collection: 'posts', rules: { list: 1 } }, 400, 'Send the new rules by action'],
  [{ collection: 'posts', rules: {}, persona: 'nobody' }, 404, 'There is no persona'],
  [{ collection: 'posts', rules: {}, removed: ['title'] }, 400, 'Send the removed fields by collection'],
  [{ collection: 'posts', rules: {}, removed: { nothing: null } }, 404, 'There is no collection'],
])('comparing %j is rejected with %i', async (body, status, message) => {
  const response = await askApi(magazine.port, 'POST', '/api/access/compare', { token: magazine.admin, body })
  expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)])
})

test.each(['reached=list&difference=more&rule=id', 'reached=emails&difference=gained&rule='])(
  'the records of a change are not listed with %s',
  async query => {
    const path = `/api/access/records?collection=users&persona=guest&${query}`
    const { status, text } = await askApi(magazine.port, 'GET', path, { token: magazine.admin })
    expect([status, text]).toEqual([400, expect.stringContaining('Send difference=gained or difference=lost')])
  },
)

/** Lists the tags that a persona gains or loses by a new list rule. */
async function listChanged(persona: string, difference: 'gained' | 'lost', rule: string): Promise<string[]> {
  const query = new URLSearchParams({ collection: 'tags', persona, reached: 'list', difference, rule, perPage: '500' })
  const { status, json } = await askApi(magazine.port, 'GET', `/api/access/records?${query}`, { token: magazine.admin })
  const ids = ((json.items ?? []) as { id: string }[]).map(({ id }) => id)
  expect([status, json.totalItems]).toEqual([200, ids.length])
  return ids
}

test('the comparison of random rules is the difference of what the API lists under each', async () => {
  const random = randomFilters(readCollections(magazine.dataDir))
  const listed = async (who: string | undefined) => {
    const { json } = await clientOf(magazine, who).ask('GET', '/tags/records?perPage=500')
    return ((json.items ?? []) as { id: string }[]).map(({ id }) => id)
  }
  // Rules that read the request are evaluated for the most favorable one.
  const rule = random.rule('tags').filter(text => !/@request\.(?:data|body|query|headers)/.test(text))
  await fc.assert(
    fc.asyncProperty(rule, rule, async (before, after) => {
      await magazine.change('PATCH', '/tags', { listRule: before })
      const [change] = await compare('tags', { list: after })
      const [gained, lost] = [await listChanged('guest', 'gained', after), await listChanged('guest', 'lost', after)]
      const earlier = { guest: await listed(undefined), alice: await listed('users:alice') }
      await magazine.change('PATCH', '/tags', { listRule: after })
      const later = { guest: await listed(undefined), alice: await listed('users:alice') }
      const without = (some: string[], others: string[]) => some.filter(id => !others.includes(id)).length
      if (before === after) return expect(change).toBeUndefined()
      expect([change?.guests?.gained, change?.guests?.lost]).toEqual([
        without(later.guest, earlier.guest),
        without(earlier.guest, later.guest),
      ])
      expect([change?.guests?.gainedIds, change?.guests?.lostIds]).toEqual([gained, lost])
      const alice = change?.users?.changed.find(({ username }) => username === 'alice')
      if (alice) {
        expect([alice.gained, alice.lost]).toEqual([without(later.alice, earlier.alice), without(earlier.alice, later.alice)])
      }
    }),
    { numRuns: isLongRun ? 100 : databaseOfRun() === 'postgres' ? 8 : 20 },
  )
}, 300_000)
