import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

const records = '/api/collections/scratch/records'
/** Represents secrets that people type into forms. No response may repeat it. */
const typedPassword = 'sesame-open-yourself'

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer()
})
afterEach(() => server.assertAlive())
afterAll(() => server.close([typedPassword]))

const generic = { code: 400, message: 'Something went wrong while processing your request.', data: {} }
const unreadableRecord = { code: 400, message: 'Failed to load the submitted data due to invalid formatting.', data: {} }
const unreadableForm = { code: 400, message: 'An error occurred while loading the submitted data.', data: {} }
const missing = { code: 404, message: "The requested resource wasn't found.", data: {} }
const json = { 'Content-Type': 'application/json' }

const megabytes = (count: number) => count * 1024 * 1024
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

describe('invalid JSON bodies', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['truncated', '{"t":"x'],
    ['truncated after a password', `{"identity":"a@b.example","password":"${typedPassword}`],
    ['followed by a word without quotes', `{"identity":"a@b.example","password":"${typedPassword}" oops`],
    ['with a password without quotes', `{"identity":"a@b.example","password":${typedPassword}}`],
    ['with single quotes', "{'t':'x'}"],
    ['with a trailing comma', '{"t":"x",}'],
    ['with a comment', '{/* t */"t":"x"}'],
    ['with NaN', '{"n":NaN}'],
    ['with a control character', '{"t":"\n"}'],
    ['of NUL bytes', '\0\0\0'],
    ['with a byte order mark', '\ufeff{"t":"x"}'],
    ['in UTF-16', Buffer.from('{"t":"x"}', 'utf16le')],
    ['a list', '[{"t":"x"}]'],
    ['a text', '"x"'],
    ['a number', '1'],
  ])('an invalid JSON body is rejected: %s', async (_, body) => {
    expect((await server.ask('POST', records, { body, headers: json })).json).toEqual(unreadableRecord)
    expect((await server.ask('PATCH', `${records}/scratch00000001`, { body, headers: json })).json).toEqual(unreadableRecord)
    const signIn = await server.ask('POST', '/api/admins/auth-with-password', { body, headers: json })
    expect(signIn.json).toEqual(unreadableForm)
  })

  test.each<[string, string, string]>([
    ['no content type', '', '{"t":"x"}'],
    ['another content type', 'text/plain', '{"t":"x"}'],
    ['a content type similar to JSON', 'application/jsonp', '{"t":"x"}'],
    ['XML', 'application/xml', '<t>x</t>'],
    ['a URL-encoded form', 'application/x-www-form-urlencoded', 't=x'],
    ['a form without its boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
    ['a form with another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n--x--\r\n'],
    ['a truncated form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="t"\r\n\r\nhalf'],
    [
      'a form with a truncated file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="f1"; filename="a.txt"\r\n\r\nabc\r\n',
    ],
  ])('the records API rejects %s', async (_, type, body) => {
    const response = await server.ask('POST', records, { body: Buffer.from(body), headers: { 'Content-Type': type } })
    expect(response.json).toEqual(unreadableRecord)
  })
})

describe('bodies of ten megabytes', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => [`a key with the number ${index}`, index])
  test.each([
    ['one long text', { t: 'x'.repeat(megabytes(10)) }, 200],
    ['one long text in a JSON field', { j: 'x'.repeat(megabytes(10)) }, 400],
    ['very many keys', Object.fromEntries(many), 400],
    ['very many keys in a JSON field', { j: Object.fromEntries(many.slice(0, 20_000)) }, 200],
    ['very many values of a select', { s2: Array(megabytes(2.5)).fill('a') }, 400],
    ['very many relations', { rN: many.map(([key]) => key) }, 400],
  ])('a body of ten megabytes is stored or rejected: %s', async (_, body, status) => {
    const response = await server.ask('POST', records, { body })
    expect(response.status).toBe(status)
    // Delete the record, because it would be part of every later list.
    if (status === 200) await server.ask('DELETE', `${records}/${response.json.id}`)
  })

  test('a file that is too large is rejected and not stored', async () => {
    const body = new FormData()
    body.set('f1', new File(['x'.repeat(megabytes(10))], 'large.txt'))
    const { json } = await server.ask('POST', records, { body })
    expect(json).toMatchObject({ message: 'Failed to create record.', data: { f1: { code: 'validation_file_size_limit' } } })
  })
})

