import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
/** Values that no response may contain. */
const secrets: string[] = []
const markers = {
  smtp: 'marker-of-smtp-password',
  s3: 'marker-of-s3-secret',
  google: 'marker-of-google-secret',
  jwt: 'marker-of-jwt-secret-0123456789abcdef',
}

const ask = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, path, { token: magazine.admin, ...(body && { body }) })

beforeAll(async () => {
  magazine = await serveMagazine('pool')
  const { status, text } = await ask('PATCH', '/api/settings', {
    smtp: { password: markers.smtp },
    s3: { secret: markers.s3 },
    googleAuth: { clientSecret: markers.google },
    recordFileToken: { secret: markers.jwt },
  })
  if (status !== 200) throw new Error(text)
  for (const table of ['users', 'clients', '_admins'])
    secrets.push(...magazine.query(`SELECT tokenKey, passwordHash FROM ${table}`).flat().map(String))
  secrets.push(...Object.values(markers))
})
afterAll(() => magazine.close())

const hidden = ['tokenKey', 'passwordHash', 'lastResetSentAt']
const alice = 'users/alice0000000001'
const newPassword = { password: 'marker-of-password', passwordConfirm: 'marker-of-password' }

/** Requests that would show secrets if something did: each as method, path and body. */
function requests(): [string, string, object?][] {
  const readable = ['list', 'view', 'update', 'delete', 'manage', 'emails', 'protectedFiles']
  const rules = [
    ...hidden.map(field => `${field} != id && @request.auth.${field} != id`),
    '',
    '@collection.users.tokenKey ?!= id',
  ]
  const actions = ['list', 'view', 'create', 'update', 'delete']
  const request = (action: string, persona: string) => ({
    ...{ persona, collection: 'users', action },
    ...(action !== 'create' && { record: 'bob000000000001' }),
    ...((action === 'create' || action === 'update') && { data: newPassword }),
  })
  return [
    ['GET', '/api/access/exposure'],
    ['GET', `/api/access/exposure?collections=users,clients&persona=${alice}`],
    ...['users', 'clients'].flatMap(collection =>
      readable.map((reached): [string, string] => [
        'GET',
        `/api/access/records?collection=${collection}&persona=${alice}&reached=${reached}`,
      ]),
    ),
    ...rules.map((rule): [string, string] => {
      const query = { collection: 'users', persona: alice, reached: 'list', difference: 'gained', rule }
      return ['GET', `/api/access/records?${new URLSearchParams(query)}`]
    }),
    ...rules.map((rule): [string, string, object] => [
      'POST',
      '/api/access/compare',
      { collection: 'users', rules: { list: rule, view: rule } },
    ]),
    ...rules.flatMap(rule =>
      actions.flatMap(action =>
        ['guest', alice].map((persona): [string, string, object] => [
          'POST',
          '/api/access/explain',
          { ...request(action, persona), rule },
        ]),
      ),
    ),
    ...hidden.map((field): [string, string, object] => [
      'POST',
      '/api/access/explain',
      {
        persona: alice,
        collection: 'users',
        action: 'list',
        query: { filter: `${field} != ""`, fields: field, sort: field, expand: field },
      },
    ]),
    ...rules.map((rule): [string, string, object] => [
      'POST',
      '/api/access/test',
      {
        collection: 'users',
        rules: { list: rule, view: rule, update: rule, create: rule },
        tests: [
          ...actions.flatMap(action =>
            [alice, 'new:users'].map(persona => ({ ...request(action, persona), expected: 'denied' })),
          ),
          {
            persona: 'new:users',
            action: 'view',
            given: { username: 'given', tokenKey: 'x', ...newPassword },
            expected: 'allowed',
          },
        ],
      },
    ]),
  ]
}

