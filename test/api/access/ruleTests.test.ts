import type { RuleTest, RuleTestResult } from '@coffer/schema'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { hashesOf } from './hashesOf.ts'

let magazine: ServedMagazine
let usersId: string
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  usersId = String((await magazine.change('GET', '/users')).id)
  const owner = { name: 'owner', type: 'relation', options: { collectionId: usersId, maxSelect: 1, cascadeDelete: false } }
  await magazine.change('POST', '', { name: 'notes', schema: [{ name: 'title', type: 'text', required: true }, owner] })
})
afterAll(() => magazine.close())

const isOwner = 'owner = @request.auth.id'
const ownRules = {
  listRule: isOwner,
  viewRule: isOwner,
  createRule: `@request.auth.id != "" && ${isOwner}`,
  updateRule: isOwner,
  deleteRule: null,
}
const allowFailing = '?allowFailingTests=1'
beforeEach(() => magazine.change('PATCH', `/notes${allowFailing}`, { ...ownRules, ruleTests: [] }))

async function run(body: object = {}): Promise<RuleTestResult[]> {
  const { status, text } = await askApi(magazine.port, 'POST', '/api/access/test', { token: magazine.admin, body })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text).results
}

const messagesOf = async (tests: RuleTest[], collection = 'notes', rules: object = {}) =>
  (await run({ collection, tests, rules })).map(({ message }) => message)

const given = { title: 'a note', owner: '{user}' }
const newUser = { persona: 'new:users' } as const
const guest = { persona: 'guest' } as const

/** Tests that the rules of `notes` pass. */
const passing: RuleTest[] = [
  { ...newUser, action: 'list', given, expected: 'allowed' },
  { ...newUser, action: 'list', given, expected: 1 },
  { ...newUser, action: 'list', given, query: { filter: 'id != "{record}"' }, expected: 0 },
  { ...newUser, action: 'view', given, expected: 'allowed' },
  { ...newUser, action: 'update', given, data: { title: 'changed' }, expected: 'allowed' },
  { ...newUser, action: 'update', given: { title: 'of nobody' }, data: { title: 'changed' }, expected: 'denied' },
  { ...newUser, action: 'delete', given, expected: 'denied' },
  { ...newUser, action: 'create', data: given, expected: 'allowed' },
  { ...newUser, action: 'create', data: { title: 'of alice', owner: 'alice0000000001' }, expected: 'denied' },
  { persona: 'users/alice0000000001', action: 'create', data: { title: 'hers', owner: 'alice0000000001' }, expected: 'allowed' },
  { ...guest, action: 'list', given: { title: 'of nobody' }, expected: 'denied' },
  { ...guest, action: 'view', given: { title: 'of bob', owner: 'bob000000000001' }, expected: 'denied' },
  { ...guest, action: 'create', data: { title: 'of nobody' }, expected: 'denied' },
]

test('tests of every action pass for guests, new users and stored users, with records that exist only for the test', async () => {
  // A guest's empty id equals the empty owner of a note.
  const [emptyOwner, ...others] = (await messagesOf(passing)).slice(10)
  expect(emptyOwner).toBe('The list has the record.')
  expect([...(await messagesOf(passing)).slice(0, 10), ...others]).toEqual(Array(12).fill(''))
  const { totalItems } = await magazine.change('GET', '/notes/records')
  expect(totalItems).toBe(0)
})

test('a test of a list has the number of its records, and their ids page by page', async () => {
  const asked: RuleTest = { ...guest, action: 'list', query: { perPage: '8' }, expected: 20 }
  const ids = new Set<string>()
  for (const page of [1, 2, 3, 4]) {
    const [result] = await run({ collection: 'scratch', tests: [asked], page })
    expect([result?.total, result?.listed?.length]).toEqual([20, [8, 8, 4, 0][page - 1]])
    for (const id of result?.listed ?? []) ids.add(id)
  }
  expect(ids.size).toBe(20)
  const [own] = await run({ collection: 'notes', tests: [{ ...newUser, action: 'list', given, expected: 1 }] })
  expect([own?.total, own?.listed?.length]).toEqual([1, 1])
  const [locked] = await run({ collection: 'scratch', rules: { list: null }, tests: [asked] })
  expect(locked).not.toHaveProperty('total')
})

