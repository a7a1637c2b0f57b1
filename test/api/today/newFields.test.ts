import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let alice: string
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  alice = signToken(magazine.dataDir, 'auth', 'users:alice')
})
afterAll(() => magazine.close())

const ask = (method: string, path: string, token?: string, body?: object): Promise<ApiResponse> =>
  askApi(magazine.port, method, path, { token, ...(body && { body }) })

const asAdmin: ServedMagazine['asAdmin'] = (...given) => magazine.asAdmin(...given)

const open = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }
const dialects = ['/api', '/today/api']
const password = 'open sesame'
const recordsOf = (name: string, id = '') => `/api/collections/${name}/records${id && `/${id}`}`
const storedIn = (name: string, column: string) =>
  querySharedSql(magazine.dataDir, `SELECT ${column} FROM ${name} ORDER BY id`).map(([value]) => String(value))

test('nobody sees the hash of a password field, or filters, sorts and expands by it, except admins in filters', async () => {
  await asAdmin('POST', '/today/api/collections', {
    name: 'doors',
    ...open,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'pin', type: 'password', min: 4, max: 20, pattern: '^[a-z ]+$', cost: 4 },
    ],
  })
  await asAdmin('POST', '/api/collections', {
    name: 'door_view',
    type: 'view',
    listRule: '',
    options: { query: 'SELECT id, title, pin AS code FROM doors' },
  })
  const listeners = await Promise.all(
    [undefined, alice, magazine.admin].map(async token => {
      const listener = await openListener(magazine.port)
      await ask('POST', '/api/realtime', token, { clientId: listener.clientId, subscriptions: ['doors/*'] })
      return listener
    }),
  )
  const made = await ask('POST', recordsOf('doors'), undefined, { title: 'a', pin: password })
  expect([made.status, made.json.pin]).toEqual([200, ''])
  const [hash = ''] = storedIn('doors', 'pin')
  expect(hash).toMatch(/^\$2a\$04\$/)
  for (const listener of listeners) {
    await expect.poll(listener.arrived).toBe(1)
    const text = JSON.stringify(listener.take())
    expect([text.includes('"pin":""'), text.includes('$2a$')]).toEqual([true, false])
    listener.close()
  }
  for (const token of [undefined, alice, magazine.admin]) {
    for (const prefix of dialects) {
      for (const query of ['', 'fields=*,pin,pin:excerpt(9)', 'expand=pin,door_view_via_id', 'sort=-id&filter=id!=""']) {
        for (const name of ['doors', 'door_view']) {
          const { status, text } = await ask('GET', `${prefix}/collections/${name}/records?${query}`, token)
          expect([status, text.includes('$2a$')], `${prefix} ${name} ${query}`).toEqual([200, false])
        }
      }
      const by = async (name: string) => [
        (await ask('GET', `${prefix}/collections/doors/records?filter=${name}~"$2a"`, token)).status,
        (await ask('GET', `${prefix}/collections/doors/records?sort=${name}`, token)).status,
      ]
      expect(await by('pin')).toEqual(token === magazine.admin ? [200, 200] : await by('nothing'))
    }
  }
  const { collections } = (await asAdmin('GET', '/api/access/exposure')) as { collections: { name: string; fields: string[] }[] }
  expect(collections.find(({ name }) => name === 'doors')?.fields).not.toContain('pin')
})

