import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const ask = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, path, { token: magazine.admin, ...(body && { body }) })

/** Returns a collection in the words of 0.22, without the date of its last change. */
async function inOldWords(name: string) {
  const { updated: _, ...rest } = (await ask('GET', `/api/collections/${name}`)).json as Record<string, unknown>
  return rest
}

test.each(['comments', 'posts', 'scratch', 'users', 'clients', 'tags', 'media'])(
  'saving %s as it was read in the dialect of today changes nothing',
  async name => {
    const before = await inOldWords(name)
    const read = await ask('GET', `/today/api/collections/${name}`)
    expect(read.status).toBe(200)
    const saved = await ask('PATCH', `/today/api/collections/${name}`, read.json as object)
    expect([saved.status, saved.json]).toEqual([200, { ...(read.json as object), updated: expect.any(String) }])
    expect(await inOldWords(name)).toEqual(before)
  },
)

test('saving a view as it was read keeps its query and the names of its fields', async () => {
  const namesOf = ({ json }: { json: unknown }) => (json as { fields: { name: string }[] }).fields.map(({ name }) => name)
  const read = await ask('GET', '/today/api/collections/post_stats')
  const saved = await ask('PATCH', '/today/api/collections/post_stats', read.json as object)
  expect([saved.status, namesOf(saved)]).toEqual([200, namesOf(read)])
  expect(saved.json).toMatchObject({ viewQuery: (read.json as { viewQuery: string }).viewQuery })
})

