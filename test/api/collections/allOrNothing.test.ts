import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failWrites } from '../../harness/failWrites.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { type ServedMagazine, serveMagazine } from './serveMagazine.ts'

let magazine: ServedMagazine
let fingerprint: Fingerprint
let before: Record<string, string>
let shown: string

beforeAll(async () => {
  magazine = await serveMagazine('inline', [{ sql: "UPDATE _collections SET `system` = 0 WHERE name = 'registry'" }])
  await magazine.change('POST', '', { name: 'shows', type: 'view', options: { query: 'select id, title from media' } })
  // Writes of these rows fail after everything that precedes them.
  const table = '_collections'
  const { dataDir } = magazine
  await failWrites(dataDir, { name: 'no_insert', moment: 'INSERT', table, when: "NEW.name = 'trapped'" })
  await failWrites(dataDir, { name: 'no_update', moment: 'UPDATE', table, when: "NEW.name = 'trapped'" })
  await failWrites(dataDir, { name: 'no_delete', moment: 'DELETE', table, when: "OLD.name = 'registry'" })
  fingerprint = openFingerprint(dataDir)
})
afterAll(async () => {
  fingerprint.close()
  await magazine.close()
})

const allCollections = async () => (await magazine.ask('GET', '?perPage=500&sort=id')).text

beforeEach(async () => {
  shown = await allCollections()
  before = fingerprint.take()
})
afterEach(async () => {
  expect(fingerprint.take()).toEqual(before)
  expect(await allCollections()).toBe(shown)
})

const text = (name: string, id = `id_${name}`) => ({ id, name, type: 'text' })
const tagFields = [
  { id: 'tag_name', name: 'name', type: 'text', required: true, presentable: true, options: { max: 30 } },
  { id: 'tag_kind', name: 'kind', type: 'select', options: { maxSelect: 1, values: ['topic', 'place', 'person'] } },
  { id: 'tag_meta', name: 'meta', type: 'json', options: { maxSize: 2000 } },
]
const open = { listRule: '', viewRule: '', createRule: null, updateRule: null, deleteRule: null }
const goodIndex = (table: string, column: string) => `CREATE INDEX idx_good ON ${table} (${column})`

describe('a failed creation of a collection leaves nothing behind', () => {
  test.each<[string, object]>([
    ['its row', { name: 'trapped', schema: [text('a')] }],
    ['a name reserved by SQLite', { name: 'sqlite_mine', schema: [text('a')] }],
    ['a column that differs from another one only in case', { name: 'fresh', schema: [text('a'), text('Updated')] }],
    ['its last index', { name: 'fresh', schema: [text('a')], indexes: [goodIndex('fresh', 'a'), 'CREATE INDEX i ON fresh (b)'] }],
    [
      'an index with the name of a system index',
      { name: 'fresh', schema: [text('a')], indexes: ['CREATE INDEX __pb_users_auth__email_idx ON fresh (a)'] },
    ],
    ['an auth index', { name: 'fresh', type: 'auth', schema: [text('tokenkey')] }],
    ['the row of a view', { name: 'trapped', type: 'view', options: { query: 'select id from tags' } }],
    ['the query of a view', { name: 'fresh', type: 'view', options: { query: 'select id, nothing from tags' } }],
    ['a view of itself', { name: 'fresh', type: 'view', options: { query: 'select id from fresh' } }],
  ])('a creation that fails leaves nothing behind, whatever fails: %s', async (_, body) => {
    const response = await magazine.ask('POST', '', body)
    expect(response.status, response.text).toBe(400)
  })
})

describe('a failed change of a collection is rolled back', () => {
  test.each<[string, string, object]>([
    ['the row', 'tags', { name: 'trapped', indexes: [] }],
    ['a new column', 'tags', { ...open, schema: [...tagFields, text('more'), text('CREATED')] }],
    ['a column that a view reads', 'posts', { ...open, indexes: [], schema: [text('other')] }],
    [
      'an index, after columns were dropped, renamed, added and converted',
      'tags',
      {
        ...open,
        name: 'labels',
        schema: [
          { ...tagFields[0], name: 'title' },
          { ...tagFields[1], options: { maxSelect: 2, values: ['topic', 'place', 'person'] } },
          text('fresh'),
        ],
        indexes: [goodIndex('labels', 'title'), 'CREATE INDEX idx_bad ON labels (name)'],
      },
    ],
    ['a unique index over duplicate values', 'tags', { indexes: ['CREATE UNIQUE INDEX idx_tags_kind ON tags (kind)'] }],
    ['the query of a view', 'post_stats', { name: 'stats', options: { query: 'select id from nowhere' } }],
    ['the row of a view', 'post_stats', { name: 'trapped' }],
  ])('a failed change is rolled back, whatever fails: %s', async (_, collection, body) => {
    const response = await magazine.ask('PATCH', `/${collection}`, body)
    expect(response.status, response.text).toBe(400)
  })
})

describe('a failed deletion of a collection is rolled back', () => {
  test.each([
    ['the row', 'registry'],
    ['a view that reads it', 'media'],
    ['a relation that refers to it', 'tags'],
  ])('a failed deletion is rolled back, whatever fails: %s', async (_, collection) => {
    const response = await magazine.ask('DELETE', `/${collection}`)
    expect([response.status, response.json]).toEqual([
      400,
      { code: 400, message: 'Failed to delete collection due to existing dependency.', data: {} },
    ])
  })
})

describe('a failed import is rolled back', () => {
  const made = { id: 'made00000000001', name: 'made', schema: [text('a')] }
  const labels = { id: 'mgtags000000001', name: 'labels', schema: [tagFields[0], text('fresh')] }

  test.each<[string, object[], boolean]>([
    ['the row of the last collection', [made, labels, { name: 'trapped', schema: [text('a')] }], false],
    ['the table of the last collection', [made, labels, { name: 'sqlite_mine', schema: [text('a')] }], false],
    [
      'an index of the last collection',
      [made, labels, { name: 'last', schema: [text('a')], indexes: ['CREATE INDEX i ON last (b)'] }],
      false,
    ],
    ['a view', [made, labels, { name: 'last', type: 'view', options: { query: 'select id from nowhere' } }], false],
    ['a rule', [made, labels, { name: 'last', schema: [text('a')], listRule: 'b = 1' }], false],
    ['a rule of an omitted collection', [{ id: '_pb_users_auth_', name: 'people', type: 'auth', schema: [] }], false],
    ['an omitted collection that others need', [made], true],
  ])('a failed import is rolled back, whatever fails: %s', async (_, collections, deleteMissing) => {
    const response = await magazine.ask('PUT', '/import', { collections, deleteMissing })
    expect([response.status, response.json.message], response.text).toEqual([400, 'Failed to import the submitted collections.'])
  })
})
