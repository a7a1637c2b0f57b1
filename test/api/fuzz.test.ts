import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

const records = '/api/collections/scratch/records'
const rounds = { numRuns: 150 }

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer()
})
afterEach(() => server.assertAlive())
afterAll(() => server.close())

const names = ['id', 't', 'n', 'b', 'e', 'u', 'd', 's1', 's2', 'f1', 'f2', 'r1', 'rN', 'j', 'ed', 'created', 'updated']
const odd = ['__proto__', 'constructor', 'toString', 'f1.0', 'f2.0', '@jsonPayload', 'password', '']
const keys = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '', '', '+', '-')).map(parts => parts.join('')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom('a', 'é', 'scratch00000001', '2022-01-01', '["a"]', 'x@y.example', 'https://x.example', 'null', '1e5'),
  fc.double().map(number => (Number.isFinite(number) ? number : String(number))),
)
const bodies = fc.array(fc.tuple(keys, values), { maxLength: 6 }).map(entries => Object.fromEntries(entries))

test('a record with any body is stored and returned, or rejected', async () => {
  const property = fc.asyncProperty(bodies, async body => {
    const { status, json } = await server.ask('POST', records, { body })
    expect([200, 400]).toContain(status)
    if (status !== 200) return
    expect((await server.ask('GET', `${records}/${encodeURIComponent(String(json.id))}`)).json).toEqual(json)
  })
  await fc.assert(property, rounds)
})

test('a record stays readable after an update with any body', async () => {
  const property = fc.asyncProperty(bodies, async body => {
    const path = `${records}/scratch00000003`
    const { status, json } = await server.ask('PATCH', path, { body })
    expect([200, 400]).toContain(status)
    const { json: shown } = await server.ask('GET', path)
    if (status === 200) expect(shown).toEqual(json)
    expect(shown).toMatchObject({ id: 'scratch00000003', collectionName: 'scratch' })
  })
  await fc.assert(property, rounds)
})

test('any form is stored or rejected', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    values.map(value => JSON.stringify(value)),
  )
  const parts = fc.array(fc.tuple(keys, fc.oneof(texts, fc.uint8Array({ maxLength: 64 })), fc.string()), { maxLength: 5 })
  const property = fc.asyncProperty(parts, async list => {
    const body = new FormData()
    for (const [key, content, name] of list) {
      if (typeof content === 'string') body.append(key, content)
      else body.append(key, new File([new Uint8Array(content)], name))
    }
    expect([200, 400]).toContain((await server.ask('POST', records, { body })).status)
  })
  await fc.assert(property, rounds)
})

test('any bytes as a body are stored or rejected', async () => {
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '')
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 100 }).map(list => new Uint8Array(list)),
    fc
      .array(fc.constantFrom('--x', '\r\n', '"', 'Content-Disposition: form-data; name=', 't', '--', ';', ' filename="a"', '\0'))
      .map(parts => parts.join('')),
    fc.json().map(text => text.slice(0, Math.ceil(text.length / 2))),
  )
  const paths = fc.constantFrom(records, '/api/admins/auth-with-password', '/api/admins', '/api/collections/users/records')
  const property = fc.asyncProperty(paths, types, bytes, async (path, type, body) => {
    expect([200, 400, 401]).toContain((await server.ask('POST', path, { body, headers: { 'Content-Type': type } })).status)
  })
  await fc.assert(property, rounds)
})

const operand = fc.oneof(
  fc.constantFrom(
    ...names,
    'r1.t',
    'rN.n',
    'rN.r1.id',
    'j.a.0',
    's2:each',
    'rN:length',
    't:each',
    'scratch_via_r1.t',
    '@now',
    '@collection.users.role',
  ),
  fc.constantFrom(
    '@request.auth.id',
    '@request.query.x',
    '@request.data.t:isset',
    'true',
    'null',
    '1',
    '-1.5',
    '"x"',
    "'%_\\\\'",
    '""',
    '"\0"',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).map(text => JSON.stringify(text)),
)
const operator = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~', '!~', '?=', '?!=', '?>', '?~', '?!~')
const { filter: goodFilter } = fc.letrec<{ filter: string; term: string }>(tie => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(operand, operator, operand).map(parts => parts.join(' ')),
    tie('filter').map(inner => `(${inner})`),
  ),
  filter: fc
    .array(tie('term'), { minLength: 1, maxLength: 3 })
    .chain(terms => fc.constantFrom(' && ', ' || ', '&&', '\n||\t').map(join => terms.join(join))),
}))
const brokenFilter = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(operand, operator, fc.constantFrom('(', ')', '&&', '||', '"', "'", '//', '.', ':', '@', '\n')), {
      maxLength: 12,
    })
    .map(parts => parts.join(' ')),
)

test('any filter returns a page or an error', async () => {
  const property = fc.asyncProperty(fc.oneof(goodFilter, brokenFilter), fc.boolean(), async (filter, isAdmin) => {
    const path = `${records}?fields=id&filter=${encodeURIComponent(filter)}`
    const { status } = await server.ask('GET', path, { token: isAdmin ? server.admin : undefined })
    expect([200, 400, 403]).toContain(status)
  })
  await fc.assert(property, { numRuns: 300 })
})

test('a filter with valid syntax and existing fields is never rejected for its length or shape', async () => {
  const property = fc.asyncProperty(goodFilter, async filter => {
    const query = encodeURIComponent(filter)
    fc.pre(query.length < 1900)
    const { status, text } = await server.ask('GET', `${records}?fields=id&filter=${query}`, { token: server.admin })
    const isRejected =
      isPostgresRun() && filter.includes('\0') && text.includes('the character NUL, which PostgreSQL cannot store')
    expect(status, `${filter}: ${text}`).toBe(isRejected ? 400 : 200)
  })
  await fc.assert(property, rounds)
})

test('any query string returns a page or an error', async () => {
  const name = fc.constantFrom(
    'page',
    'perPage',
    'sort',
    'filter',
    'expand',
    'fields',
    'skipTotal',
    'pretty',
    'token',
    '__proto__',
    'constructor',
    '',
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).map(encodeURIComponent),
    fc.string({ unit: 'grapheme-ascii' }).map(encodeURI),
    fc.constantFrom('%', '%zz', '%00', '%ff', '-t', 't,n', 'r1', '*', '1'),
  )
  const query = fc
    .array(
      fc.tuple(name, value).map(pair => pair.join('=')),
      { maxLength: 5 },
    )
    .map(pairs => pairs.join('&'))
  const lists = fc.constantFrom(records, '/api/collections', '/api/admins', '/api/collections/users/records')
  const property = fc.asyncProperty(lists, query, fc.boolean(), async (list, text, isAdmin) => {
    const { status } = await server.ask('GET', `${list}?${text.replaceAll('#', '')}`, {
      token: isAdmin ? server.admin : undefined,
    })
    expect([200, 400, 401, 403]).toContain(status)
  })
  await fc.assert(property, rounds)
})