test.each<[string, RuleTest, object, string]>([
  [
    'an update that the rule allows',
    { ...guest, action: 'update', given, data: { title: 'x' }, expected: 'denied' },
    { update: '' },
    'The API allows it and responds with 200.',
  ],
  [
    'a deletion that is locked',
    { ...newUser, action: 'delete', given, expected: 'allowed' },
    {},
    'The API responds with 403 (Only admins can perform this action.).',
  ],
  ['a list with records', { ...guest, action: 'list', given, expected: 'denied' }, { list: '' }, 'The list has the record.'],
  ['a list of another length', { ...newUser, action: 'list', given, expected: 2 }, {}, 'The list has 1 record.'],
  [
    'a list that is locked',
    { ...newUser, action: 'list', expected: 'allowed' },
    { list: null },
    'The API responds with 403: the list rule is locked.',
  ],
  [
    'an open list without records yet',
    { ...guest, action: 'list', expected: 'denied' },
    { list: '' },
    'The list is empty only because there are no records: its rule allows all.',
  ],
  [
    'a list with an invalid filter',
    { ...newUser, action: 'list', query: { filter: 'nothing = 1' }, expected: 'denied' },
    {},
    'The request fails: the API responds with 400',
  ],
  [
    'a creation that is rejected because of its data',
    { ...newUser, action: 'create', data: {}, expected: 'denied' },
    {},
    'The request is not rejected by the rule, but for another reason: 400 (title: Missing required value.). Change its data.',
  ],
  [
    'a record that does not exist',
    { ...guest, action: 'view', record: 'missing00000001', expected: 'denied' },
    {},
    'There is no record missing00000001 in notes.',
  ],
  [
    'a user who does not exist',
    { persona: 'users/nobody', action: 'list', expected: 'denied' },
    {},
    'There is no persona "users/nobody".',
  ],
  [
    'a given record that is invalid',
    { ...guest, action: 'view', given: {}, expected: 'denied' },
    {},
    'The given record cannot be created. title: Missing required value.',
  ],
])('a test fails with its reason: %s', async (_, failing, rules, reason) => {
  const [message = ''] = await messagesOf([failing], 'notes', rules)
  expect(message).toContain(reason)
})

const password = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
const signUp = { ...guest, action: 'create' } as const

test.each<[string, RuleTest, string]>([
  ['is allowed with any values but a role', { ...signUp, data: password, expected: 'allowed' }, ''],
  [
    'is denied with a role that the rule does not allow',
    { ...signUp, data: { ...password, role: 'chief' }, expected: 'denied' },
    '',
  ],
  [
    'is not allowed with such a role',
    { ...signUp, data: { ...password, role: 'chief' }, expected: 'allowed' },
    'The API responds with 400 (Failed to create record.).',
  ],
  [
    'is not denied with a role that the rule allows',
    { ...signUp, data: { ...password, role: 'reader' }, expected: 'denied' },
    'The API allows it and responds with 200.',
  ],
  [
    'is not allowed with an invalid email',
    { ...signUp, data: { ...password, email: 'not an email' }, expected: 'allowed' },
    'The API responds with 400 (email: ',
  ],
  [
    'is denied with a taken username for another reason than the rule',
    { ...signUp, data: { ...password, username: 'alice' }, expected: 'denied' },
    'The request is not rejected by the rule, but for another reason: 400 (username: ',
  ],
])('a rule test of a sign-up has the result of the API: it %s', async (_, tested, reason) => {
  const [message = ''] = await messagesOf([tested], 'users')
  if (reason === '') expect(message).toBe('')
  else expect(message).toContain(reason)
})

test('a change that closes the sign-up, or opens it to a role, is rejected if a rule test says so', async () => {
  const { createRule } = await magazine.change('GET', '/users')
  onTestFinished(async () => void (await magazine.change('PATCH', `/users${allowFailing}`, { createRule, ruleTests: [] })))
  const ruleTests: RuleTest[] = [
    { ...signUp, data: password, expected: 'allowed' },
    { ...signUp, data: { ...password, role: 'chief' }, expected: 'denied' },
  ]
  await magazine.change('PATCH', '/users', { ruleTests })
  const failingAfter = async (rule: string) => {
    const [status, failing = {}] = failures(await magazine.ask('PATCH', '/users', { createRule: rule }))
    return [status, Object.keys(Object(Object(failing).users))]
  }
  expect(await failingAfter('@request.data.role = "reader"')).toEqual([400, ['0']])
  expect(await failingAfter('')).toEqual([400, ['1']])
  expect(await failingAfter('@request.data.role:isset = false')).toEqual([200, []])
})

