import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let requesters: (string | undefined)[]
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  requesters = [undefined, signToken(magazine.dataDir, 'auth', 'users:alice')]
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'pin', type: 'password' },
    { name: 'note', type: 'text', hidden: true },
  ]
  await magazine.asAdmin('POST', '/today/api/collections', { name: 'locks', fields })
  await magazine.asAdmin('POST', '/today/api/collections/locks/records', { title: 'open', pin: 'password-1', note: 'canary' })
})
afterAll(() => magazine.close())

let views = 0
async function createView(query: string) {
  views += 1
  const name = `shown${views}`
  const { status, text } = await magazine.ask('POST', '', { name, type: 'view', listRule: '', viewRule: '', options: { query } })
  return { name, status, text }
}

const secret = /\$2[aby]\$|canary|[a-zA-Z0-9]{50}|smtp/

test.each([
  'SELECT id, title, pin AS code FROM locks',
  'SELECT id, title, "PIN" AS code FROM locks',
  "SELECT id, title, (pin || '') AS code FROM locks",
  'SELECT id, title, "pin"||title AS code FROM locks',
  'SELECT id, title, cast(pin AS text) AS code FROM locks',
  "SELECT id, title, json_object('a', l.pin) AS code FROM locks l",
  'SELECT max(id) AS id, max(title) AS title, max([[pin]]) AS code FROM {{locks}}',
  'SELECT id, title, (SELECT pin FROM locks l LIMIT 1) AS code FROM locks',
  'SELECT id, title, code FROM (SELECT id, title, pin AS code FROM locks) x',
  'WITH x AS (SELECT id, title, pin AS code FROM locks) SELECT id, title, code FROM x',
  'WITH posts AS (SELECT id, pin AS title FROM locks) SELECT id, title FROM posts',
  'WITH x(a, b, c, d, e, f) AS (SELECT * FROM locks) SELECT b AS id, e AS title, c AS code, d FROM x',
  'SELECT id, title, /* first */ pin AS code, /* second */ title AS other FROM LOCKS',
  'SELECT tags.id, pin AS code FROM tags, locks',
  'SELECT l.id, lower(l.note) AS code FROM locks l',
  'SELECT id, note AS code FROM locks',
  'SELECT id, tokenKey AS code, passwordHash FROM users',
  'SELECT id, substr(tokenKey, 1, 50) AS code FROM users',
  'SELECT id, passwordHash AS code FROM _admins',
  'SELECT id, value AS code FROM _params',
])('neither shows nor compares a secret column to guests and users: %s', async query => {
  const { name, status, text } = await createView(query)
  expect([status, text]).toEqual([200, text])
  const path = `/collections/${name}/records`
  for (const token of requesters)
    for (const dialect of ['/api', '/today/api']) {
      const ask = (end: string) => askApi(magazine.port, 'GET', `${dialect}${path}${end}`, { token })
      const list = await ask('?fields=*,code,title')
      expect([list.status, list.json.totalItems]).toEqual([200, expect.any(Number)])
      expect(list.text.replaceAll(/"collectionId":"\w+"/g, '')).not.toMatch(secret)
      for (const name of ['code', 'title']) {
        const filtered = await ask(`?filter=${encodeURIComponent(`${name} ~ "$" || ${name} ~ "c"`)}`)
        expect([200, 400]).toContain(filtered.status)
        if (filtered.status === 200) expect(query).toMatch(/title/)
      }
      expect((await ask(`?filter=${encodeURIComponent('code != "x"')}`)).status).toBe(400)
      expect((await ask('?sort=code')).status).toBe(400)
    }
})

test('what does not come from a secret column stays visible, beside one and in a condition', async () => {
  const { name } = await createView(
    `SELECT l.id, l.title, upper(l.title) AS loud, (2*3) AS six, count(pin) AS pins, l.note
      FROM locks l LEFT JOIN users u ON u.tokenKey = l.title WHERE l.pin != '' GROUP BY l.id`,
  )
  const { json } = await askApi(magazine.port, 'GET', `/api/collections/${name}/records`)
  expect(json.items).toEqual([expect.objectContaining({ title: 'open', loud: 'OPEN', six: 6, pins: 1 })])
  expect((json.items as object[])[0]).not.toHaveProperty('note')
  const asAdmin = await magazine.change('GET', `/${name}/records`)
  expect(asAdmin.items).toEqual([expect.objectContaining({ note: 'canary' })])
})

test.each([
  ['SELECT pin AS id FROM locks', 'the column id would show a value that is hidden'],
  ["SELECT id, (note || '') AS created FROM locks", 'the column created would show a value that is hidden'],
  ['SELECT id, kind FROM _cofferSignIns', 'the table _cofferSignIns cannot be read, because only the server understands it'],
  ["SELECT id, job FROM '_COFFERMAILS'", 'the table _cofferMails cannot be read, because only the server understands it'],
])('rejects a query that cannot hide a secret: %s', async (query, reason) => {
  const { status, text } = await createView(query)
  expect([status, text]).toEqual([400, expect.stringContaining(reason)])
})

test('a view hides an expression as soon as its field is hidden', async () => {
  const { name } = await createView('SELECT id, lower(t) AS code FROM scratch')
  await magazine.asAdmin('POST', '/api/collections/scratch/records', { t: 'CANARY' })
  const isShown = async () => (await askApi(magazine.port, 'GET', `/api/collections/${name}/records`)).text.includes('canary')
  expect(await isShown()).toBe(true)
  const { schema } = (await magazine.change('GET', '/scratch')) as { schema: { name: string }[] }
  await magazine.change('PATCH', '/scratch', { schema: schema.map(field => ({ ...field, hidden: field.name === 't' })) })
  expect(await isShown()).toBe(false)
})

test('a view of an earlier version hides what it computes from secrets as soon as a server opens it, and stays as it is otherwise', async () => {
  const query = 'SELECT id, username, substr(tokenKey, 1, 50) AS code FROM users'
  const schema = ['username', 'code'].map(name => ({ id: `field${name}`, name, type: 'text', options: {} }))
  const opened = await serveMagazine('pool', [
    { sql: `CREATE VIEW early AS ${query}` },
    {
      sql: `INSERT INTO _collections (id, name, type, system, schema, indexes, listRule, viewRule, options)
        VALUES ('earlyview000001', 'early', 'view', false, '${JSON.stringify(schema)}', '[]', '', '', '${JSON.stringify({ query })}')`,
    },
  ])
  onTestFinished(opened.close)
  const { json } = await askApi(opened.port, 'GET', '/api/collections/early/records?fields=*,code')
  expect(json.items).toContainEqual(expect.objectContaining({ username: 'alice' }))
  expect(JSON.stringify(json.items)).not.toContain('code')
  const asAdmin = await opened.change('GET', '/early/records')
  expect(asAdmin.items).toContainEqual(expect.objectContaining({ username: 'alice', code: expect.stringMatching(/^\w{50}$/) }))
  const stored = (await opened.change('GET', '/early')) as { schema: { id: string; hidden?: boolean }[] }
  expect(stored.schema.map(({ id, hidden = false }) => [id, hidden])).toEqual([
    ['fieldusername', false],
    ['fieldcode', true],
  ])
  const logged = async () => {
    const filter = encodeURIComponent('message ~ "The view early shows"')
    return (await opened.asAdmin('GET', `/api/logs?filter=${filter}`)).items
  }
  await expect.poll(logged).toMatchObject([{ level: 4 }])
})