test('the list has every collection once, then the system collections, in the dialect of today, without secrets', async () => {
  const { json } = await ask('GET', '/today/api/collections?perPage=500')
  const { items } = json as { items: { name: string; fields: object[] }[] }
  const old = (await ask('GET', '/api/collections?perPage=500')).json as { items: { name: string }[] }
  const system = ['_superusers', '_externalAuths', '_mfas', '_otps', '_authOrigins']
  expect(items.map(({ name }) => name)).toEqual([...old.items.map(({ name }) => name), ...system])
  expect(items.every(item => Array.isArray(item.fields) && !('schema' in item) && !('options' in item))).toBe(true)
  expect(JSON.stringify(json)).not.toMatch(/secret"|clientSecret/)
})

test('a collection that is created in the dialect of today is the same in the dialect of 0.22', async () => {
  const made = await ask('POST', '/today/api/collections', {
    name: 'members',
    type: 'auth',
    listRule: '@request.body.a = "@request.body.a" || @request.auth.id != ""',
    authRule: 'verified = true',
    passwordAuth: { enabled: true, identityFields: ['username'] },
    fields: [
      { name: 'pin', type: 'text', max: 4, hidden: true },
      { name: 'password', type: 'password', min: 12 },
      { name: 'n', type: 'number', onlyInt: true, max: 5 },
      { name: 'friends', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 2_147_483_647 },
      { name: 'one', type: 'select', values: ['a'], maxSelect: 0 },
    ],
  })
  expect([made.status, made.json]).toEqual([200, expect.objectContaining({ authRule: 'verified=true' })])
  expect(await inOldWords('members')).toMatchObject({
    listRule: '@request.data.a = "@request.body.a" || @request.auth.id != ""',
    options: { onlyVerified: true, allowUsernameAuth: true, allowEmailAuth: false, minPasswordLength: 12 },
    schema: [
      { name: 'pin', type: 'text', hidden: true },
      { name: 'n', type: 'number', options: { noDecimal: true, max: 5 } },
      { name: 'friends', options: { maxSelect: null } },
      { name: 'one', options: { maxSelect: 1 } },
    ],
  })
})

test('a change of one option keeps a limit that the other dialect cannot express', async () => {
  const { json } = await ask('GET', '/today/api/collections/scratch')
  const { fields } = json as { fields: { name: string; type: string }[] }
  const changed = fields.map(field => (field.name === 't' ? { ...field, pattern: '^x' } : field))
  expect((await ask('PATCH', '/today/api/collections/scratch', { fields: changed })).status).toBe(200)
  const { schema } = (await inOldWords('scratch')) as { schema: { name: string; options: object }[] }
  expect(schema.find(({ name }) => name === 't')?.options).toEqual({ min: null, max: null, pattern: '^x' })
})

test('a number gets and loses a limit of 0, which applies, by a change and by an import', async () => {
  type Field = { name: string; min?: number | null }
  const { fields } = (await ask('GET', '/today/api/collections/scratch')).json as { fields: Field[] }
  const limited = (min: number | null) => fields.map(field => (field.name === 'n' ? { ...field, min } : field))
  const minOf = async () => {
    const { schema } = (await inOldWords('scratch')) as { schema: { name: string; options: { min?: number | null } }[] }
    return schema.find(({ name }) => name === 'n')?.options.min
  }
  const save = async () => (await ask('POST', '/today/api/collections/scratch/records', { n: -1 })).status
  const change = (min: number | null) => ask('PATCH', '/today/api/collections/scratch', { fields: limited(min) })
  const importing = (min: number | null) =>
    ask('PUT', '/today/api/collections/import', { collections: [{ name: 'scratch', fields: limited(min) }] })
  for (const send of [change, importing]) {
    expect((await send(0)).status).toBeLessThan(300)
    expect([await minOf(), await save()]).toEqual([0, 400])
    expect((await send(null)).status).toBeLessThan(300)
    expect([await minOf(), await save()]).toEqual([null, 200])
  }
})

test.each([
  ['the key of the other dialect', { schema: [] }, 'schema'],
  ['the options of the other dialect', { options: {} }, 'options'],
  ['an unknown key', { surprise: 1 }, 'surprise'],
  ['a mail template without a link', { verificationTemplate: { subject: 'x', body: 'y' } }, 'verificationTemplate'],
  ['an unknown provider', { oauth2: { providers: [{ name: 'slack', clientId: 'x', clientSecret: 'y' }] } }, 'oauth2'],
  [
    'an extra configuration of a provider',
    { oauth2: { providers: [{ name: 'gitlab', clientId: 'x', clientSecret: 'y', extra: { a: 1 } }] } },
    'oauth2',
  ],
  ['an unknown option of a field', { fields: [{ name: 'flag', type: 'bool', blinks: 'often' }] }, 'flag'],
  ['an unknown key of a provider list', { oauth2: { provider: [] } }, 'oauth2'],
  ['a provider without a secret', { oauth2: { enabled: true, providers: [{ name: 'gitlab', clientId: 'x' }] } }, 'oauth2'],
  ['an identity field without a unique index', { passwordAuth: { identityFields: ['email', 'bio'] } }, 'passwordAuth'],
  ['password sign-ins without a field', { passwordAuth: { enabled: true, identityFields: [] } }, 'passwordAuth'],
  ['a token of a second', { authToken: { duration: 1 } }, 'authToken'],
  ['a short secret', { authToken: { secret: 'short' } }, 'authToken'],
  ['other ids', { fields: [{ name: 'id', type: 'text', min: 3, max: 3 }] }, 'fields'],
])('%s is rejected with a sentence and changes nothing', async (_, body, key) => {
  const before = await inOldWords('users')
  const { status, json } = await ask('PATCH', '/today/api/collections/users', body)
  expect([status, json]).toEqual([400, expect.objectContaining({ message: 'Failed to update collection.', status: 400 })])
  expect(Object.keys((json as { data: object }).data)).toContain(key)
  expect(await inOldWords('users')).toEqual(before)
})

test('a second factor of superusers is rejected with what to do instead, in a change and in an import', async () => {
  const mfa = { enabled: true, duration: 600, rule: '' }
  for (const name of ['_superusers', 'pbc_3142635823']) {
    const changed = await ask('PATCH', `/today/api/collections/${name}`, { mfa, otp: { enabled: true } })
    const reason = { message: expect.stringContaining('superuserIPs') }
    expect([changed.status, changed.json]).toMatchObject([
      400,
      { message: 'Failed to update collection.', data: { mfa: reason } },
    ])
  }
  const superusers = { name: '_superusers', type: 'auth', system: true, fields: [], authRule: '' }
  const { json: tags } = await ask('GET', '/today/api/collections/tags')
  const importing = (item: object) => ask('PUT', '/today/api/collections/import', { collections: [tags, item] })
  const rejected = await importing({ ...superusers, mfa })
  expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('Admins have no second factor here')])
  expect((await importing({ ...superusers, mfa: { ...mfa, enabled: false } })).status).toBe(204)
})

