import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { clientOf } from './askAccess.ts'
import { explain } from './explain.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const alice = 'users/alice0000000001'
const bob = 'users/bob000000000001'
const [published, draft] = ['post00000000001', 'post00000000003']

test('an explanation shows the values of each comparison, and what the rule makes of them', async () => {
  await magazine.change('PATCH', `/posts/records/${draft}`, { status: 'draft' })
  const { verdict, conditions, record } = await explain(magazine, {
    ...{ persona: 'guest', collection: 'posts', action: 'view', record: draft },
  })
  expect([verdict.status, verdict.isAllowed, record]).toEqual([404, false, draft])
  expect(conditions).toMatchObject([
    {
      source: 'rule',
      tree: {
        kind: 'or',
        isMet: false,
        parts: [
          {
            kind: 'and',
            isMet: false,
            parts: [
              { text: 'status = "published"', isMet: false, rows: [{ left: { value: 'draft' }, right: { value: 'published' } }] },
              {},
            ],
          },
          { kind: 'and', parts: [{ text: '@request.auth.id != ""', isMet: false, rows: [{ left: { value: null } }] }, {}] },
          { text: '@request.auth.role = "chief"', isMet: false },
        ],
      },
    },
  ])
})

test('a comparison of related records shows the records that its path has followed', async () => {
  const { conditions } = await explain(magazine, { persona: alice, collection: 'posts', action: 'update', record: published })
  const [{ tree }] = conditions as [(typeof conditions)[0]]
  const found = JSON.stringify(tree)
  expect(found).toContain('"text":"author.user.id = @request.auth.id"')
  const { author } = await magazine.change('GET', `/posts/records/${published}?fields=author`)
  expect(found).toContain(`"path":[{"collection":"authors","id":"${author}"}`)
})

test('a ?= comparison shows the row that decided, and one that no row meets shows the first rows', async () => {
  await magazine.change('PATCH', '/tags', {
    viewRule: '@collection.users.role ?= "chief" && @collection.users:other.username ?= "nobody"',
  })
  const { conditions } = await explain(magazine, {
    persona: 'guest',
    collection: 'tags',
    action: 'view',
    record: 'tag000000000001',
  })
  expect(conditions[0]?.tree).toMatchObject({
    parts: [
      { isMet: true, hasMany: true, rows: [{ left: { value: 'chief', path: [{ collection: 'users' }] }, isMet: true }] },
      { isMet: false, hasMany: true, rows: [{ isMet: false }, { isMet: false }, { isMet: false }] },
    ],
  })
  await magazine.change('PATCH', '/tags', { viewRule: '' })
})

test('an empty list is explained with a record that is not in it, by the rule and by the filter', async () => {
  const guest = { persona: 'guest', collection: 'media', action: 'list' }
  const filtered = await explain(magazine, { ...guest, query: { filter: 'title = "nothing"' } })
  expect(filtered.verdict).toMatchObject({ status: 200, total: 0, hasRecord: false })
  expect(filtered.isExample).toBe(true)
  expect(filtered.conditions.map(({ source }) => source)).toEqual(['rule', 'filter'])
  expect(filtered.changes).toContainEqual({ kind: 'request', text: 'Send the request without the filter.' })
  const invalid = await explain(magazine, { ...guest, query: { filter: 'titel = 1' } })
  expect(invalid.verdict).toMatchObject({ status: 400, isAllowed: false })
  expect(invalid.note).toContain('"titel"')
})

test('the explanation of a list has the records of the requested page, as the API lists them', async () => {
  const query = { filter: 'status = "published"', sort: '-title', perPage: '5', page: '2' }
  const { verdict } = await explain(magazine, { persona: alice, collection: 'posts', action: 'list', query })
  const { json } = await clientOf(magazine, 'users:alice').ask('GET', `/posts/records?${new URLSearchParams(query)}`)
  expect(verdict.total).toBe(json.totalItems)
  expect(verdict.listed).toHaveLength(5)
  expect(verdict.listed).toEqual((json.items as { id: string }[]).map(({ id }) => id))
})

test('a record that does not exist is reported as missing, without a rule', async () => {
  const missing = await explain(magazine, { persona: 'guest', collection: 'posts', action: 'view', record: 'missing00000001' })
  expect(missing).toMatchObject({
    verdict: { status: 404 },
    conditions: [],
    note: 'There is no record missing00000001 in posts.',
  })
})

