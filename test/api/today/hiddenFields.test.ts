import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let users: (string | undefined)[]
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  const claims = { type: 'auth' }
  users = [
    undefined,
    signToken(magazine.dataDir, 'auth', 'users:alice'),
    signToken(magazine.dataDir, 'auth', 'users:alice', claims),
    signToken(magazine.dataDir, 'auth', 'clients:client_1'),
  ]
})
afterAll(() => magazine.close())

const ask = (method: string, path: string, token?: string, body?: object): Promise<ApiResponse> =>
  askApi(magazine.port, method, path, { token, ...(body && { body }) })

const asAdmin: ServedMagazine['asAdmin'] = (...given) => magazine.asAdmin(...given)

const dialects = ['/api', '/today/api']
const marker = 'canary'

/** The fields of a random collection. Each hidden value contains the marker. */
const fieldTypes = ['text', 'json', 'editor', 'select', 'relation', 'file'] as const
const rules = [
  '',
  '@request.auth.id != ""',
  '@request.auth.id = "" || @request.auth.username != ""',
  'text0 != "" || text1 != "" || id != ""',
]

const collectionShape = fc.record({
  hidden: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
  listRule: fc.constantFrom(...rules),
  viewRule: fc.constantFrom(...rules),
  updateRule: fc.constantFrom(...rules, null),
  hidesBackRelation: fc.boolean(),
})

type Shape = typeof collectionShape extends fc.Arbitrary<infer Value> ? Value : never

let count = 0

/** Creates a collection with hidden fields, one that refers to it, a view of it, and records. */
async function build({ hidden, hidesBackRelation, ...given }: Shape) {
  count += 1
  const [name, back, view, secrets] = [`hidden${count}`, `back${count}`, `view${count}`, `secrets${count}`]
  const fieldsOf = (own: readonly object[]) => own.map(field => ({ system: false, ...field }))
  const { id: secretsId } = await asAdmin('POST', '/today/api/collections', {
    name: secrets,
    viewRule: '',
    fields: fieldsOf([{ name: 'title', type: 'text' }]),
  })
  const secretId = `${marker}${`${count}`.padStart(9, '0')}`
  await asAdmin('POST', `/api/collections/${secrets}/records`, { id: secretId, title: `${marker} title` })
  const fields = fieldTypes.map((type, index) => ({
    name: `${type}0`,
    type,
    hidden: hidden.includes(index),
    ...(type === 'select' && { values: [`${marker}-select`] }),
    ...(type === 'relation' && { collectionId: secretsId }),
    ...(type === 'file' && { maxSize: 1000 }),
    ...(type === 'json' && { maxSize: 1000 }),
  }))
  await asAdmin('POST', '/today/api/collections', {
    name,
    ...given,
    createRule: '',
    fields: [...fieldsOf(fields), { name: 'text1', type: 'text' }],
  })
  const { id } = await asAdmin('GET', `/today/api/collections/${name}`)
  await asAdmin('POST', '/today/api/collections', {
    name: back,
    listRule: '',
    viewRule: '',
    fields: [{ name: 'to', type: 'relation', collectionId: id, hidden: hidesBackRelation }],
  })
  const columns = fields.map(field => `${field.name}`)
  await asAdmin('POST', '/today/api/collections', {
    name: view,
    type: 'view',
    listRule: '',
    viewRule: '',
    viewQuery: `SELECT id, ${columns.map(column => `${column} AS v_${column}`).join(', ')} FROM ${name}`,
  })
  const fieldValue = (type: (typeof fieldTypes)[number], isHidden: boolean): unknown => {
    const value = isHidden ? `${marker}-${type}` : 'shown'
    if (type === 'json') return { k: value }
    if (type === 'select') return isHidden ? `${marker}-select` : ''
    return type === 'relation' ? (isHidden ? secretId : '') : value
  }
  const form = new FormData()
  const values = Object.fromEntries(
    fieldTypes.flatMap((type, index) => (type === 'file' ? [] : [[`${type}0`, fieldValue(type, hidden.includes(index))]])),
  )
  form.append('@jsonPayload', JSON.stringify({ ...values, text1: 'shown' }))
  form.append('file0', new File(['x'], hidden.includes(5) ? `${marker}.txt` : 'shown.txt'))
  const made = await askApi(magazine.port, 'POST', `/api/collections/${name}/records`, { token: magazine.admin, body: form })
  expect([made.status, made.text.includes(marker)]).toEqual([200, true])
  await asAdmin('POST', `/api/collections/${back}/records`, { to: made.json.id })
  const hiddenNames = hidden.map(index => `${fieldTypes[index]}0`)
  return { name, back, view, recordId: String(made.json.id), hiddenNames, hidesBackRelation }
}