describe('values of the wrong type', () => {
  const fields = ['t', 'n', 'b', 'e', 'u', 'd', 's1', 's2', 'f1', 'f2', 'r1', 'rN', 'j', 'ed', 'n+', 's2-', 'rN+', 'f2-', 'f1.0']
  const values: unknown[] = [
    null,
    true,
    -0,
    1e308,
    2 ** 53,
    '',
    'x',
    '-',
    'NaN',
    'Infinity',
    '0x10',
    '1e999',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    '[',
    '["a"',
    '["a"]',
    '{}',
    'null',
    '0000-00-00',
    '9999-12-31 23:59:59.999Z',
    '+275760-09-13T00:00:00Z',
    "';--",
    '`',
    [],
    [[]],
    [null],
    [1, true, 'a'],
    {},
    { a: 1 },
    [{ a: [] }],
    JSON.parse('{"__proto__":{"t":1}}'),
    '../../data.db',
    'a'.repeat(100_000),
    Array(1000).fill('b'),
    JSON.parse(nested(500, '[', ']')),
    JSON.parse(nested(9_000, '[', ']')),
  ]

  const rejection = isPostgresRun()
    ? /^(?:Failed to (?:create record|load)|A text contains the character NUL, which PostgreSQL cannot store\.)/
    : /^Failed to (?:create record|load)/

  test.each(fields)(
    'invalid values of the field %s are cast or rejected by name, and stored records stay readable',
    async field => {
      const responses = await Promise.all(values.map(value => server.ask('POST', records, { body: { [field]: value } })))
      for (const { json: response } of responses.filter(({ status }) => status !== 200)) {
        expect(response).toMatchObject({ code: 400, message: expect.stringMatching(rejection) })
      }
      const stored = responses.filter(({ status }) => status === 200).map(({ json: response }) => response)
      const sort = field.replace(/\W.*/, '')
      const { json: page } = await server.ask('GET', `${records}?perPage=500&sort=-${sort}`)
      expect(page.items).toEqual(expect.arrayContaining(stored))
      await Promise.all(stored.map(({ id }) => server.ask('DELETE', `${records}/${id}`)))
    },
  )

  test.each(['id', 'created', 'updated', 'collectionId', 'collectionName', 'expand', 'tokenKey', 'passwordHash', 'unknown', ''])(
    'the key "%s" in an update does not change protected values',
    async key => {
      for (const value of [null, 7, 'x', ['x'], { x: 1 }]) {
        const { status, json: response } = await server.ask('PATCH', `${records}/scratch00000002`, { body: { [key]: value } })
        expect(status).toBe(key === 'id' && value !== null && typeof value !== 'object' ? 400 : 200)
        if (status === 200) expect(response).toMatchObject({ id: 'scratch00000002', collectionName: 'scratch' })
        expect(response).not.toHaveProperty(['unknown'])
      }
    },
  )

  test.each(['identity', 'password', 'email', 'avatar', 'passwordConfirm', 'id'])(
    'invalid values of %s are rejected for admins',
    async key => {
      for (const value of [true, 7.5, -1, '\0', ['x'], { x: 1 }, 'x'.repeat(50_000)]) {
        const body = { [key]: value }
        for (const path of ['/api/admins', '/api/admins/auth-with-password']) {
          expect((await server.ask('POST', path, { body, token: server.admin })).status).toBe(400)
        }
      }
    },
  )
})