test('suggested changes turn the verdict', async () => {
  const asked = { persona: 'guest', collection: 'media', action: 'view', record: 'media0000000001' }
  await magazine.change('PATCH', '/media/records/media0000000001', { public: false })
  const { changes, verdict } = await explain(magazine, asked)
  expect(verdict.status).toBe(404)
  expect(changes).toContainEqual({ kind: 'record', text: 'Set public of the record to true.' })
  const { rule } = changes.find(({ kind }) => kind === 'rule') ?? {}
  expect((await explain(magazine, { ...asked, rule })).verdict.status).toBe(200)
  await magazine.change('PATCH', '/media/records/media0000000001', { public: true })
  const open = await explain(magazine, asked)
  expect(open.verdict.status).toBe(200)
  const narrower = open.changes.find(({ kind }) => kind === 'rule')?.rule
  expect((await explain(magazine, { ...asked, rule: narrower })).verdict.isAllowed).toBe(false)
})

test('a rule that is not saved is explained in place of the stored one', async () => {
  const asked = { persona: bob, collection: 'secrets', action: 'list', rule: '@request.auth.verified = true' }
  const { verdict, rule } = await explain(magazine, asked)
  expect([rule, verdict.status]).toEqual(['@request.auth.verified = true', 200])
  expect((await explain(magazine, { ...asked, rule: undefined })).verdict.status).toBe(403)
})

test('invalid data is reported as the API would, and the rule is explained on the record as it would be saved', async () => {
  const create = { persona: alice, collection: 'comments', action: 'create' }
  const invalid = await explain(magazine, { ...create, data: {} })
  expect(invalid.verdict).toMatchObject({ status: 400, issues: { post: { code: expect.any(String) } } })
  const data = { post: published, author: 'alice0000000001', body: 'hello', approved: true }
  const denied = await explain(magazine, { ...create, data })
  expect(denied.verdict).toMatchObject({ status: 400, message: 'Failed to create record.' })
  expect(JSON.stringify(denied.conditions)).toContain('"text":"@request.data.approved:isset = false"')
  const { approved: _, ...allowed } = data
  expect((await explain(magazine, { ...create, data: allowed })).verdict).toMatchObject({ status: 200, isAllowed: true })
})

test.each([
  ['the rule denies', { role: 'chief' }],
  ['has an invalid email', { email: 'not an email' }],
  ['has a taken username', { username: 'alice' }],
  ['has a password that is too short', { password: 'short', passwordConfirm: 'short' }],
  ['has another confirmation of the password', { passwordConfirm: 'something-else' }],
])('a sign-up that %s is explained with the response of the API', async (_, data) => {
  const body = { username: 'explained_user', password: 'long-enough-1', passwordConfirm: 'long-enough-1', ...data }
  const { verdict, conditions } = await explain(magazine, { persona: 'guest', collection: 'users', action: 'create', data: body })
  const { status, json } = await clientOf(magazine, undefined).ask('POST', '/users/records', body)
  expect(verdict).toEqual({ isAllowed: false, status, message: json.message, issues: json.data })
  expect(conditions.map(({ tree }) => tree.isMet)).toEqual('role' in data ? [false] : [])
})

test('a sign-up that the API accepts is allowed, with each part of the rule', async () => {
  const data = { password: 'long-enough-1', passwordConfirm: 'long-enough-1', role: 'reader' }
  const { verdict, conditions } = await explain(magazine, { persona: 'guest', collection: 'users', action: 'create', data })
  expect(verdict).toEqual({ isAllowed: true, status: 200, message: '', issues: {} })
  expect(conditions.map(({ tree }) => tree.isMet)).toEqual([true])
})

test('a new password of a user is explained with the response of the API: without the old one, or of another user', async () => {
  const data = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
  const verdicts: unknown[] = []
  for (const record of ['alice0000000001', 'bob000000000001']) {
    const { verdict } = await explain(magazine, { persona: alice, collection: 'users', action: 'update', record, data })
    const { status, json } = await clientOf(magazine, 'users:alice').ask('PATCH', `/users/records/${record}`, data)
    expect(verdict).toEqual({ isAllowed: false, status, message: json.message, issues: json.data })
    verdicts.push([status, Object.keys(verdict.issues)])
  }
  expect(verdicts).toEqual([
    [400, ['oldPassword']],
    [404, []],
  ])
})