type Built = Awaited<ReturnType<typeof build>>

/** Paths that would read a hidden value. */
const hiddenPaths = ({ hiddenNames, back, hidesBackRelation }: Built): string[] => [
  ...hiddenNames,
  ...hiddenNames.map(field => `${field}:length`),
  ...(hiddenNames.includes('relation0') ? ['relation0.title'] : []),
  ...(hiddenNames.includes('json0') ? ['json0.k'] : []),
  ...(hidesBackRelation ? [`${back}_via_to.id`] : []),
]

async function expectNothingShown(built: Built) {
  const { name, back, view, recordId, hiddenNames, hidesBackRelation } = built
  const expand = `relation0,${back}_via_to,to,to.relation0,v_relation0`
  const fields = ['*', ...hiddenNames, `expand.*`, `expand.to.*`].join(',')
  for (const token of users) {
    for (const prefix of dialects) {
      for (const collection of [name, back, view]) {
        const records = `${prefix}/collections/${collection}/records`
        for (const query of ['', `expand=${expand}`, `fields=${fields}&expand=${expand}`, `sort=-id&filter=id!=""`]) {
          const { text } = await ask('GET', `${records}?${query}`, token)
          expect(text, `${records}?${query}`).not.toContain(marker)
        }
      }
      const one = await ask('GET', `${prefix}/collections/${name}/records/${recordId}?expand=${expand}`, token)
      expect(one.text).not.toContain(marker)
      if (hidesBackRelation) expect(one.text).not.toContain(`${back}_via_to`)
      for (const path of hiddenPaths(built)) {
        const records = `${prefix}/collections/${name}/records`
        const known = await Promise.all([
          ask('GET', `${records}?filter=${encodeURIComponent(`${path}!="x"`)}`, token),
          ask('GET', `${records}?sort=${encodeURIComponent(path)}`, token),
        ])
        const [filtered, sorted] = await Promise.all([
          ask('GET', `${records}?filter=${encodeURIComponent('nothing!="x"')}`, token),
          ask('GET', `${records}?sort=nothing`, token),
        ])
        expect(
          known.map(({ status, json }) => [status, json]),
          path,
        ).toEqual([
          [filtered.status, filtered.json],
          [sorted.status, sorted.json],
        ])
      }
    }
  }
}

/** Nobody but an admin sets a hidden value, and rules see none. */
async function expectNothingSet({ name, recordId, hiddenNames }: Built) {
  const sent = Object.fromEntries(hiddenNames.flatMap(field => [field, `${field}+`, `+${field}`].map(key => [key, 'planted'])))
  for (const token of users) {
    for (const prefix of dialects) {
      const records = `${prefix}/collections/${name}/records`
      // A key with a plus in front is rejected for fields that are not hidden.
      const made = await ask('POST', records, token, { ...sent, text1: 'made' })
      expect(made.text).not.toContain('planted')
      if (made.status === 200) {
        const stored = await asAdmin('GET', `/api/collections/${name}/records/${made.json.id}`)
        expect(JSON.stringify(stored)).not.toContain('planted')
      }
      const updated = await ask('PATCH', `${records}/${recordId}`, token, sent)
      expect(updated.text).not.toContain(marker)
    }
  }
  const stored = await asAdmin('GET', `/api/collections/${name}/records/${recordId}`)
  expect(JSON.stringify(stored)).toContain(marker)
  expect(JSON.stringify(stored)).not.toContain('planted')
}