describe('invalid queries', () => {
  const filters = [
    't',
    't =',
    '= t',
    't = "x',
    "t = 'x",
    't == "x"',
    't = "x" and n = 1',
    't = "x" &&',
    '(t = "x"',
    't = "x")',
    '()',
    '//',
    'typo = 1',
    'T = 1',
    't.x = 1',
    'r1.typo = 1',
    't:typo = 1',
    't:length:each = 1',
    'n = 1e5',
    'n = .5',
    'n = 1.',
    't * 1',
    'passwordHash = 1',
    'tokenKey ~ "a"',
    'r1.passwordHash = 1',
    'rowid = 1',
    '_rowid_ = 1',
    't; DROP TABLE scratch',
    '`t` = 1',
    '__proto__ = 1',
    'constructor = 1',
    'toString = 1',
    'constructor.name = "x"',
    'r1.__proto__.t = 1',
    't:constructor = 1',
    '@nope',
    '@now',
    '@request = 1',
    '@collection.nope.id = 1',
    '@collection.__proto__.id = 1',
    't = \0',
    '%',
    'r1.r1.r1.r1.r1.r1.r1.t=1',
    nested(300, '(', ')'),
    '('.repeat(600),
    '"'.repeat(599),
    'a.'.repeat(900),
    '!'.repeat(500),
  ]

  test.each(filters.map(filter => [filter.slice(0, 40), filter] as const))(
    'the filter %j gets an error or a page',
    async (_, filter) => {
      const query = `filter=${encodeURIComponent(filter)}`
      const lists = [records, '/api/collections', '/api/admins'].map(list => `${list}?${query}`)
      const responses = await Promise.all(lists.map(list => server.ask('GET', list, { token: server.admin })))
      expect(responses.map(response => response.json)).toEqual([generic, generic, generic])
      expect((await server.ask('GET', `${records}?${query}`)).status).toBe(filter.includes('@collection.') ? 403 : 400)
    },
  )

  test.each<[string, number]>([
    ...['sort=typo', 'sort=t,,n', 'sort=t,', 'sort=@now', 'sort=passwordHash', 'sort=__proto__', 'sort=toString', 'sort=%00'].map(
      (query): [string, number] => [query, 400],
    ),
    ...[
      'page=one',
      'page=1e3',
      'page=99999999999999999999',
      'page=9223372036854775808',
      'perPage=0x10',
      'perPage=%00',
      'skipTotal=maybe',
    ].map((query): [string, number] => [query, 400]),
    ...['fields=(', 'fields=t:nope(1)', 'fields=t:excerpt', 'fields=t:excerpt(-1)', 'fields=t:constructor(1)'].map(
      (query): [string, number] => [query, 400],
    ),
    [`filter=${'x'.repeat(3000)}`, 400],
    [`anything=${'x'.repeat(3000)}`, 400],
    ...[
      'page=-5',
      'perPage=-5',
      'perPage=999999',
      'page=9007199254740991&perPage=500',
      'page=9223372036854775807&perPage=500',
      'page=-9223372036854775808',
      'filter=%zz',
      'sort=%',
      '%=%',
      '&&&=&',
    ].map((query): [string, number] => [query, 200]),
    ...[
      'expand=__proto__',
      'expand=constructor.name',
      'expand=,.,',
      'expand=r1.r1.r1.r1.r1.r1.r1.r1.r1',
      'fields=__proto__,*',
    ].map((query): [string, number] => [query, 200]),
    ...['__proto__=1&constructor=2&toString=3', '__proto__[t]=1', 'filter[]=x', 'filter=&filter=typo', 'pretty=%00'].map(
      (query): [string, number] => [query, 200],
    ),
  ])('the query %s gets the expected status', async (query, status) => {
    expect((await server.ask('GET', `${records}?${query}`)).status).toBe(status)
  })

  test('an extremely long or deep filter is rejected for admins, too', async () => {
    for (const filter of ['('.repeat(5_000), `${'('.repeat(2_000)}name=1${')'.repeat(2_000)}`]) {
      const path = `/api/collections?filter=${encodeURIComponent(filter)}`
      expect((await server.ask('GET', path, { token: server.admin })).json).toEqual(generic)
    }
  })
})

describe('unknown names', () => {
  const names = [
    'unknown',
    'x'.repeat(5000),
    '%00',
    '%zz',
    '%ff',
    '%F0%9F%98%80',
    '__proto__',
    'constructor',
    '..%2f..%2fdata.db',
    '*',
    "'",
    '%60',
  ]
  test.each(names.map(name => [name.slice(0, 40), name] as const))(
    'the unknown name %s gets a 404 as a collection, record, file and admin',
    async (_, name) => {
      const token = server.admin
      for (const path of [
        `/api/collections/${name}/records`,
        `${records}/${name}`,
        `/api/collections/${name}`,
        `/api/admins/${name}`,
      ]) {
        expect((await server.ask('GET', path, { token })).json).toEqual(missing)
      }
      for (const path of [`${name}/alice0000000001/x.jpg`, `users/${name}/x.jpg`, `users/alice0000000001/${name}`]) {
        expect((await server.ask('GET', `/api/files/${path}`, { token })).json).toEqual(missing)
      }
      const body = { t: 'x' }
      expect((await server.ask('POST', `/api/collections/${name}/records`, { token, body })).json).toEqual(missing)
      expect((await server.ask('PATCH', `${records}/${name}`, { token, body })).json).toEqual(missing)
      expect((await server.ask('DELETE', `${records}/${name}`, { token })).json).toEqual(missing)
      expect((await server.ask('PATCH', `/api/admins/${name}`, { token, body: {} })).json).toEqual(missing)
      expect((await server.ask('DELETE', `/api/admins/${name}`, { token })).json).toEqual(missing)
    },
  )

  test('a file is found only by its own name', async () => {
    const { json: alice } = await server.ask('GET', '/api/collections/users/records/alice0000000001')
    const folder = `/api/files/users/alice0000000001`
    expect((await server.ask('GET', `${folder}/${alice.avatar}`)).status).toBe(200)
    const others = [`${alice.avatar}.attrs`, '%2e%2fx', `..%2falice0000000001%2f${alice.avatar}`, `${alice.avatar}%00`]
    for (const name of others) expect((await server.ask('GET', `${folder}/${name}`)).status, name).toBe(404)
    for (const thumb of ['9999999x9999999', '0x0', '../../x', '100x100x', '%00', '__proto__']) {
      expect((await server.ask('GET', `${folder}/${alice.avatar}?thumb=${thumb}`)).status, thumb).toBe(200)
    }
  })
})