test('no response about access contains a password hash, a token key or a secret of the settings', async () => {
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.every(secret => secret.length > 10)).toBe(true)
  for (const [method, path, body] of requests()) {
    const { status, text } = await ask(method, path, body)
    const about = `${method} ${path} ${JSON.stringify(body)}`
    expect([200, 400, 404], about).toContain(status)
    expect(
      secrets.filter(secret => text.includes(secret)),
      about,
    ).toEqual([])
    // A hash that is computed for the request would begin like this.
    expect(text, about).not.toMatch(/\$2[aby]\$\d\d\$/)
  }
}, 120_000)

test('no response about access contains the hash of a password field that a rule reads', async () => {
  const { schema } = (await ask('GET', '/api/collections/users')).json as { schema: object[] }
  const pin = { name: 'pin', type: 'password', options: { min: 4, cost: 4 } }
  const users = await ask('PATCH', '/api/collections/users', { schema: [...schema, pin] })
  expect(users.status, users.text).toBe(200)
  await ask('PATCH', '/api/collections/users/records/alice0000000001', { pin: 'open sesame' })
  const { json: collection } = await ask('GET', '/api/collections/users')
  const owner = { name: 'owner', type: 'relation', options: { collectionId: collection.id, maxSelect: 1, cascadeDelete: false } }
  const safes = { name: 'safes', type: 'base', schema: [{ name: 'title', type: 'text', options: {} }, pin, owner] }
  expect((await ask('POST', '/api/collections', safes)).status).toBe(200)
  const query = 'SELECT id, title, pin AS code FROM safes'
  expect((await ask('POST', '/api/collections', { name: 'codes', type: 'view', options: { query } })).status).toBe(200)
  const values = { title: 'first', pin: 'open sesame', owner: 'alice0000000001' }
  const { id: safe } = (await ask('POST', '/api/collections/safes/records', values)).json
  const names = ['pin', 'pin:lower', 'owner.pin', '@request.auth.pin', '@collection.safes.pin', 'owner.safes_via_owner.pin']
  const rules = [
    ...names.flatMap(name => [`${name} ?!= "x"`, `${name} = title`, `title = ${name}`]),
    '@request.query.code = pin || @request.body.title = pin || @request.auth.id = pin',
    'strftime("%Y", pin) != "1"',
  ]
  const explained: string[] = []
  for (const rule of rules) {
    for (const action of ['list', 'view', 'create', 'update', 'delete']) {
      const record = action === 'create' ? {} : { record: safe }
      const data = action === 'create' || action === 'update' ? { data: values } : {}
      const body = { persona: alice, collection: 'safes', action, rule, ...record, ...data }
      const { status, text } = await ask('POST', '/api/access/explain', body)
      expect([status, text], rule).toEqual([200, expect.not.stringMatching(/\$2[aby]\$/)])
      if (action === 'view') explained.push(text)
    }
    const tests = [{ persona: alice, action: 'view', record: safe, expected: 'denied' }]
    for (const [path, body] of [
      ['compare', { rules: { view: rule }, persona: alice }],
      ['test', { rules: { view: rule }, tests }],
    ] as const) {
      const { status, text } = await ask('POST', `/api/access/${path}`, { collection: 'safes', ...body })
      expect([status, text], `${path} ${rule}`).toEqual([200, expect.not.stringMatching(/\$2[aby]\$/)])
    }
  }
  const ofView = { persona: 'guest', collection: 'codes', action: 'view', record: safe, rule: 'code != "x"' }
  explained.push((await ask('POST', '/api/access/explain', ofView)).text)
  for (const text of explained) {
    expect(text).toContain('"value":null,"isSecret":true')
    expect(text).not.toMatch(/\$2[aby]\$|Set title|Set pin|Send/)
  }
})

test('the results of rule tests and the log of the run have no password of a test', async () => {
  const tests = [{ persona: 'guest', action: 'create', data: newPassword, expected: 'denied' }]
  const { json } = await ask('POST', '/api/access/test', { collection: 'users', tests })
  const [{ message }] = json.results as [{ message: string }]
  expect(message).not.toContain(newPassword.password)
  const { text } = await ask('GET', '/api/logs?perPage=200')
  expect(text).not.toContain(newPassword.password)
})