test('in both dialects, only admins can see, filter by, sort by and set a hidden field', async () => {
  await fc.assert(
    fc.asyncProperty(collectionShape, async shape => {
      const built = await build(shape)
      await expectNothingShown(built)
      await expectNothingSet(built)
    }),
    { numRuns: isLongRun ? 20 : 4 },
  )
}, 120_000)

const topic = 'secretive'

async function createSecretive(listRule = '') {
  await asAdmin('POST', '/api/collections', {
    name: topic,
    listRule,
    viewRule: '',
    createRule: '@request.data.pin:isset = false',
    schema: [
      { name: 'title', type: 'text' },
      { name: 'pin', type: 'text', hidden: true },
    ],
  })
}

test('admins see, filter, sort and set hidden fields in both dialects, and rules read them', async () => {
  await createSecretive('pin = "1234" || @request.auth.id != ""')
  const token = magazine.admin
  for (const prefix of dialects) {
    const records = `${prefix}/collections/${topic}/records`
    const made = await ask('POST', records, token, { title: 'a', pin: '1234' })
    expect([made.status, made.json.pin]).toEqual([200, '1234'])
    const found = await ask('GET', `${records}?filter=pin="1234"&sort=-pin`, token)
    expect((found.json.items as { pin: string }[])[0]?.pin).toBe('1234')
    expect((await ask('PATCH', `${records}/${made.json.id}`, token, { pin: '9' })).json.pin).toBe('9')
    expect((await ask('GET', records)).json.totalItems).toBe(0)
    await asAdmin('PATCH', `/api/collections/${topic}/records/${made.json.id}`, { pin: '1234' })
    const shown = await ask('GET', records)
    expect([shown.json.totalItems, shown.text.includes('1234')]).toEqual([1, false])
    // What a guest sends for it is not seen by the create rule either.
    expect((await ask('POST', records, undefined, { title: 'b', pin: 'planted' })).status).toBe(200)
    await asAdmin('DELETE', `/api/collections/${topic}/records/${made.json.id}`)
  }
  await asAdmin('DELETE', `/api/collections/${topic}`)
})

test('a batch neither sets nor shows hidden fields for users', async () => {
  await createSecretive()
  await asAdmin('PATCH', `/api/collections/${topic}`, { updateRule: '' })
  await asAdmin('PATCH', '/today/api/settings', { batch: { enabled: true } })
  const made = await asAdmin('POST', `/api/collections/${topic}/records`, { title: 'a', pin: `${marker}-pin` })
  const url = `/api/collections/${topic}/records`
  const sent = await ask('POST', '/today/api/batch', users[2], {
    requests: [
      { method: 'POST', url, body: { title: 'b', pin: 'planted' } },
      { method: 'PATCH', url: `${url}/${made.id}`, body: { pin: 'planted' } },
      { method: 'PUT', url, body: { id: made.id, title: 'c', pin: 'planted' } },
    ],
  })
  expect([sent.status, sent.text.includes(marker)]).toEqual([200, false])
  const { items } = (await asAdmin('GET', `${url}?sort=title`)) as { items: { title: string; pin: string }[] }
  expect(items.map(({ title, pin }) => [title, pin])).toEqual([
    ['b', ''],
    ['c', `${marker}-pin`],
  ])
  await asAdmin('DELETE', `/api/collections/${topic}`)
})

test('an import hides fields, and keeps a field hidden that it sends without the key', async () => {
  const fieldsOf = async () =>
    ((await asAdmin('GET', `/api/collections/${topic}`)) as { schema: { name: string; hidden?: boolean }[] }).schema
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'pin', type: 'text', hidden: true },
  ]
  await asAdmin('PUT', '/today/api/collections/import', { collections: [{ name: topic, type: 'base', fields }] })
  const [, pin] = await fieldsOf()
  expect(pin).toMatchObject({ name: 'pin', hidden: true })
  const { schema, ...collection } = (await asAdmin('GET', `/api/collections/${topic}`)) as { schema: object[] }
  const unaware = (schema as { hidden?: boolean }[]).map(({ hidden: _, ...field }) => field)
  await asAdmin('PUT', '/api/collections/import', { collections: [{ ...collection, schema: unaware }], deleteMissing: false })
  expect((await fieldsOf())[1]).toEqual(pin)
  await asAdmin('DELETE', `/api/collections/${topic}`)
})

