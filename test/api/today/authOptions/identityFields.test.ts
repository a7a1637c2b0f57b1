import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../../harness/askApi.ts'
import { fastPasswords } from '../../../harness/fastPasswords.ts'
import { type ServedMagazine, serveMagazine } from '../../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('inline', [{ db: 'data', ...fastPasswords }])
  const { schema, indexes } = (await magazine.change('GET', '/users')) as { schema: object[]; indexes: string[] }
  await magazine.change('PATCH', '/users', {
    schema: [...schema, { name: 'phone', type: 'text' }, { name: 'badge', type: 'number' }],
    indexes: [
      ...indexes,
      "CREATE UNIQUE INDEX idx_phone ON users (phone COLLATE NOCASE) WHERE phone != ''",
      'CREATE UNIQUE INDEX idx_badge ON users (badge) WHERE badge != 0',
    ],
  })
  await magazine.change('PATCH', '/users/records/alice0000000001', { phone: 'EXT-17', badge: 4711 })
  await today('PATCH', '', { passwordAuth: { enabled: true, identityFields: ['phone', 'email', 'username', 'badge'] } })
})
afterAll(() => magazine.close())

const today = async (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, `/today/api/collections/users${path}`, { token: magazine.admin, ...(body && { body }) })

const signIn = (dialect: string, identity: string, more: object = {}) =>
  askApi(magazine.port, 'POST', `${dialect}/api/collections/users/auth-with-password`, {
    body: { identity, password: 'password-alice', ...more },
  })

const options = async (query = '') => (await magazine.change('GET', `/users${query}`)).options as Record<string, unknown>

test.each(['', '/today'])(
  'records sign in by every identity field in the dialect "%s", or by the one that the client names',
  async dialect => {
    for (const identity of ['alice', 'alice@readers.example', 'EXT-17', 'ext-17', '4711'])
      expect([identity, (await signIn(dialect, identity)).status]).toEqual([identity, 200])
    expect((await signIn(dialect, 'ext-17', { identityField: 'phone' })).status).toBe(200)
    for (const [identity, identityField] of [
      ['ext-17', 'username'],
      ['alice', 'phone'],
      ['EXT', 'phone'],
      ['x', 'badge'],
      ['0', 'badge'],
    ])
      expect((await signIn(dialect, String(identity), { identityField })).status).toBe(400)
    expect((await signIn(dialect, 'alice', { identityField: 'name' })).json).toMatchObject({
      data: { identityField: { code: 'validation_in_invalid' } },
    })
  },
)

test('the fields are among the auth methods of today, and in no response of 0.22', async () => {
  expect((await today('GET', '/auth-methods?fields=password')).json).toEqual({
    password: { enabled: true, identityFields: ['phone', 'email', 'username', 'badge'] },
  })
  const { json } = await askApi(magazine.port, 'GET', '/api/collections/users/auth-methods')
  expect(json).toMatchObject({ usernamePassword: true, emailPassword: true })
  expect(await options()).not.toHaveProperty('coffer')
})

test('the unique index of an identity field can be removed only with the field from the list, in both dialects', async () => {
  const { indexes } = (await magazine.change('GET', '/users')) as { indexes: string[] }
  const sentence =
    'Records sign in with "phone", so it needs a unique index of its own. Add the index, or remove "phone" from the identity fields.'
  const issue = { code: 'validation_missing_unique_constraint', message: sentence }
  for (const replaced of [
    [],
    ['CREATE UNIQUE INDEX idx_phone ON users (phone, role)'],
    ["CREATE UNIQUE INDEX idx_phone ON users (phone) WHERE role = 'chief'"],
  ]) {
    const others = [...indexes.filter(index => !index.includes('idx_phone')), ...replaced]
    const old = await magazine.ask('PATCH', '/users', { indexes: others })
    expect([old.status, old.json]).toMatchObject([400, { data: { options: { coffer: { identityFields: { 0: issue } } } } }])
    const { status, json } = await today('PATCH', '', { indexes: others })
    expect([status, json]).toMatchObject([400, { data: { passwordAuth: { identityFields: { 0: issue } } } }])
  }
  expect((await signIn('', 'ext-17')).status).toBe(200)
})

test('a client of 0.22 that renames an identity field keeps it, and switches the fields that it knows', async () => {
  const { schema, indexes } = (await magazine.change('GET', '/users')) as { schema: { name: string }[]; indexes: string[] }
  const rename = (from: string, to: string) => ({
    schema: schema.map(field => (field.name === from || field.name === to ? { ...field, name: to } : field)),
    indexes: indexes.map(index => index.replaceAll('phone', to)),
  })
  await magazine.change('PATCH', '/users', { ...rename('phone', 'extension'), options: { allowUsernameAuth: false } })
  expect((await today('GET', '')).json).toMatchObject({
    passwordAuth: { identityFields: ['extension', 'email', 'badge'] },
  })
  expect((await signIn('', 'ext-17')).status).toBe(200)
  expect((await signIn('', 'alice')).status).toBe(400)
  await magazine.change('PATCH', '/users', { ...rename('phone', 'phone'), options: { allowUsernameAuth: true } })
  expect((await today('GET', '')).json).toMatchObject({
    passwordAuth: { identityFields: ['phone', 'email', 'username', 'badge'] },
  })
})

test('password sign-ins that are switched off have no identity fields', async () => {
  const off = await today('PATCH', '', { passwordAuth: { enabled: false } })
  expect(off.json).toMatchObject({ passwordAuth: { enabled: false, identityFields: [] } })
  expect((await signIn('/today', 'ext-17')).json).toMatchObject({
    status: 403,
    message: 'The collection is not configured to allow password authentication.',
  })
  expect((await signIn('', 'ext-17')).json).toMatchObject({ code: 400, message: 'Failed to authenticate.' })
  await today('PATCH', '', { passwordAuth: { enabled: true, identityFields: ['phone', 'email', 'username', 'badge'] } })
})