test('saving a record as it was read keeps its password, null removes it, and invalid ones are rejected', async () => {
  const [id = ''] = storedIn('doors', 'id')
  const [hash] = storedIn('doors', 'pin')
  const read = await asAdmin('GET', recordsOf('doors', id))
  await asAdmin('PATCH', recordsOf('doors', id), { ...read, title: 'b' })
  expect(storedIn('doors', 'pin')).toEqual([hash])
  const rejected = async (pin: unknown, path = '/today') =>
    (await ask('PATCH', `${path}${recordsOf('doors', id)}`, alice, { pin })).json
  expect(await rejected('abc')).toMatchObject({ data: { pin: { message: 'Must be at least 4 character(s).' } } })
  expect(await rejected('a'.repeat(21))).toMatchObject({ data: { pin: { code: 'validation_max_text_constraint' } } })
  expect(await rejected('ABCDE', '')).toMatchObject({ data: { pin: { code: 'validation_invalid_format' } } })
  // A hash that a client knows from elsewhere is a text like any other.
  expect(await rejected(hash)).toMatchObject({ data: { pin: { code: 'validation_max_text_constraint' } } })
  await asAdmin('PATCH', recordsOf('doors', id), { pin: 'another one' })
  const [changed] = storedIn('doors', 'pin')
  expect([changed === hash, changed?.startsWith('$2a$04$')]).toEqual([false, true])
  await asAdmin('PATCH', recordsOf('doors', id), { pin: null })
  expect(storedIn('doors', 'pin')).toEqual([''])
  const { fields } = (await asAdmin('GET', '/today/api/collections/doors')) as { fields: { name: string }[] }
  await asAdmin('PATCH', '/today/api/collections/doors', {
    fields: fields.map(field => (field.name === 'pin' ? { ...field, required: true } : field)),
  })
  expect(await rejected('')).toMatchObject({ data: { pin: { code: 'validation_required' } } })
  expect((await ask('POST', recordsOf('doors'), undefined, { title: 'c' })).json).toMatchObject({
    data: { pin: { code: 'validation_required' } },
  })
  await asAdmin('PATCH', recordsOf('doors', id), { pin: password })
  await asAdmin('PATCH', recordsOf('doors', id), { title: 'd' })
})

test('a deleted record comes back with its password, and a change of a password can be undone', async () => {
  const [id = ''] = storedIn('doors', 'id')
  const before = storedIn('doors', 'pin')
  const key = 'k'.repeat(30)
  await asAdmin('PATCH', `${recordsOf('doors', id)}?undo=${key}`, { pin: 'changed pin' })
  expect(storedIn('doors', 'pin')).not.toEqual(before)
  await asAdmin('POST', `/api/deletions/${key}/undo`)
  expect(storedIn('doors', 'pin')).toEqual(before)
  await asAdmin('DELETE', `${recordsOf('doors', id)}?undo=${key}`)
  await asAdmin('POST', `/api/deletions/${key}/undo`)
  expect(storedIn('doors', 'pin')).toEqual(before)
})

test('the server alone sets autodates, on create, on update or both, also when it changes a record itself', async () => {
  const { id: tagId } = await asAdmin('POST', recordsOf('scratch'), { t: 'target' })
  const { id: scratch } = await asAdmin('GET', '/api/collections/scratch')
  await asAdmin('POST', '/today/api/collections', {
    name: 'moments',
    ...open,
    fields: [
      { name: 'n', type: 'number' },
      { name: 'to', type: 'relation', collectionId: scratch },
      { name: 'made', type: 'autodate', onCreate: true },
      { name: 'touched', type: 'autodate', onUpdate: true },
      { name: 'seen', type: 'autodate', onCreate: true, onUpdate: true },
    ],
  })
  const planted = { made: '2020-01-01 00:00:00.000Z', touched: '2020-01-01 00:00:00.000Z', seen: '' }
  const made = (await ask('POST', recordsOf('moments'), undefined, { to: tagId, ...planted })).json
  expect(made).toMatchObject({ made: expect.stringMatching(/^202[5-9]/), touched: '', seen: made.made })
  expect(Object.keys(made)).not.toContain('created')
  const path = recordsOf('moments', String(made.id))
  const changed = (await ask('PATCH', path, alice, { n: 1, ...planted })).json
  expect(changed).toMatchObject({ made: made.made, seen: changed.touched })
  expect(String(changed.touched) > String(made.made)).toBe(true)
  await asAdmin('DELETE', recordsOf('scratch', String(tagId)))
  const released = await asAdmin('GET', path)
  expect([released.to, String(released.touched) > String(changed.touched)]).toEqual(['', true])
  const found = await ask('GET', `${recordsOf('moments')}?filter=seen>="${made.made}"&sort=-touched`, undefined)
  expect(found.json.totalItems).toBe(1)
  // Dates that are not shown cannot be used by guests either.
  expect((await ask('GET', `${recordsOf('moments')}?sort=created`)).status).toBe(400)
  expect((await ask('GET', `${recordsOf('moments')}?sort=created`, magazine.admin)).status).toBe(200)
})