test('the most expensive hash of a password field does not exceed the time of a dry run, and is validated', async () => {
  const fields = [{ name: 'pin', type: 'password', min: 4, cost: 15 }]
  await magazine.asAdmin('POST', '/today/api/collections', { name: 'safes', type: 'base', createRule: '', fields })
  onTestFinished(async () => void (await magazine.change('DELETE', '/safes')))
  const create = { persona: 'guest', collection: 'safes', action: 'create' }
  expect((await explain(magazine, { ...create, data: { pin: 'open sesame' } })).verdict).toMatchObject({ status: 200 })
  expect((await explain(magazine, { ...create, data: { pin: 'x' } })).verdict).toMatchObject({ status: 400, issues: { pin: {} } })
})

test.each(['0.22', 'today'])('a request of the dialect %s is explained with the response that its clients get', async dialect => {
  const flags = { name: 'flags', type: 'select', options: { maxSelect: 2, values: ['draft', 'hidden'] } }
  await magazine.change('POST', '', { name: 'notes', type: 'base', listRule: '', schema: [flags] })
  await magazine.asAdmin('POST', '/api/collections/notes/records', {})
  onTestFinished(async () => void (await magazine.change('DELETE', '/notes')))
  const ask = (method: string, path: string, options: RequestOptions = {}) =>
    askApi(magazine.port, method, `${dialect === 'today' ? '/today' : ''}/api/collections/${path}`, options)

  const locked = await explain(magazine, { persona: 'guest', collection: 'secrets', action: 'list', dialect })
  const { status, json } = await ask('GET', 'secrets/records')
  expect(locked.verdict).toMatchObject({ status, message: json.message })
  const create = { persona: alice, collection: 'comments', action: 'create', data: {} }
  const invalid = await explain(magazine, { ...create, dialect })
  const token = signToken(magazine.dataDir, 'auth', 'users:alice')
  const rejected = await ask('POST', 'comments/records', { token, body: {} })
  const { message, data: issues } = rejected.json
  expect(invalid.verdict).toEqual({ isAllowed: false, status: rejected.status, message, issues })

  const query = { filter: 'flags:each != "hidden"' }
  const asked = { persona: 'guest', collection: 'notes', action: 'list', query }
  const { verdict, conditions } = await explain(magazine, { ...asked, dialect })
  const listed = await ask('GET', `notes/records?${new URLSearchParams(query)}`)
  expect([verdict.total, verdict.hasRecord]).toEqual([dialect === 'today' ? 1 : 0, dialect === 'today'])
  expect(listed.json.totalItems).toBe(verdict.total)
  expect(conditions.find(({ source }) => source === 'filter')?.tree.isMet).toBe(dialect === 'today')
})

test.each([
  ['an open collection', '', {}, 'The collection has no records. The rule is empty: everyone is allowed.'],
  ['a collection with a rule', 'a = "x"', {}, 'The collection has no records.'],
  [
    'a collection with a filter',
    '',
    { filter: 'a = "x"' },
    'The collection has no records. The rule is empty: everyone is allowed.',
  ],
  ['a collection with an invalid filter', '', { filter: 'nothing = 1' }, 'The request fails before its rule is checked.'],
])('the empty list of %s without records is explained by that', async (_, listRule, query, note) => {
  await magazine.change('POST', '', { name: 'unused', type: 'base', listRule, schema: [{ name: 'a', type: 'text' }] })
  onTestFinished(async () => void (await magazine.change('DELETE', '/unused')))
  const explained = await explain(magazine, { persona: 'guest', collection: 'unused', action: 'list', query })
  expect([explained.note, explained.conditions, explained.changes]).toEqual([note, [], []])
})

test('the explanation of a list whose rule and filter both leave the record out says that one change is not enough', async () => {
  const asked = { persona: 'guest', collection: 'tags', action: 'list', record: 'tag000000000001', rule: 'kind = "none"' }
  const { note } = await explain(magazine, { ...asked, query: { filter: 'name = "nothing"' } })
  expect(note).toBe('The record meets neither the rule nor the filter, so both have to change.')
  expect(await explain(magazine, { ...asked, query: { filter: 'name != "nothing"' } })).not.toHaveProperty('note')
})