test('changes of records are answered while rule tests run that were requested earlier', async () => {
  const tests: RuleTest[] = Array(50).fill({ ...newUser, action: 'update', given, data: { title: 'x' }, expected: 'allowed' })
  let finished = 0
  const runs = Array.from({ length: 4 }, async () => {
    const results = await run({ collection: 'notes', tests })
    finished += 1
    return results
  })
  for (let turn = 0; turn < 5; turn += 1)
    await magazine.change('PATCH', '/posts/records/post00000000003', { title: `title ${turn}` })
  expect(finished).toBe(0)
  await Promise.all(runs)
})

test('tests are stored with the collection, returned by the API, and kept by changes and imports that do not name them', async () => {
  const tests = passing.slice(0, 2)
  expect(await magazine.change('PATCH', '/notes', { ruleTests: tests })).toMatchObject({ ruleTests: tests })
  await magazine.change('PATCH', '/notes', { viewRule: null })
  const { ruleTests, ...exported } = await magazine.change('GET', '/notes')
  expect(ruleTests).toEqual(tests)
  const { items } = (await magazine.change('GET', '?perPage=200')) as { items: { name: string; ruleTests?: unknown }[] }
  expect(items.filter(item => 'ruleTests' in item)).toMatchObject([{ name: 'notes', ruleTests: tests }])
  await magazine.change('PUT', '/import', { collections: [exported], deleteMissing: false })
  expect(await magazine.change('GET', '/notes')).toMatchObject({ ruleTests: tests })
  await magazine.change('PUT', '/import', { collections: [{ ...exported, ruleTests: tests.slice(1) }], deleteMissing: false })
  expect(await magazine.change('GET', '/notes')).toMatchObject({ ruleTests: tests.slice(1) })
  expect((await run()).map(({ collection, isPassed }) => [collection, isPassed])).toEqual([['notes', true]])
  await magazine.change('PATCH', '/notes', { ruleTests: [] })
  expect(await magazine.change('GET', '/notes')).not.toHaveProperty('ruleTests')
})

const failures = ({ status, json }: ApiResponse) => [status, (json.data as { failingTests?: unknown } | undefined)?.failingTests]

test('a change that makes a test fail is rejected with the reason and changes nothing, unless the request allows it', async () => {
  const denied: RuleTest = {
    name: 'strangers cannot edit',
    ...newUser,
    action: 'update',
    given: { title: 'x' },
    expected: 'denied',
  }
  await magazine.change('PATCH', '/notes', { ruleTests: [passing[0], denied] })
  const message = 'Strangers cannot edit: The API allows it and responds with 200.'
  const expected = { notes: { 1: { code: 'rule_test_failed', message } } }
  const rejected = await magazine.ask('PATCH', '/notes', { updateRule: '' })
  expect(failures(rejected)).toEqual([400, expected])
  expect(rejected.json.message).toContain('allowFailingTests=1')
  const stored = await magazine.change('GET', '/notes')
  expect(stored).toMatchObject({ updateRule: isOwner })
  const collections = [{ ...stored, updateRule: '' }]
  expect(failures(await magazine.ask('PUT', '/import', { collections }))).toEqual([400, expected])
  expect(failures(await magazine.ask('PATCH', '/notes', { ruleTests: [{ ...denied, expected: 'allowed' }] }))[0]).toBe(400)

  await magazine.change('PATCH', `/notes${allowFailing}`, { updateRule: '' })
  expect((await run({ collection: 'notes' })).map(({ isPassed }) => isPassed)).toEqual([true, false])
  // A test that failed before does not prevent other changes.
  await magazine.change('PATCH', '/notes', { deleteRule: isOwner })
  await magazine.change('PUT', `/import${allowFailing}`, { collections: [{ ...stored, updateRule: '' }], deleteMissing: false })
})

