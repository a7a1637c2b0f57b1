import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseViewQuery, ViewQueryError } from './parseViewQuery.ts'

const columns = (query: string) => parseViewQuery(query).columns.map(({ original, alias }) => `${original}>${alias}`)
const tables = (query: string) => parseViewQuery(query).tables.map(({ original, alias }) => `${original}>${alias}`)

describe('parseViewQuery, columns', () => {
  test.each([
    ['select id, title from posts', ['id>id', 'title>title']],
    ['select p.id, p.title as head, p.views hits from posts p', ['p.id>id', 'p.title>head', 'p.views>hits']],
    ['SELECT `id`, "title" AS `t` FROM posts', ['id>id', 'title>t']],
    ["select id, title 'head' from posts", ['id>id', 'title>head']],
    ['select `p`.`id`, "p"."title" from posts p', ['p.id>id', 'p.title>title']],
    ['select distinct author as id from posts', ['author>id']],
    ['select count(id) as n, (a + b) as s from posts', ['count(id)>n', '(a + b)>s']],
    ['select count(*) from posts', ['count(*)>count(*)']],
    ["select 'a, b from c' as x from posts", ["'a, b from c'>x"]],
    ['select id -- the id\n, title from posts', ['id>id', 'title>title']],
    ['select id, /* a */ title from posts', ['id>id', 'title>title']],
    ['select id, /* a */ title, /* b */ slug from posts', ['id>id', 'slug>slug']],
    ['select\r\n  id,\r\n  title\r\nfrom\r\n  posts', ['id>id', 'title>title']],
    ['with x as (select id from a) select id, b from x', ['id>id', 'b>b']],
    ['select id, (select count(id) from tags) as n from posts', ['id>id', '(select count(id) from tags)>n']],
    ['select', []],
  ])('parses the columns of %j', (query, expected) => {
    expect(columns(query)).toEqual(expected)
  })
})

describe('parseViewQuery, tables', () => {
  test.each([
    ['select id from posts', ['posts>posts']],
    ['select id from posts, tags t, users as u', ['posts>posts', 'tags>t', 'users>u']],
    ['select id from a join b on b.x = a.x left join c as d on d.y = b.y', ['a>a', 'b>b', 'c>d']],
    ['select id from a INNER  JOIN b on b.x = a.x where c = d', ['a>a', 'b>b']],
    ['select id from a group by x order by y limit 5', ['a>a']],
    ['select id from (select id from a) s', ['(select id from a)>s']],
    ['select id from posts -- all\n  where a = b', ['posts>posts']],
    ['select id from posts -- all\n  join tags on a = b', ['posts>posts', 'tags>tags']],
    ['select id, title as _join_, views as _discard_ from posts', ['posts>posts']],
  ])('parses the tables of %j', (query, expected) => {
    expect(tables(query)).toEqual(expected)
  })
})

test.each([
  ['select id, views + 1 as more from posts', 'invalid identifier parts [views + 1 as more]'],
  ['select id, title of name from posts', 'invalid identifier part - expected "as", got of'],
  ['select id, count (views) as n from posts', 'invalid identifier parts [count (views) as n]'],
  ['select id, a from b union select id, a from c', 'invalid identifier part - expected "as", got union'],
  ['select p.id from posts p cross join tags t', 'invalid identifier part - expected "as", got p'],
  ["select id, 'a from posts", 'unbalanced parenthesis or quoted expression: "\'a from posts"'],
  ['select id, (a from posts', 'unbalanced parenthesis or quoted expression: "(a from posts"'],
])('rejects %j with the message "%s"', (query, message) => {
  expect(() => parseViewQuery(query)).toThrow(message)
})

describe('parseViewQuery with generated queries', () => {
  const word = fc.constantFrom(
    'select',
    'from',
    'where',
    'join',
    'left join',
    'on',
    'as',
    'distinct',
    'union',
    'group by',
    'id',
    'posts',
    'p.title',
    ' ',
    ' ',
    ' ',
    '\n',
    ',',
    '(',
    ')',
    "'",
    '"',
    '`',
    '*',
    '.',
    ';',
    '--',
    '/*',
    '*/',
    '\\',
    '[',
    ']',
    '{:x}',
    'count(',
    '=',
  )

  test('either parses a query or throws an error with a message', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), words => {
        try {
          parseViewQuery(words.join(''))
        } catch (error) {
          expect(error instanceof ViewQueryError || /^unbalanced /.test((error as Error).message)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  const name = fc
    .stringMatching(/^[a-z]\w{0,6}$/)
    .filter(text => !/^(select|from|as|on|distinct|where|order|limit|with|join|group)$/i.test(text))
  const listed = fc.tuple(name, name, fc.constantFrom(' as ', ' ', ' AS\n'))

  test('returns all columns and tables of a query', () => {
    fc.assert(
      fc.property(
        fc.array(listed, { minLength: 1, maxLength: 6 }),
        fc.array(listed, { minLength: 1, maxLength: 3 }),
        (some, others) => {
          const text = (list: typeof some) => list.map(([original, alias, between]) => original + between + alias).join(', ')
          const expected = (list: typeof some) => list.map(([original, alias]) => ({ original, alias, text: original }))
          const query = `select ${text(some)}\nfrom ${text(others)} where x = 'y, z'`
          expect(parseViewQuery(query)).toEqual({ columns: expected(some), tables: expected(others) })
        },
      ),
    )
  })

  test('parses very long queries in linear time', () => {
    const long = 200_000
    const texts = [
      `select${' '.repeat(long)}x`,
      `select id ${'/*'.repeat(long)}`,
      `select id ${'-'.repeat(long)}`,
      `select id ${'--x '.repeat(long)}`,
      `select ${';'.repeat(long)}x`,
      `select ${'('.repeat(long)}${')'.repeat(long)}`,
      `select id from a${' join b'.repeat(long / 10)}`,
    ]
    for (const text of texts) {
      try {
        parseViewQuery(text)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  })
})