test('events show a hidden field only to admins', async () => {
  await createSecretive()
  const listeners = await Promise.all(
    [undefined, users[1], magazine.admin].map(async token => {
      const listener = await openListener(magazine.port)
      const body = { clientId: listener.clientId, subscriptions: [`${topic}/*`] }
      expect((await ask('POST', '/api/realtime', token, body)).status).toBe(204)
      return listener
    }),
  )
  await asAdmin('POST', `/api/collections/${topic}/records`, { title: 'a', pin: '1234' })
  const received = await Promise.all(
    listeners.map(async listener => {
      await expect.poll(listener.arrived).toBe(1)
      const [event] = listener.take()
      return (event?.json as { record: { title: string; pin?: string } } | undefined)?.record
    }),
  )
  expect(received.map(record => [record?.title, record?.pin])).toEqual([
    ['a', undefined],
    ['a', undefined],
    ['a', '1234'],
  ])
  for (const listener of listeners) listener.close()
  await asAdmin('DELETE', `/api/collections/${topic}`)
})

test('a field stays hidden when a client of 0.22 saves it without the key, and a view hides it as its table does', async () => {
  await createSecretive()
  const view = { name: 'secretive_view', type: 'view', listRule: '', options: { query: `SELECT id, pin AS code FROM ${topic}` } }
  await asAdmin('POST', '/api/collections', view)
  const { collections } = (await asAdmin('GET', '/api/access/exposure')) as { collections: { name: string; fields: string[] }[] }
  expect(collections.find(({ name }) => name === topic)?.fields).toEqual(['created', 'id', 'title', 'updated'])
  await asAdmin('POST', `/api/collections/${topic}/records`, { title: 'a', pin: '1234' })
  const isShown = async () => (await ask('GET', '/api/collections/secretive_view/records')).text.includes('1234')
  expect(await isShown()).toBe(false)
  const { schema } = (await asAdmin('GET', `/api/collections/${topic}`)) as { schema: { name: string; hidden?: boolean }[] }
  expect(schema.map(({ hidden }) => hidden)).toEqual([undefined, true])
  const unaware = schema.map(({ hidden: _, ...field }) => field)
  const saved = await asAdmin('PATCH', `/api/collections/${topic}`, { schema: unaware })
  expect(saved.schema).toEqual(schema)
  const opened = schema.map(field => ({ ...field, hidden: false }))
  expect((await asAdmin('PATCH', `/api/collections/${topic}`, { schema: opened })).schema).toEqual(unaware)
  expect(await isShown()).toBe(true)
  await asAdmin('PATCH', `/api/collections/${topic}`, { schema })
  expect(await isShown()).toBe(false)
  await asAdmin('DELETE', '/api/collections/secretive_view')
  await asAdmin('DELETE', `/api/collections/${topic}`)
})

test('users do not see hidden fields of their own record when they sign in, refresh the token or update it', async () => {
  const { schema } = (await asAdmin('GET', '/api/collections/users')) as { schema: object[] }
  await asAdmin('PATCH', '/api/collections/users', { schema: [...schema, { name: 'note', type: 'text', hidden: true }] })
  const password = 'alice-secret-1'
  await asAdmin('PATCH', '/api/collections/users/records/alice0000000001', {
    password,
    passwordConfirm: password,
    note: `${marker}-note`,
  })
  for (const prefix of dialects) {
    const signedIn = await ask('POST', `${prefix}/collections/users/auth-with-password`, undefined, {
      identity: 'alice',
      password,
    })
    const token = String(signedIn.json.token)
    const refreshed = await ask('POST', `${prefix}/collections/users/auth-refresh`, token)
    const impersonated = await ask('POST', '/today/api/collections/users/impersonate/alice0000000001', magazine.admin)
    const changed = await ask('PATCH', `${prefix}/collections/users/records/alice0000000001`, token, { note: 'planted' })
    for (const { status, text } of [signedIn, refreshed, impersonated, changed])
      expect([status, text.includes(marker)]).toEqual([200, false])
  }
  expect((await asAdmin('GET', '/api/collections/users/records/alice0000000001')).note).toBe(`${marker}-note`)
})