test('a limit of the bytes of a rich text is kept in both dialects, and applies', async () => {
  const fields = [{ name: 'body', type: 'editor', maxSize: 8 }]
  expect((await ask('POST', '/today/api/collections', { name: 'letters', fields })).status).toBe(200)
  const sizeIn = async () =>
    ((await ask('GET', '/today/api/collections/letters')).json.fields as { name: string; maxSize?: number }[]).find(
      ({ name }) => name === 'body',
    )?.maxSize
  const { schema } = (await inOldWords('letters')) as { schema: { options: object }[] }
  expect(schema[0]?.options).toEqual({ convertUrls: false, maxSize: 8 })
  const unaware = schema.map(field => ({ ...field, options: { convertUrls: true } }))
  expect((await ask('PATCH', '/api/collections/letters', { schema: unaware })).status).toBe(200)
  expect(await sizeIn()).toBe(8)
  const save = (body: string) => ask('POST', '/today/api/collections/letters/records', { body })
  expect((await save('<p>a</p>')).status).toBe(200)
  expect((await save('<p>ä</p>')).json.data).toMatchObject({ body: { code: 'validation_content_size_limit' } })
  const unlimited = unaware.map(field => ({ ...field, options: { convertUrls: true, maxSize: '' } }))
  expect((await ask('PATCH', '/api/collections/letters', { schema: unlimited })).status).toBe(200)
  expect([await sizeIn(), (await save('<p>long enough</p>')).status]).toEqual([0, 200])
})