test('a value that would meet a rule is suggested as clients send it: true and false for fields of the type bool', async () => {
  const asked = { persona: 'guest', collection: 'scratch', action: 'create' }
  const suggestionsOf = async (rule: string) =>
    (await explain(magazine, { ...asked, rule, data: {} })).changes.map(({ text }) => text)
  expect(await suggestionsOf('b = true')).toContain('Send b = true.')
  expect(await suggestionsOf('@request.data.b = true')).toContain('Send the value b = true.')
  expect(await suggestionsOf('@request.data.n = 1')).toContain('Send the value n = 1.')
  expect(await suggestionsOf('@request.body.n = 1')).toContain('Send the value n = 1.')
  const ofUser = { persona: 'guest', collection: 'users', action: 'view', record: 'frank0000000001', rule: 'verified = 1' }
  expect((await explain(magazine, ofUser)).changes).toContainEqual({
    kind: 'record',
    text: 'Set verified of the record to true.',
  })
})

test('explanations never show password hashes and token keys', async () => {
  const response = await askApi(magazine.port, 'POST', '/api/access/explain', {
    token: magazine.admin,
    body: {
      persona: alice,
      collection: 'users',
      action: 'view',
      record: 'alice0000000001',
      rule: '@request.auth.tokenKey != id && @request.auth.passwordHash != id',
    },
  })
  const stored = magazine.query("SELECT tokenKey, passwordHash FROM users WHERE id = 'alice0000000001'")[0] ?? []
  for (const secret of stored) expect(response.text).not.toContain(secret)
})

test.each([
  [{ persona: 'nobody', collection: 'posts', action: 'list' }, 404, 'There is no persona'],
  [{ persona: 'guest', collection: 'nothing', action: 'list' }, 404, 'There is no collection'],
  [{ persona: 'guest', collection: 'posts', action: 'see' }, 400, 'Name the action'],
  [{ persona: 'guest', collection: 'posts', action: 'view' }, 400, 'Send the id of the record'],
  [{ persona: 'guest', collection: 'post_stats', action: 'delete', record: 'x' }, 400, 'records of a view'],
  [{ persona: 'new:users', collection: 'posts', action: 'list' }, 400, 'guests or of stored users'],
  [{ persona: 'guest', collection: 'posts', action: 'list', query: { a: 1 } }, 400, 'an object of texts'],
  [{ persona: 'guest', collection: 'posts', action: 'create', data: 'x' }, 400, 'Send \\"data\\" as an object'],
  [{ persona: 'guest', collection: 'posts', action: 'list', dialect: '0.23' }, 400, 'Name the dialect: 0.22 or today.'],
  [
    { persona: alice, collection: 'users', action: 'update', record: 'alice0000000001', data: { oldPassword: 'x' } },
    400,
    'never checks',
  ],
])('explaining %j is rejected with %i', async (body, status, message) => {
  const response = await askApi(magazine.port, 'POST', '/api/access/explain', { token: magazine.admin, body })
  expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)])
})

test('the longest rules and deepest relations are explained in part', async () => {
  const clause = 'author.user.authors_via_user.posts_via_author.comments_via_post.author.username ?= "nobody"'
  const rule = Array.from({ length: 300 }, (_, index) => `(${clause} && ${index} = 1)`).join(' || ')
  const { conditions, verdict } = await explain(magazine, {
    persona: alice,
    collection: 'posts',
    action: 'view',
    record: published,
    rule,
  })
  expect(verdict.status).toBe(404)
  expect(conditions[0]?.tree).toMatchObject({ omitted: 201 })
})

test('reads and changes are answered before hundreds of explanations that were requested earlier', async () => {
  const asked = { persona: alice, collection: 'posts', action: 'update', record: published, data: { title: 'another title' } }
  let explained = 0
  const explainAsked = async () => {
    const { verdict } = await explain(magazine, asked)
    explained += 1
    return `${verdict.status} ${verdict.message}`
  }
  const first = explainAsked()
  const others = Array.from({ length: 299 }, explainAsked)
  await first
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await clientOf(magazine, undefined).ask('GET', `/categories/records?perPage=${turn + 1}`)).status).toBe(200)
    await magazine.change('PATCH', `/posts/records/${draft}`, { title: `title ${turn}` })
  }
  expect(explained).toBeLessThan(300)
  expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set(['200 ']))
})
