import PocketBase from 'pocketbase-today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { newerExport } from '../../harness/newerExport.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let app: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  app = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  app.autoCancellation(false)
  await app.collection('_superusers').authWithPassword('editor@magazine.example', 'magazine-admin-1')
})
afterAll(() => magazine.close())

type Json = Record<string, unknown>

/** Returns the system collection of a directory that PocketBase 0.39 has written. */
function written(name: string): Json & { fields: (Json & { name: string })[] } {
  const { created: _, updated: __, ...found } = (newerExport().find(one => one.name === name) ?? {}) as Json
  return found as ReturnType<typeof written>
}

const dates = { created: expect.stringMatching(/^\d{4}-\d\d-\d\d /), updated: expect.stringMatching(/^\d{4}-\d\d-\d\d /) }

test.each(['_externalAuths', '_mfas', '_otps', '_authOrigins'])(
  'SDK 0.28 views %s by its name, another spelling and its id, as PocketBase 0.39 has written it',
  async name => {
    const expected = written(name)
    for (const idOrName of [name, name.toUpperCase(), String(expected.id)])
      expect(await app.collections.getOne(idOrName)).toEqual({ ...expected, ...dates })
  },
)

test('SDK 0.28 views the collection of superusers as PocketBase 0.39 has written it, except for what admins do not have', async () => {
  const expected = written('_superusers')
  const found = await app.collections.getOne('_superusers')
  expect(await app.collections.getOne('pbc_3142635823')).toEqual(found)
  expect(Object.keys(found).sort()).toEqual(Object.keys({ ...expected, ...dates }).sort())
  const { id, system, type, indexes, authRule, manageRule, passwordAuth, mfa, otp } = expected
  const rules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null }
  expect(found).toMatchObject({ id, system, type, indexes, authRule, manageRule, passwordAuth, mfa, otp, ...rules, ...dates })
  expect(found).toMatchObject({ authAlert: { enabled: false }, oauth2: { enabled: false, providers: [] } })
  expect(found.authToken).toEqual({ duration: 1_209_600 })
  expect(found.fields).toEqual(
    expected.fields.map(field => (field.name === 'password' ? { ...field, cost: 10, min: 10 } : field)),
  )
})

test('SDK 0.28 lists the system collections after the others, and filters, sorts, pages and counts them', async () => {
  const all = await app.collections.getFullList()
  const names = ['_superusers', '_externalAuths', '_mfas', '_otps', '_authOrigins']
  expect(all.slice(-5).map(({ name }) => name)).toEqual(names)
  for (const found of all.slice(-5)) expect(found).toEqual(await app.collections.getOne(found.name))
  const options = { filter: 'system = true && name != "registry"', sort: '-name' }
  const page = async (number: number) => {
    const { items, totalItems } = await app.collections.getList(number, 2, options)
    return [totalItems, ...items.map(({ name }) => name)]
  }
  expect(await page(1)).toEqual([5, '_superusers', '_otps'])
  expect(await page(3)).toEqual([5, '_authOrigins'])
  expect((await app.collections.getFirstListItem('id = "pbc_2279338944"')).name).toBe('_mfas')
  expect((await app.collections.getFullList({ filter: 'type = "auth"', sort: 'name' })).map(({ name }) => name)).toEqual([
    '_superusers',
    'clients',
    'users',
  ])
  const { items } = (await askApi(magazine.port, 'GET', '/api/collections?perPage=500', { token: magazine.admin })).json
  expect((items as { name: string }[]).filter(({ name }) => name.startsWith('_'))).toEqual([])
})

test.each(['_superusers', '_externalAuths', '_mfas', '_otps', '_authOrigins'])(
  'SDK 0.28 saves %s as it was read, without a change, and cannot delete it',
  async name => {
    const before = await app.collections.getOne(name)
    expect(await app.collections.update(name, before)).toEqual(before)
    expect(await app.collections.update(before.id, {})).toEqual(before)
    for (const idOrName of [name, before.id])
      await expect(app.collections.delete(idOrName)).rejects.toMatchObject({
        status: 400,
        response: { status: 400, message: 'Failed to delete collection.', data: {} },
      })
    expect(await app.collections.getOne(name)).toEqual(before)
  },
)

const ruleIssue = {
  code: 'validation_collection_system_rule_change',
  message: 'System collection API rule cannot be changed.',
}

test.each([
  ['a rule of the superusers', '_superusers', { listRule: '' }, { listRule: ruleIssue }],
  [
    'a rule of linked accounts',
    '_externalAuths',
    { deleteRule: null, viewRule: '' },
    { deleteRule: ruleIssue, viewRule: ruleIssue },
  ],
  ['the name', '_mfas', { name: 'mfas' }, { name: { code: 'validation_collection_system_name_change' } }],
  ['the rule for sign-ins', '_superusers', { authRule: null }, { authRule: { message: 'Every admin can sign in.' } }],
  [
    'one-time passwords',
    '_superusers',
    { otp: { enabled: true } },
    { otp: { message: 'Admins sign in with email and password only.' } },
  ],
  [
    'a field',
    '_superusers',
    { fields: [{ name: 'phone', type: 'text' }] },
    { fields: { message: 'Admins have no fields of their own here.' } },
  ],
  [
    'an index',
    '_otps',
    { indexes: [] },
    { indexes: { message: '"indexes" of "_otps" is the same on every server. Leave it out.' } },
  ],
  ['the key of 0.22', '_otps', { schema: [] }, { schema: { message: expect.stringContaining('Send "fields" instead') } }],
  ['an unknown key', '_superusers', { surprise: 1 }, { surprise: { code: 'validation_not_supported' } }],
])('a change of %s of a system collection is rejected with the reason', async (_, name, body, data) => {
  const before = await app.collections.getOne(name)
  await expect(app.collections.update(name, body)).rejects.toMatchObject({
    status: 400,
    response: { message: 'Failed to update collection.', data },
  })
  expect(await app.collections.getOne(name)).toEqual(before)
})

test('no collection gets the id of a system collection, in either dialect', async () => {
  for (const prefix of ['/today/api', '/api']) {
    const body = { id: 'pbc_2279338944', name: 'impostor', type: 'base', schema: [{ name: 'a', type: 'text' }] }
    const { schema, ...rest } = body
    const sent = prefix === '/api' ? body : { ...rest, fields: schema }
    const { status, json } = await askApi(magazine.port, 'POST', `${prefix}/collections`, { token: magazine.admin, body: sent })
    expect([status, Object.keys(json.data as object)]).toEqual([400, ['id']])
  }
})

test('only superusers view a system collection', async () => {
  const statusFor = async (token?: string) =>
    (await askApi(magazine.port, 'GET', '/today/api/collections/_mfas', { token })).status
  const bob = await new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
    .collection('users')
    .authWithPassword('bob@readers.example', 'password-bob')
  expect([await statusFor(), await statusFor(bob.token), await statusFor(magazine.admin)]).toEqual([401, 403, 200])
})

test('a system collection is also found by its id where its records are requested', async () => {
  const { items: byName } = await app.collection('_externalAuths').getList()
  expect(byName.length).toBeGreaterThan(0)
  expect((await app.collection('pbc_2281828961').getList()).items).toEqual(byName)
  const id = byName[0]?.id ?? ''
  expect(await app.collection('pbc_2281828961').getOne(id)).toEqual(byName[0])
})
