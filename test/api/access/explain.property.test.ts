import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { databaseOfRun } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { explain } from './explain.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
  // An auth collection whose records can be deleted, because none of them sends requests.
  const schema = [{ name: 'level', type: 'number' }]
  await magazine.change('POST', '', { name: 'members', type: 'auth', schema, options: { minPasswordLength: 8 } })
  for (let level = 0; level < 6; level += 1) {
    const [username, emailVisibility] = [`member_${level}`, level % 2 === 0]
    const member = { level, username, emailVisibility, email: `${username}@example.com`, ...passwords }
    await magazine.change('POST', '/members/records', member)
  }
})
afterAll(() => magazine.close())

/** The personas, and the requesters that send their requests. */
const personas = {
  guest: undefined,
  'users/alice0000000001': 'users:alice',
  'clients/client000000001': 'clients:client000000001',
} as const

/** Changes of these collections leave the others as they are. */
const collections = ['scratch', 'tags', 'media', 'comments', 'members', 'post_stats'] as const

const actions = ['list', 'view', 'create', 'update', 'delete'] as const

/** The actions of collections that have fewer. Sign-ups have a test of their own. */
const actionsOf: Partial<Record<(typeof collections)[number], (typeof actions)[number][]>> = {
  members: ['list', 'view', 'update', 'delete'],
  post_stats: ['list', 'view'],
}

const passwords = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }

/** The data of writes, valid and invalid, which hardly changes the records. */
const bodies = {
  scratch: [{}, { t: 'x' }, { n: 5, title: 'a' }, { e: 'no email' }, { nested: { key: 1 } }],
  tags: [{}, { name: 'Other tag' }, { kind: 'topic' }, { kind: 'unknown' }],
  media: [{}, { title: 'Other' }, { public: true }, { owner: 'nobody000000001' }],
  comments: [{}, { body: 'Other' }, { post: 'post00000000001', author: 'alice0000000001', body: 'new' }, { stars: 900 }],
  members: [{}, { level: 3 }, { username: 'member_0' }, { email: 'no email' }, { verified: true }, passwords],
  post_stats: [{}],
}

const rounds = isLongRun ? 600 : databaseOfRun() === 'postgres' ? 30 : 60

