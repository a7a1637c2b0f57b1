import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

let count = 0
async function create(query: string) {
  count += 1
  const view = await magazine.change('POST', '', { name: `view_${count}`, type: 'view', options: { query } })
  const schema = view.schema as { name: string; type: string }[]
  const [[definition] = []] = magazine.query(`SELECT sql FROM sqlite_schema WHERE name = 'view_${count}'`)
  return {
    types: schema.map(({ name, type }) => `${name} ${type}`).join(', '),
    stored: String(definition).replace(`CREATE VIEW \`view_${count}\` AS SELECT * FROM `, ''),
    name: `view_${count}`,
  }
}

describe('the field types of a view', () => {
  test.each([
    [
      'select id, title, views, featured, tags, cover, status, extra from posts',
      'title text, views number, featured bool, tags relation, cover file, status select, extra json',
    ],
    ['select id, TITLE as t, Views v from posts', 't text, v number'],
    ['select p.id, p.title, a.name from posts p join authors a on a.id = p.author', 'title text, name text'],
    ['select p.id, c.id as category, c.created as since from posts p, categories c', 'category relation, since date'],
    ['select id, name from posts, categories', undefined],
    ['select posts.id, name from categories, posts', 'name text'],
    ['select id, title from Posts', 'title json'],
    [
      'select id, count(id) as n, TOTAL(views) t, sum(views) s, max(title) m from posts group by id',
      'n number, t number, s json, m json',
    ],
    [
      'select id, cast(views as int) i, cast(views as REAL) r, cast(views as decimal) d, cast(views as numeric) n from posts',
      'i number, r number, d number, n number',
    ],
    [
      'select id, cast(views as text) t, cast ( views as bool ) b, cast(views as boolean) c, cast(views as blob) x from posts',
      undefined,
    ],
    ['select id, cast(views as text) t, cast(views as boolean) c, cast(views as blob) x from posts', 't text, c bool, x json'],
    ['select id, cast(case when views > 1 then 1 else 0 end as bool) many from posts', 'many bool'],
    [
      'select id, username, email, verified, emailVisibility, tokenKey, passwordHash from users',
      'username text, email email, verified bool, emailVisibility bool, tokenKey json, passwordHash json',
    ],
    ['select id, slug from posts where title != (select name from tags limit 1)', 'slug text'],
    [
      "select id, 'x' as text, 1 as number, null as nil, (views + 1) as more from posts",
      'text json, number json, nil json, more json',
    ],
    ['select id, title, created, updated from posts', 'title text'],
    ['select id, (select count(id) from tags) as n from posts', 'n json'],
    ['select id, email from _admins', 'email json'],
    ['select id, title, author, cover from post_stats', 'title text, author relation, cover file'],
  ])('the columns of the view query %s get the expected field types', async (query, types) => {
    if (types === undefined) {
      const { status, json } = await magazine.ask('POST', '', { name: 'refused', type: 'view', options: { query } })
      expect([status, json.data]).toMatchObject([400, { options: { query: { code: 'validation_invalid_view_query' } } }])
    } else expect((await create(query)).types).toBe(types)
  })

  test('the fields of a view get the options of the fields they read', async () => {
    const { name } = await create('select id, title as head, author as who, cover as picture from posts')
    const { schema } = await magazine.change('GET', `/${name}`)
    const { schema: posts } = await magazine.change('GET', '/posts')
    const options = (list: unknown, field: string) => (list as { name: string }[]).find(one => one.name === field)
    for (const [alias, field] of [
      ['head', 'title'],
      ['who', 'author'],
      ['picture', 'cover'],
    ] as const) {
      expect(options(schema, alias)).toEqual({
        ...options(posts, field),
        id: expect.stringMatching(/^[a-z0-9]{8}$/),
        name: alias,
      })
    }
  })
})

describe('ids of views', () => {
  test.each([
    ['select 1 as id', '(SELECT cast(`id` as text) `id` FROM (select 1 as id))'],
    [
      'select title as txt, source, featured as id from posts',
      '(SELECT `txt`,`source`,cast(`id` as text) `id` FROM (select title as txt, source, featured as id from posts))',
    ],
    ['select views as id from posts', '(SELECT cast(`id` as text) `id` FROM (select views as id from posts))'],
    ['select extra as id from posts', '(SELECT cast(`id` as text) `id` FROM (select extra as id from posts))'],
    ['select id, title from posts;', '(select id, title from posts)'],
    ['  ;select slug as id from posts ; ', '(select slug as id from posts )'],
    ['select cast(views as text) as id from posts', '(select cast(views as text) as id from posts)'],
    ['select author as id from posts group by author', '(select author as id from posts group by author)'],
  ])('ids of the view query %s are texts', async (query, stored) => {
    const view = await create(query)
    expect(view.stored).toBe(stored)
    const { items } = await magazine.change('GET', `/${view.name}/records?perPage=3`)
    for (const { id } of items as { id: unknown }[]) expect(typeof id).toBe('string')
  })
})

describe('invalid view queries', () => {
  test.each([
    ['delete from posts', 'syntax error'],
    ['update posts set title = 1 returning id', 'syntax error'],
    ['select 1 as id; drop table posts', 'invalid identifier parts'],
    ["select id from posts where title = ';'; drop table posts", 'multiple statements'],
    ['select 1 as id) ; drop table posts; select (1', 'unbalanced'],
    ['select 1 as id) as x, (select 2', ''],
    ['values (1)', ''],
    ['pragma table_info(posts)', 'syntax error'],
    ["select load_extension('x') as id", isPostgresRun() ? 'load_extension is not portable' : 'not authorized'],
    ['select ? as id', 'parameters'],
    ['select {:x} as id', 'Named parameter not found: x'],
    ['select id from posts p', undefined],
    ['select name as id from sqlite_schema', isPostgresRun() ? 'no such table' : undefined],
    ["select name as id from pragma_table_info('posts')", isPostgresRun() ? 'is not portable' : undefined],
    ['select * from posts', 'wildcard columns'],
    ['select title from posts', 'missing required id column'],
    ['select Id from posts', 'missing required id column'],
    ['select ID as "id" from posts', undefined],
    ['select id from nowhere', 'no such table: nowhere'],
    ['select id, nowhere from posts', 'no such column: nowhere'],
    ['select id from posts where title = ', 'syntax error'],
    ['select id from posts limit 1 -- all', 'incomplete input'],
    ['select id from posts /* all', 'expected "as", got /*'],
  ])('the view query %s is rejected', async (query, reason) => {
    count += 1
    const { status, json } = await magazine.ask('POST', '', { name: `view_${count}`, type: 'view', options: { query } })
    expect(status, JSON.stringify(json)).toBe(reason === undefined ? 200 : 400)
    if (reason === undefined) return
    const { options } = json.data as { options: { query: { code: string; message: string } } }
    expect(options.query.code).toBe('validation_invalid_view_query')
    expect(options.query.message).toContain('Invalid query - ')
    expect(options.query.message).toContain(reason)
    expect(magazine.query('SELECT COUNT(*) FROM posts')).toEqual([[40]])
  })
})