test('an empty text is generated from its pattern, and the rule sees only what the client has sent', async () => {
  await asAdmin('POST', '/today/api/collections', {
    name: 'codes',
    ...open,
    createRule: '@request.body.code:isset = false || @request.body.code != "x"',
    fields: [
      { name: 'code', type: 'text', required: true, autogeneratePattern: 'INV-[0-9]{6}', help: 'Printed on the invoice' },
      { name: 'note', type: 'text' },
    ],
  })
  for (const prefix of dialects) {
    const made = await ask('POST', `${prefix}/collections/codes/records`, undefined, { note: prefix })
    expect(made.json.code).toMatch(/^INV-\d{6}$/)
    expect((await ask('POST', `${prefix}/collections/codes/records`, undefined, { code: 'MINE' })).json.code).toBe('MINE')
  }
  const started = await ask('POST', '/today/api/collections/codes/records', undefined, { 'code:autogenerate': 'X-' })
  expect(started.json.code).toMatch(/^X-INV-\d{6}$/)
  const none = await ask('POST', '/today/api/collections/codes/records', undefined, { 'note:autogenerate': 'X-' })
  expect(none.json).toMatchObject({ data: { note: { code: 'validation_not_supported' } } })
  const values = new Set(storedIn('codes', 'code'))
  expect(values.size).toBe(4)
})

test('a client of 0.22 keeps patterns, help and hidden dates when it saves what it knows, and empty texts remove them', async () => {
  const { schema } = (await asAdmin('GET', '/api/collections/codes')) as {
    schema: { name: string; help?: string; options: { autogeneratePattern?: string } }[]
  }
  expect(schema[0]).toMatchObject({ help: 'Printed on the invoice', options: { autogeneratePattern: 'INV-[0-9]{6}' } })
  expect(Object.keys(schema[1]?.options ?? {})).toEqual(['min', 'max', 'pattern'])
  const known = schema.map(({ help: _, options: { autogeneratePattern: __, ...options }, ...field }) => ({ ...field, options }))
  expect(await asAdmin('PATCH', '/api/collections/codes', { schema: known })).toMatchObject({
    schema,
    omittedDates: ['created', 'updated'],
  })
  const cleared = known.map(field => ({ ...field, help: '', options: { ...field.options, autogeneratePattern: '' } }))
  expect((await asAdmin('PATCH', '/api/collections/codes', { schema: cleared })).schema).toEqual(known)
  const { fields } = (await asAdmin('GET', '/today/api/collections/codes')) as { fields: object[] }
  await asAdmin('PATCH', '/today/api/collections/codes', {
    fields: [...fields, { name: 'created', type: 'autodate', onCreate: true, onUpdate: false }],
  })
  const { items } = (await asAdmin('GET', recordsOf('codes'))) as { items: Record<string, unknown>[] }
  expect(items[0]).toMatchObject({ created: expect.stringMatching(/^202/) })
  expect(items[0]).not.toHaveProperty('updated')
})

test('a hundred autodates are one change, and a thousand are stored where a row has room for them', async () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `d${index}`, type: 'autodate', onCreate: true, onUpdate: true }))
  await asAdmin('POST', '/today/api/collections', { name: 'many', ...open, fields: fields(100) })
  const made = await ask('POST', recordsOf('many'), undefined, {})
  const dates = Object.entries(made.json).filter(([name]) => /^d\d+$/.test(name))
  expect([dates.length, new Set(dates.map(([, date]) => date)).size]).toEqual([100, 1])
  await asAdmin('POST', '/today/api/collections', { name: 'thousand', ...open, fields: fields(1000) })
  // A row of PostgreSQL has at most 8 KiB.
  const { status } = await ask('POST', recordsOf('thousand'), undefined, {})
  expect(status).toBe(isPostgresRun() ? 400 : 200)
})