test('a removed field and a change of another collection are rejected if a test fails because of them', async () => {
  const readers = {
    name: 'readers',
    type: 'base',
    listRule: '@collection.notes.owner ?= @request.auth.id',
    schema: [{ name: 'a', type: 'text' }],
  }
  const ruleTests: RuleTest[] = [{ persona: 'users/alice0000000001', action: 'list', given: { a: 'x' }, expected: 'allowed' }]
  await magazine.change('POST', '/notes/records', { title: 'hers', owner: 'alice0000000001' })
  await magazine.change('POST', '', { ...readers, ruleTests })
  const { schema } = (await magazine.change('GET', '/notes')) as { schema: { name: string }[] }
  const withoutOwner = {
    ...Object.fromEntries(Object.keys(ownRules).map(rule => [rule, null])),
    schema: schema.filter(({ name }) => name !== 'owner'),
  }
  const [status, failing] = failures(await magazine.ask('PATCH', '/notes', withoutOwner))
  expect([status, failing]).toEqual([400, { readers: { 0: expect.objectContaining({ code: 'rule_test_failed' }) } }])
  await magazine.change('DELETE', '/readers')
  expect(await run()).toEqual([])
})

test('the deletion of a collection, and a new one whose own test fails, are rejected', async () => {
  const denied: RuleTest = { ...guest, action: 'view', given: { title: 'x' }, expected: 'denied' }
  await magazine.change('POST', '', {
    name: 'bans',
    schema: [{ name: 'user', type: 'relation', options: { collectionId: usersId, maxSelect: 1, cascadeDelete: false } }],
  })
  const viewRule = '@request.auth.bans_via_user.id != ""'
  const ruleTests = [{ ...denied, persona: 'users/alice0000000001', expected: 'allowed' }]
  await magazine.change('POST', '/bans/records', { user: 'alice0000000001' })
  await magazine.change('PATCH', '/notes', { viewRule, ruleTests })
  expect(failures(await magazine.ask('DELETE', '/bans'))).toEqual([
    400,
    { notes: { 0: { code: 'rule_test_failed', message: expect.stringContaining('404') } } },
  ])
  await magazine.change('DELETE', `/bans${allowFailing}`)
  const open = { name: 'opened', viewRule: '', schema: [{ name: 'title', type: 'text' }], ruleTests: [denied] }
  const [status, failing] = failures(await magazine.ask('POST', '', open))
  expect([status, Object.keys(Object(failing))]).toEqual([400, ['opened']])
  expect((await magazine.ask('GET', '/opened')).status).toBe(404)
})

test('runs of tests change nothing: no record or file', async () => {
  await magazine.change('PATCH', '/notes', { ruleTests: passing.slice(0, 10) })
  const before = hashesOf(magazine.dataDir)
  expect((await run()).every(({ isPassed }) => isPassed)).toBe(true)
  expect(hashesOf(magazine.dataDir)).toEqual(before)
})

test('lists that were read before are correct after tests have run: what tests read is not cached', async () => {
  const list = () => magazine.change('GET', '/posts/records?expand=author&perPage=3&filter=author!=""')
  const before = await list()
  const tests: RuleTest[] = [{ persona: 'guest', action: 'delete', record: 'post00000000001', expected: 'denied' }]
  await run({ collection: 'posts', tests, rules: { delete: '' } })
  expect(await list()).toEqual(before)
})

test.each<[unknown, string]>([
  ['x', 'Send the rule tests as a list.'],
  [[{ persona: 'guest', action: 'see', expected: 'denied' }], 'Rule test 1: "action" must be one of list, view'],
  [[{ action: 'list', expected: 'denied' }], 'Rule test 1: "persona" must be'],
  [[passing[0], { ...guest, action: 'view', expected: 'denied' }], 'Rule test 2: "record" must be the id of a record'],
  [[{ ...guest, action: 'list', expected: -1 }], '"expected" must be "allowed" or "denied", or the number'],
  [[{ ...guest, action: 'create', expected: 3 }], '"expected" must be "allowed" or "denied"'],
  [[{ ...guest, action: 'create', record: 'x', expected: 'denied' }], 'neither "record" nor "given"'],
  [[{ ...guest, action: 'list', query: { filter: 1 }, expected: 'denied' }], '"query" must be an object of texts'],
  [[{ ...guest, action: 'create', data: { a: 'x'.repeat(10_000) }, expected: 'denied' }], 'at most 10,000 characters'],
  [Array(51).fill(passing[0]), 'at most 50 rule tests'],
])('invalid tests are rejected with a sentence ($1)', async (ruleTests, message) => {
  const { status, json } = await magazine.ask('PATCH', '/notes', { ruleTests })
  expect([status, json.data]).toEqual([
    400,
    { ruleTests: { code: expect.any(String), message: expect.stringContaining(message) } },
  ])
})