test(
  'the explanation of random requests under random rules is what the API responds to them',
  async () => {
    const random = randomFilters(readCollections(magazine.dataDir))
    const question = fc.constantFrom(...collections).chain(collection =>
      fc.record({
        collection: fc.constant(collection),
        action: fc.constantFrom(...(actionsOf[collection] ?? actions)),
        persona: fc.constantFrom(...(Object.keys(personas) as (keyof typeof personas)[])),
        rule: fc.oneof(
          { arbitrary: random.rule(collection), weight: 8 },
          fc.constantFrom('', null, '@request.auth.id != ""', '@request.data.t ?= "x"'),
        ),
        filter: fc.option(random.filter(collection), { nil: undefined }),
        index: fc.nat(30),
        data: fc.constantFrom<object>(...bodies[collection]),
        query: fc.constantFrom<Record<string, string>>({}, { kind: 'x' }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(question, async ({ collection, action, persona, rule, filter, index, data, query: own }) => {
        await magazine.change('PATCH', `/${collection}`, { [`${action}Rule`]: rule })
        const { items } = (await magazine.change('GET', `/${collection}/records?perPage=500&fields=id`)) as {
          items: { id: string }[]
        }
        const id = items[index % (items.length + 1)]?.id ?? 'missing00000001'
        const isOne = action !== 'list' && action !== 'create'
        const query = action === 'list' && filter !== undefined ? { ...own, filter } : own
        const explained = await explain(magazine, {
          ...{ persona, collection, action, query, headers: { 'X-Key': 'a' } },
          ...(isOne && { record: id }),
          ...(action === 'list' && items.some(item => item.id === id) && { record: id }),
          ...((action === 'create' || action === 'update') && { data }),
        })

        const who = personas[persona]
        const methods = { list: 'GET', view: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' }
        const path = `/api/collections/${collection}/records${isOne ? `/${id}` : ''}?${new URLSearchParams({ ...query, perPage: '500' })}`
        const response = await askApi(magazine.port, methods[action], path, {
          ...(who && { token: signToken(magazine.dataDir, 'auth', who) }),
          headers: { 'X-Key': 'a' },
          ...((action === 'create' || action === 'update') && { body: data }),
        })
        const { verdict, conditions, record } = explained
        expect([verdict.status, verdict.message]).toEqual([response.status, response.status < 300 ? '' : response.json.message])
        // Without conditions, the rule is empty; a list can also have no records to explain.
        const isMet = conditions.every(({ tree }) => tree.isMet)
        if (response.status >= 300) {
          expect(verdict.issues).toEqual(response.json.data)
          // The record exists, so it is the rule that hides it.
          if (response.status === 404 && conditions.length > 0) expect(isMet).toBe(false)
          return
        }
        if (action !== 'list') {
          expect(isMet).toBe(true)
          return
        }
        const listed = (response.json.items as { id: string }[]).map(item => item.id)
        expect(verdict.total).toBe(response.json.totalItems)
        if (record !== undefined) expect(verdict.hasRecord).toBe(listed.includes(record))
        if (verdict.hasRecord) expect(isMet).toBe(true)
      }),
      { numRuns: rounds },
    )
  },
  isLongRun ? 900_000 : 240_000,
)

/** Values of sign-ups and updates, valid and invalid. */
const signUps = [
  passwords,
  { ...passwords, role: 'chief' },
  { ...passwords, verified: true },
  { ...passwords, username: 'alice' },
  { ...passwords, email: 'no email' },
  { ...passwords, passwordConfirm: 'another-one' },
  { password: 'short', passwordConfirm: 'short' },
  { username: 'nobody' },
]

test('the explanation of random sign-ups and new passwords under random rules is what the API responds to them', async () => {
  const random = randomFilters(readCollections(magazine.dataDir))
  let users = 0
  const question = fc.record({
    action: fc.constantFrom('create', 'update'),
    persona: fc.constantFrom('guest', 'users/alice0000000001'),
    rule: fc.oneof(
      { arbitrary: random.rule('users').filter(rule => !rule.includes('created')), weight: 3 },
      fc.constantFrom('', null, '@request.data.role:isset = false', 'verified = true', 'username != ""'),
    ),
    data: fc.constantFrom(...signUps),
  })
  await fc.assert(
    fc.asyncProperty(question, async ({ action, persona, rule, data: given }) => {
      // Rules can read the id and the username, so these are not generated, which differs between the dry run and the request.
      users += 1
      const id = String(users).padStart(15, '0')
      const data = action === 'create' ? { id, username: `user_${id}`, ...given } : given
      await magazine.change('PATCH', '/users', { [`${action}Rule`]: rule })
      const record = action === 'update' ? { record: 'bob000000000001' } : {}
      const { verdict, conditions } = await explain(magazine, { persona, collection: 'users', action, data, ...record })
      const who = personas[persona as keyof typeof personas]
      const [method, path] = action === 'create' ? ['POST', ''] : ['PATCH', '/bob000000000001']
      const { status, json } = await askApi(magazine.port, method, `/api/collections/users/records${path}`, {
        ...(who && { token: signToken(magazine.dataDir, 'auth', who) }),
        body: data,
      })
      const isAllowed = status < 300
      const response = isAllowed ? { message: '', issues: {} } : { message: json.message, issues: json.data }
      expect(verdict).toEqual({ isAllowed, status, ...response })
      if (isAllowed) expect(conditions.every(({ tree }) => tree.isMet)).toBe(true)
    }),
    { numRuns: Math.ceil(rounds / 2) },
  )
}, 240_000)

test('a rule that denies a record has a result of false, and its suggested rule allows the record', async () => {
  const random = randomFilters(readCollections(magazine.dataDir))
  await fc.assert(
    fc.asyncProperty(random.rule('tags'), fc.constantFrom(...Object.keys(personas)), async (rule, persona) => {
      const asked = { persona, collection: 'tags', action: 'view', record: 'tag000000000001' }
      const { verdict, conditions, changes } = await explain(magazine, { ...asked, rule })
      if (conditions.length === 0) return
      expect(conditions.map(({ tree }) => tree.isMet)).toEqual([verdict.isAllowed])
      const suggested = changes.filter(({ kind }) => kind === 'rule')
      expect(suggested).toHaveLength(1)
      const turned = await explain(magazine, { ...asked, rule: suggested[0]?.rule })
      expect(turned.verdict.isAllowed).toBe(!verdict.isAllowed)
    }),
    { numRuns: rounds },
  )
}, 240_000)