test.each([
  ['a pattern that generates too much', { name: 'pin', type: 'text', autogeneratePattern: '(a{99}){999}' }],
  ['a pattern that generates nothing', { name: 'pin', type: 'text', autogeneratePattern: '\\p{L}' }],
  ['a date that is never set', { name: 'seen', type: 'autodate' }],
  ['a password that costs minutes', { name: 'pin', type: 'password', cost: 31 }],
  ['the help of a date that the server sets', { name: 'seen', type: 'autodate', onUpdate: true, help: 'x' }],
  ['a second primary key', { name: 'code', type: 'text', primaryKey: true }],
  ['an earliest date that is no date', { name: 'start', type: 'date', min: 'soon' }],
  ['a latest date that does not exist', { name: 'end', type: 'date', max: '2024-02-30' }],
])('a field with %s is rejected at its position with a sentence, and changes nothing', async (_, field) => {
  const before = await inOldWords('scratch')
  const { fields } = (await ask('GET', '/today/api/collections/scratch')).json as { fields: object[] }
  const { status, json } = await ask('PATCH', '/today/api/collections/scratch', { fields: [...fields, field] })
  expect([status, json.data]).toEqual([400, { fields: { [fields.length]: expect.any(Object) } }])
  expect(JSON.stringify(json)).toMatch(/[a-z]\."/)
  expect(await inOldWords('scratch')).toEqual(before)
})

test.each([
  [
    'the help of a field that every user has',
    { name: 'email', help: 'Yours' },
    'help',
    'The field "email" is the same in every collection. Leave "help" out.',
  ],
  ['a minimum of 4 characters for passwords', { name: 'password', min: 4 }, 'min', 'Must be no less than 5.'],
])('%s is rejected at its key, in a change and in an import, and changes nothing', async (_, field, key, message) => {
  const before = await inOldWords('users')
  const { fields } = (await ask('GET', '/today/api/collections/users')).json as { fields: { name: string }[] }
  const position = fields.findIndex(({ name }) => name === field.name)
  const sent = fields.map((one, index) => (index === position ? { ...one, ...field } : one))
  const changed = await ask('PATCH', '/today/api/collections/users', { fields: sent })
  expect([changed.status, changed.json.data]).toMatchObject([400, { fields: { [position]: { [key]: { message } } } }])
  const imported = await ask('PUT', '/today/api/collections/import', { collections: [{ name: 'users', fields: sent }] })
  const reason = { message: expect.stringContaining(`fields.${position}.${key}: ${message}`) }
  expect([imported.status, imported.json.data]).toMatchObject([400, { collections: reason }])
  expect(await inOldWords('users')).toEqual(before)
})

test.each([
  [{ id: { toString: null }, name: 'drafts' }, 'The collection "drafts" cannot be imported.\nIts id is not a text.'],
  [{ name: { toString: null } }, 'The collection "{"toString":null}" cannot be imported.\nIts name is not a text.'],
  [{ name: ['x'.repeat(1000)] }, `The collection "["${'x'.repeat(98)}" cannot be imported.\nIts name is not a text.`],
  [[{ toString: null }], 'The collection "[{"toString":null}]" cannot be imported.\nIt is not an object.'],
])('an import of %j says what cannot be read, and changes nothing', async (one, message) => {
  const drafts = { name: 'drafts', type: 'base', fields: [{ name: 'title', type: 'text' }] }
  const { status, json } = await ask('PUT', '/today/api/collections/import', { collections: [drafts, one] })
  expect([status, json.data]).toMatchObject([400, { collections: { message } }])
  expect((await ask('GET', '/today/api/collections/drafts')).status).toBe(404)
})

test('a limit of a date is stored, and so is a minimum of 5 characters for passwords', async () => {
  const from = { name: 'start', type: 'date', min: '2024-05-31', max: '' }
  const made = await ask('POST', '/today/api/collections', {
    name: 'visitors',
    type: 'auth',
    fields: [from, { name: 'password', type: 'password', min: 5 }],
  })
  const { fields } = made.json as { fields: { name: string }[] }
  expect(fields.find(({ name }) => name === 'start')).toMatchObject({ min: '2024-05-31 00:00:00.000Z', max: '' })
  expect(fields.find(({ name }) => name === 'password')).toMatchObject({ min: 5 })
})

test.each([
  ['fields', { fields: [{ name: 'a', type: 'text' }] }, '"schema"'],
  ['viewQuery', { viewQuery: 'select 1 as id' }, '"options.query"'],
  ['manageRule', { manageRule: '' }, '"options.manageRule"'],
  ['authRule', { authRule: null }, '/today/api/collections.'],
  ['otp', { otp: { enabled: true } }, '/today/api/collections.'],
])('the key %s in a request of 0.22 is rejected with what to send, and changes nothing', async (key, body, instead) => {
  const before = await inOldWords('users')
  const message = expect.stringMatching(`^"${key}" is a key of PocketBase 0.23 and later. Send .*${instead}`)
  const issues = { [key]: { code: 'validation_not_supported', message } }
  const changed = await ask('PATCH', '/api/collections/users', { listRule: '', ...body })
  expect([changed.status, changed.json.data]).toEqual([400, issues])
  const created = await ask('POST', '/api/collections', { name: 'unmade', type: 'base', ...body })
  expect([created.status, created.json.data]).toEqual([400, issues])
  expect(await inOldWords('users')).toEqual(before)
  expect((await ask('GET', '/api/collections/unmade')).status).toBe(404)
})
