import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Preparation } from '../harness/copySample.ts'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

const collection = '/api/collections/odd_names/records'

/** Names of members of Object.prototype, which fields are allowed to have. */
const textNames = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'length', 'then', 'toJSON']
const otherFields = { __defineGetter__: 'number', isPrototypeOf: 'select', __lookupSetter__: 'file', prototype: 'json' } as const

const optionsOf = {
  text: { min: null, max: null, pattern: '' },
  number: { min: null, max: null, noDecimal: false },
  select: { maxSelect: 3, values: ['constructor', '__proto__', 'a'] },
  file: { mimeTypes: [], thumbs: [], maxSelect: 2, maxSize: 5242880, protected: false },
  json: { maxSize: 2000000 },
}
const columnOf = {
  text: "TEXT DEFAULT '' NOT NULL",
  number: 'NUMERIC DEFAULT 0 NOT NULL',
  select: "JSON DEFAULT '[]' NOT NULL",
  file: "JSON DEFAULT '[]' NOT NULL",
  json: 'JSON DEFAULT NULL',
}

const fields = [...textNames.map(name => [name, 'text'] as const), ...Object.entries(otherFields)]
const schema = fields.map(([name, type], index) => ({
  system: false,
  id: `odd_names_${index}`,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options: optionsOf[type],
}))
const dates = ['created', 'updated'].map(name => `${name} TEXT DEFAULT '' NOT NULL`)

const oddNames: Preparation = {
  sql: `CREATE TABLE odd_names (id TEXT PRIMARY KEY NOT NULL, ${[...dates, ...fields.map(([name, type]) => `\`${name}\` ${columnOf[type]}`)]});
    INSERT INTO _collections (id, type, name, schema, listRule, viewRule, createRule, updateRule, deleteRule) VALUES ('oddnames0000001',
      'base', 'odd_names', '${JSON.stringify(schema)}', '', '', '', '', '');
    INSERT INTO _collections (id, type, name, schema, listRule) VALUES ('oddqueries00001', 'view', 'odd_queries', '[]',
      '@request.query.constructor:isset = true && @request.query.toString = "yes" && @request.headers.valueof = ""');
    CREATE VIEW odd_queries AS SELECT id FROM odd_names;
    UPDATE _collections SET options = '{"query":"SELECT id FROM odd_names"}' WHERE name = 'odd_queries'`,
}

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer([oddNames])
})
afterEach(() => server.assertAlive())
afterAll(() => server.close())

/** Creates an object with this own key, even `__proto__`. */
const withKey = (name: string, value: unknown): object => Object.fromEntries([[name, value]])

async function create(body: object): Promise<Record<string, unknown>> {
  const { status, json, text } = await server.ask('POST', collection, { body })
  expect(status, text).toBe(200)
  return json
}

describe('fields named like members of Object.prototype', () => {
  test.each(textNames)('a field named %s can be stored, read, filtered, sorted, changed and cleared', async name => {
    const value = `the ${name}`
    const made = await create(withKey(name, value))
    const path = `${collection}/${made.id}`
    const shown = async (query = '') => new Map(Object.entries((await server.ask('GET', path + query)).json))
    expect(Object.keys(made)).toEqual(expect.arrayContaining(fields.map(([field]) => field)))
    expect((await shown()).get(name)).toBe(value)
    for (const other of textNames.filter(field => field !== name)) expect((await shown()).get(other), other).toBe('')
    expect([...(await shown(`?fields=${name}`))]).toEqual([[name, value]])
    const found = await server.ask('GET', `${collection}?filter=${encodeURIComponent(`${name} = "${value}"`)}&sort=-${name}`)
    expect(found.json).toMatchObject({ totalItems: 1, items: [{ id: made.id }] })
    await server.ask('PATCH', path, { body: withKey(name, 'changed') })
    expect((await shown()).get(name)).toBe('changed')
    await server.ask('PATCH', path, { body: {} })
    expect((await shown()).get(name)).toBe('changed')
    await server.ask('PATCH', path, { body: withKey(name, null) })
    expect((await shown()).get(name)).toBe('')
  })

  test('modifiers, selects, files and JSON work in fields named like members of Object.prototype', async () => {
    const form = new FormData()
    form.append('__lookupSetter__', new File(['one'], 'one.txt'))
    form.append('__lookupSetter__', new File(['two'], 'two.txt'))
    form.append('isPrototypeOf', 'constructor')
    form.append('@jsonPayload', '{"prototype":{"constructor":{"__proto__":[1]}},"__defineGetter__":3}')
    const { json: made } = await server.ask('POST', collection, { body: form })
    const files = made.__lookupSetter__ as string[]
    expect(JSON.stringify(made.prototype)).toBe('{"constructor":{"__proto__":[1]}}')
    const body = { '__defineGetter__+': 4, 'isPrototypeOf+': '__proto__', '__lookupSetter__-': files[0] }
    const { json: changed } = await server.ask('PATCH', `${collection}/${made.id}`, { body })
    expect(changed).toMatchObject({ isPrototypeOf: ['constructor', '__proto__'], __lookupSetter__: [files[1]] })
    expect(changed.__defineGetter__).toBe(7)
    const filter = encodeURIComponent('prototype.constructor.__proto__.0 = 1 && isPrototypeOf:each ?= "__proto__"')
    expect((await server.ask('GET', `${collection}?filter=${filter}`)).json.totalItems).toBe(1)
  })

  test('a validation error of a field named like a member of Object.prototype has its name as the key', async () => {
    const { json } = await server.ask('POST', collection, { body: { isPrototypeOf: ['b'] } })
    expect(json.data).toEqual({ isPrototypeOf: { code: 'validation_invalid_value', message: 'Invalid value b.' } })
  })

  test('a missing value is not read from the prototype of the body', async () => {
    const made = await create({})
    for (const name of textNames) expect(new Map(Object.entries(made)).get(name), name).toBe('')
  })
})

describe('keys that target the prototype', () => {
  const polluting = '{"__proto__":{"t":"polluted","isAdmin":true},"constructor":{"prototype":{"t":"polluted"}},"t":"own"}'

  test('keys such as __proto__ in a body change neither the record nor the prototype', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const { json: first } = await server.ask('POST', '/api/collections/scratch/records', { body: polluting, headers })
    expect(first.t).toBe('own')
    const { json: next } = await server.ask('POST', '/api/collections/scratch/records', { body: {} })
    expect(next.t).toBe('')
    for (const path of ['/api/admins', '/api/collections', '/api/settings']) {
      expect((await server.ask('GET', `${path}?__proto__[kind]=admin&constructor.prototype.kind=admin`)).status).toBe(401)
      await server.ask('POST', path, { body: polluting, headers })
      await server.ask('PATCH', path, { body: polluting, headers, token: server.admin })
    }
    expect((await server.ask('GET', '/api/settings')).status).toBe(401)
  })

  test('a rule can read query parameters and headers named like members of Object.prototype', async () => {
    const list = async (query: string) =>
      (await server.ask('GET', `/api/collections/odd_queries/records?${query}`)).json.totalItems
    await create({})
    expect(await list('constructor=1&toString=yes')).toBeGreaterThan(0)
    expect(await list('constructor=&toString=yes&toString=no')).toBeGreaterThan(0)
    expect(await list('toString=yes')).toBe(0)
    expect(await list('constructor=1')).toBe(0)
  })
})
