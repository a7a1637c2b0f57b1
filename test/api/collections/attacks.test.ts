import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from './serveMagazine.ts'

let magazine: ServedMagazine
let fingerprint: Fingerprint
beforeAll(async () => {
  magazine = await serveMagazine()
  fingerprint = openFingerprint(magazine.dataDir)
})
afterAll(async () => {
  fingerprint.close()
  await magazine.close()
})

const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more })

/** Asserts that a request is rejected with an error of the protocol, and that nothing has changed. */
async function assertRejectedUnchanged(method: string, path: string, body: object) {
  const before = fingerprint.take()
  const response = await magazine.ask(method, path, body)
  expect(response.status, response.text).toBe(400)
  expect(fingerprint.take()).toEqual(before)
  expect(response.text).not.toMatch(/SQLITE_|node:|\.ts:\d/)
}

const endings = ['`); DROP TABLE posts; --', '"); DROP TABLE posts; --', "'); DROP TABLE posts; --", '] ; DROP TABLE posts --']

describe('malicious names', () => {
  test.each([
    ...endings.map(ending => `x${ending}`),
    'posts; DROP TABLE posts',
    'x\0',
    'x\n',
    'main.posts',
    'temp.x',
    '../x',
    '..',
    '%00',
    "x' OR '1'='1",
    '$1',
    '{:x}',
    '[[x]]',
    '{{x}}',
    '__proto__',
    '_admins',
    '_collections',
    'sqlite_schema',
    'sqlite_master',
    'SQLITE_sequence',
  ])('%j is rejected as a collection name', async name => {
    await assertRejectedUnchanged('POST', '', { name, schema: [text('a')] })
    await assertRejectedUnchanged('POST', '', { name, type: 'view', options: { query: 'select id from tags' } })
    await assertRejectedUnchanged('PATCH', '/tags', { name })
  })

  test.each([
    ...endings.map(ending => `x${ending}`),
    'a TEXT); DROP TABLE posts; --',
    "a' DEFAULT (SELECT 1)",
    'a`b',
    'a b',
    'a\0',
    'a.b',
    '_rowid_',
    'ID',
    'é',
  ])('%j is rejected as a field name', async name => {
    await assertRejectedUnchanged('POST', '', { name: 'fresh', schema: [text('a'), text(name)] })
    await assertRejectedUnchanged('PATCH', '/secrets', { schema: [text('a'), text(name)] })
  })

  test.each([...endings.map(ending => `x${ending}`), '../../etc/passwd', 'a/b', '..', '__proto__', 'a\0b'])(
    '%j is no id of a collection',
    async id => {
      await assertRejectedUnchanged('POST', '', { id, name: 'fresh', schema: [text('a')] })
      await assertRejectedUnchanged('POST', '', { id: id.padEnd(15, ' ').slice(0, 15), name: 'fresh', schema: [text('a')] })
    },
  )
})

describe('malicious indexes', () => {
  test.each([
    'CREATE INDEX x ON tags (name); DROP TABLE posts',
    'CREATE INDEX x ON tags (name) WHERE 1; DROP TABLE posts',
    "CREATE INDEX x ON tags (name) WHERE name = ''; DELETE FROM _admins",
    "CREATE INDEX x ON tags (name) WHERE 1; ATTACH DATABASE 'evil.db' AS evil",
    'CREATE INDEX `x` ON `tags` (`name`) WHERE (SELECT 1 FROM _admins)',
    'CREATE INDEX x ON tags (load_extension(1))',
    'CREATE INDEX x ON tags (random())',
    'CREATE INDEX x ON tags ((SELECT passwordHash FROM _admins))',
    'CREATE INDEX x`); DROP TABLE posts; -- ON tags (name)',
    'CREATE INDEX x ON tags (`name`); DROP TABLE posts; --`)',
    'CREATE INDEX _collections ON tags (name)',
    'CREATE INDEX sqlite_autoindex__admins_1 ON tags (name)',
    'CREATE INDEX __pb_users_auth__email_idx ON tags (name)',
    'CREATE INDEX _externalAuths_record_provider_idx ON tags (name)',
    'CREATE INDEX temp.x ON tags (name) WHERE missing',
    'DROP INDEX idx_tags_name',
    'CREATE TRIGGER x AFTER INSERT ON tags BEGIN DELETE FROM posts; END',
    'CREATE VIEW x AS SELECT 1',
  ])('the index %j is rejected, or stored without its additional SQL', async index => {
    const before = fingerprint.take()
    const response = await magazine.ask('PATCH', '/tags', { indexes: [index] })
    if (response.status === 400) expect(fingerprint.take()).toEqual(before)
    else {
      // The text after the columns is dropped as always, so a plain index remains.
      expect(response.json.indexes).toEqual(['CREATE INDEX `x` ON `tags` (`name`)'])
      await magazine.change('PATCH', '/tags', {
        indexes: ['CREATE UNIQUE INDEX `idx_tags_name` ON `tags` (`name` COLLATE NOCASE)'],
      })
    }
    const guarded =
      "SELECT name FROM sqlite_schema WHERE name IN ('posts', '__pb_users_auth__email_idx', 'idx_tags_name', '_admins')"
    expect(magazine.query(guarded).flat().sort()).toEqual(['__pb_users_auth__email_idx', '_admins', 'idx_tags_name', 'posts'])
    expect(magazine.query('SELECT count(*) FROM _admins')).toEqual([[2]])
  })
})

