import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let token: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
  token = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, path: string, body?: object, prefix = '') =>
  askApi(server.port, method, `${prefix}/api/collections${path}`, { token, ...(body && { body }) })

const textFields = (names: readonly string[]) => names.map(name => ({ name, type: 'text' }))

test.each([
  ['a new collection', () => ask('POST', '', { name: 'odd', type: 'base', schema: textFields(['__proto__']) })],
  ['a changed collection', () => ask('PATCH', '/tags', { schema: textFields(['label', '__proto__']) })],
  [
    'a collection of newer servers',
    () => ask('POST', '', { name: 'odd', type: 'base', fields: textFields(['__proto__']) }, '/today'),
  ],
  [
    'an imported collection',
    () => ask('PUT', '/import', { collections: [{ name: 'odd', type: 'base', schema: textFields(['__proto__']) }] }),
  ],
  [
    'a view',
    () => ask('POST', '', { name: 'odd', type: 'view', options: { query: 'SELECT id, created AS __proto__ FROM tags' } }),
  ],
])('%s cannot have a field named __proto__', async (_, save) => {
  const response = await save()
  expect(response.status).toBe(400)
  expect(response.text).toContain('cannot be named __proto__')
})

const inherited = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
  'then',
]

test('fields named like members of Object.prototype store and return their values', async () => {
  expect((await ask('POST', '', { name: 'members', type: 'base', schema: textFields(inherited) })).status).toBe(200)
  const empty = await ask('POST', '/members/records', {})
  expect(empty.json).toMatchObject(Object.fromEntries(inherited.map(name => [name, ''])))
  const values = Object.fromEntries(inherited.map(name => [name, `value of ${name}`]))
  expect((await ask('PATCH', `/members/records/${empty.json.id}`, values)).json).toMatchObject(values)
  const filter = encodeURIComponent(inherited.map(name => `${name} = "value of ${name}"`).join(' && '))
  const list = await ask('GET', `/members/records?filter=${filter}&sort=-constructor&fields=id,${inherited.join(',')}`)
  expect(list.json).toMatchObject({ totalItems: 1, items: [values] })
})

test('collections of newer servers keep fields named like members of Object.prototype', async () => {
  const fields = textFields(inherited)
  const created = await ask('POST', '', { name: 'newer_members', type: 'base', fields }, '/today')
  expect(created.status, created.text).toBe(200)
  const values = Object.fromEntries(inherited.map(name => [name, `value of ${name}`]))
  expect((await ask('POST', '/newer_members/records', values, '/today')).json).toMatchObject(values)
})

test('an issue of a field named constructor is reported, and nothing is saved', async () => {
  const field = { name: 'constructor', type: 'hologram' }
  const rejected = await ask('POST', '', { name: 'holograms', type: 'base', fields: [field] }, '/today')
  expect(rejected.status).toBe(400)
  expect((await ask('GET', '/holograms')).status).toBe(404)
})

// PostgreSQL has only casts to types that exist.
test.skipIf(isPostgresRun())('a view can cast to a type named constructor, whose values have no known type', async () => {
  const query = 'SELECT id, CAST(name AS constructor) AS cast_label FROM tags'
  const view = await ask('POST', '', { name: 'cast_labels', type: 'view', options: { query } })
  expect(view.json).toMatchObject({ schema: [{ name: 'cast_label', type: 'json' }] })
})

test('failing tests of a collection named constructor are listed under its name', async () => {
  const ruleTests = [{ persona: 'guest', action: 'list', given: {}, expected: 'allowed' }]
  const collection = { name: 'constructor', type: 'base', schema: textFields(['t']), ruleTests }
  const { status, json } = await ask('POST', '', collection)
  expect([status, json]).toMatchObject([400, { data: { failingTests: { constructor: { 0: { code: 'rule_test_failed' } } } } }])
})
