import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const preview = (query: unknown, collection?: string) => magazine.ask('POST', '/preview-view', { query, collection })

const schemaVersion = () => magazine.query('PRAGMA schema_version')

describe('M14.1 previews of view queries', () => {
  test('a preview returns the fields and first records that the API returns after a save', async () => {
    const query =
      'select p.id, p.title as head, p.views, p.featured, p.tags, p.extra, p.created from posts p order by p.created, p.id'
    const before = [schemaVersion(), magazine.query('SELECT * FROM _collections')]
    const { status, json } = await preview(query)
    expect([schemaVersion(), magazine.query('SELECT * FROM _collections')]).toEqual(before)
    expect(status).toBe(200)
    const saved = await magazine.change('POST', '', { name: 'as_saved', type: 'view', options: { query } })
    const withoutIds = (schema: unknown) => (schema as object[]).map(field => ({ ...field, id: '' }))
    expect(withoutIds(json.schema)).toEqual(withoutIds(saved.schema))
    expect(json.dates).toEqual(['created'])
    const { items } = await magazine.change('GET', '/as_saved/records?perPage=10&sort=created,id')
    const named = (items as object[]).map(item => ({ ...item, collectionId: '', collectionName: 'preview' }))
    expect(json.items).toEqual(named)
    expect(named.length).toBe(10)
    await magazine.change('DELETE', '/as_saved')
  })

  test('a preview returns the rows that exist, with ids as texts', async () => {
    expect((await preview('select (ROW_NUMBER() OVER()) as id, name from tags limit 2')).json.items).toMatchObject([
      { id: '1' },
      { id: '2' },
    ])
    expect((await preview('select id from tags where false')).json).toEqual({ schema: [], dates: [], items: [] })
  })

  test('a preview of an endless query returns its first rows', async () => {
    const query = 'with recursive n(id) as (select 1 union all select id + 1 from n) select id from n'
    expect((await preview(query)).json.items).toHaveLength(10)
  })

  test('a preview accepts integers beyond the safe range of a browser', async () => {
    const { status, json } = await preview('select id, (9007199254740993) as much from tags limit 1')
    expect([status, json.schema]).toMatchObject([200, [{ name: 'much', type: 'json' }]])
  })
})

describe('M14.1–5 invalid view queries in previews', () => {
  test.each([
    'select * from posts',
    'select title from posts',
    'select id, count(*) from posts',
    'select id, nothing from posts',
    'select id from nowhere',
    'select id form posts',
    'select id from posts; select id from tags',
    'delete from posts',
    "select id, load_extension('x') as x from posts",
    'select id from posts where title = ?',
    'select id from posts where title = {:title}',
    'pragma user_version',
    "attach database 'x' as x",
    '',
  ])('the preview rejects %s with the same error as a save', async query => {
    const { status, json } = await preview(query)
    const saved = await magazine.ask('POST', '', { name: 'refused', type: 'view', options: { query } })
    expect(status).toBe(400)
    expect(json).toEqual(saved.json)
    expect(json.data).not.toEqual({})
  })

  test('a preview rejects a query that reads the view itself, directly or through other views', async () => {
    await magazine.change('POST', '', { name: 'over', type: 'view', options: { query: 'select id, title from post_stats' } })
    for (const query of ['select id, title from post_stats', 'select id, title from over']) {
      expect((await preview(query, 'post_stats')).json.data).toEqual({
        options: {
          query: { code: 'validation_invalid_view_query', message: 'Invalid query - view post_stats is circularly defined.' },
        },
      })
      expect((await preview(query)).status).toBe(200)
      expect((await magazine.ask('PATCH', '/post_stats', { options: { query } })).status).toBe(400)
    }
    const query = 'with post_stats as (select id from posts) select id from post_stats'
    expect((await preview(query, 'post_stats')).status).toBe(200)
    await magazine.change('DELETE', '/over')
  })

  test('a preview rejects a query that fails at its first row', async () => {
    const { status, json } = await preview("select id, (json_extract(title, '$.a')) as a from posts")
    expect([status, json.data]).toMatchObject([400, { options: { query: { message: 'Invalid query - malformed JSON.' } } }])
  })
})

test('only admins can preview queries', async () => {
  const body = { query: 'select id, email from users' }
  const path = '/api/collections/preview-view'
  for (const token of [undefined, signToken(magazine.dataDir, 'auth', 'users:bob')]) {
    const { status } = await askApi(magazine.port, 'POST', path, { body, ...(token ? { token } : {}) })
    expect(status).toBe(401)
  }
})