describe('malicious view queries', () => {
  test.each([
    'select id from tags; drop table posts',
    'select id from tags); drop table posts; --',
    'select id from tags) ; delete from _admins where (1=1',
    'delete from tags returning id',
    'update tags set name = id returning id',
    "insert into tags (id) values ('x') returning id",
    'with x as (select id from tags) delete from tags returning id',
    'drop table tags',
    'create table evil (id)',
    "attach database 'evil.db' as evil",
    "vacuum into 'evil.db'",
    'pragma writable_schema = on',
    'pragma table_info(tags)',
    "select load_extension('evil') as id",
    "select writefile('evil', 'x') as id",
    "select readfile('/etc/passwd') as id",
    "select edit('x') as id",
    'select fts3_tokenizer(1) as id',
    'select id from evil.tags',
    'explain select id from tags',
    'begin; select id from tags',
    'select id from tags -- \n; drop table posts',
    'select {:id} as id from tags',
    'select ?1 as id from tags',
    'select id from tags\0; drop table posts',
  ])('the view query %j is rejected', async query => {
    await assertRejectedUnchanged('POST', '', { name: 'evil', type: 'view', options: { query } })
    await assertRejectedUnchanged('PATCH', '/post_stats', { options: { query }, viewRule: '' })
  })

  test('an endless view query is not executed to find its columns', async () => {
    const query = 'with recursive n(id) as (select 1 union all select id + 1 from n) select id from n'
    const started = await magazine.ask('POST', '', { name: 'endless', type: 'view', options: { query } })
    expect(started.status).toBe(200)
    await magazine.change('DELETE', '/endless')
  })
})

describe('malformed options and bodies', () => {
  test.each<[string, object]>([
    ['an unterminated pattern', { name: 'fresh', schema: [text('a', { options: { pattern: `${'('.repeat(5000)}` } })] }],
    [
      'a pattern with huge repetition counts',
      { name: 'fresh', schema: [text('a', { options: { pattern: '(a{1000}){1000}' } })] },
    ],
    ['too many levels', JSON.parse(`${'{"options":'.repeat(5000)}{}${'}'.repeat(5000)}`)],
    ['a rule of opening brackets', { name: 'fresh', schema: [text('a')], listRule: '('.repeat(100_000) }],
    ['a rule of nested groups', { name: 'fresh', schema: [text('a')], listRule: `${'('.repeat(5000)}a=1${')'.repeat(5000)}` }],
    ['a type named like a member of Object.prototype', { name: 'fresh', type: 'constructor', schema: [text('a')] }],
    ['a field type named like a member of Object.prototype', { name: 'fresh', schema: [{ name: 'a', type: '__proto__' }] }],
    ['an array as the name', { name: ['fresh'], schema: [text('a')] }],
    ['an object as a rule', { name: 'fresh', schema: [text('a')], listRule: { $ne: null } }],
    ['a rule with a NUL character', { name: 'fresh', schema: [text('a')], listRule: 'a = "\0" && b' }],
  ])('a collection with %s is rejected', async (_, body) => {
    await assertRejectedUnchanged('POST', '', body)
  })

  test('keys such as __proto__ do not change the prototype of an object', async () => {
    const sent = '{"name":"fresh","schema":[{"name":"a","type":"text","__proto__":{"system":true}}],"__proto__":{"system":true}}'
    const { json } = await askApi(magazine.port, 'POST', '/api/collections', {
      token: magazine.admin,
      body: sent,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(json).toMatchObject({ system: false, schema: [{ system: false }] })
    expect({}).not.toHaveProperty('system')
    await magazine.change('DELETE', '/fresh')
  })

  test('a file in a form for a collection is ignored', async () => {
    const form = new FormData()
    form.set('@jsonPayload', JSON.stringify({ name: 'fresh', schema: [text('a')] }))
    form.set('schema', new File(['x'], '../../evil'))
    expect((await magazine.ask('POST', '', form)).status).toBe(200)
    await magazine.change('DELETE', '/fresh')
    expect(Object.keys(fingerprint.take()).filter(file => file.includes('evil'))).toEqual([])
  })
})

describe('collections are managed only by admins', () => {
  const requests: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/posts'],
    ['POST', '', { name: 'fresh', schema: [text('a')] }],
    ['PATCH', '/posts', { listRule: '' }],
    ['DELETE', '/secrets'],
  ]

  test.each(requests)('%s %s is rejected for everyone but admins', async (method, path, body) => {
    const before = fingerprint.take()
    const { dataDir, port } = magazine
    const tokens = [undefined, '', 'x.y.z', signToken(dataDir, 'auth', 'users:alice'), signToken(dataDir, 'file', 'admin')]
    for (const token of tokens) {
      const { status, json } = await askApi(port, method, `/api/collections${path}`, { token, ...(body ? { body } : {}) })
      expect([status, json]).toEqual([
        401,
        { code: 401, message: 'The request requires valid admin authorization token to be set.', data: {} },
      ])
    }
    expect(fingerprint.take()).toEqual(before)
  })
})
