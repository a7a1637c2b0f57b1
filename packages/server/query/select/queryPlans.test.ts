import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Collection, parseSort } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '../../db/sql.ts'
import { type CompiledQuery, compileQuery } from '../compile/compileQuery.ts'
import { readFilter } from '../compile/readFilter.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'

const indexOnDate = 'CREATE INDEX `idx_posts_created` ON `posts` (`created`)'

let magazine: Magazine
let database: DatabaseSync
let posts: Collection
beforeAll(async () => {
  magazine = await openMagazine(indexOnDate)
  const stored = magazine.collection('posts')
  posts = { ...stored, indexes: [...stored.indexes, indexOnDate] }
  database = new DatabaseSync(join(magazine.dataDir, 'data.db'), { readOnly: true })
})
afterAll(async () => {
  database?.close()
  await magazine?.close()
})

/** Returns the steps of SQLite's plan for a statement. */
function planOf(statement: Sql): string[] {
  const values = statement.values.map(value => (typeof value === 'object' ? null : value))
  return database
    .prepare(`EXPLAIN QUERY PLAN ${statement.text}`)
    .all(...values)
    .map(({ detail }) => String(detail))
}

interface Shape {
  rule?: string
  filter?: string
  sort?: string
  ids?: string[]
  /** The plan of the statement that reads a page. */
  page: string[]
  /** The plan of the one that counts, which runs only if the page does not show the last record; none if the first one counts. */
  count: string[]
}

function compile({ rule, filter, sort = '', ids }: Omit<Shape, 'page' | 'count'>): CompiledQuery {
  return compileQuery(magazine.connection.dialect, {
    collection: posts,
    catalog: magazine.catalog,
    request: noRequest,
    conditions: [rule, filter].flatMap(text => (text === undefined ? [] : [{ filter: readFilter(text), allowHidden: false }])),
    sort: { items: parseSort(sort), allowHidden: false },
    ...(ids && { ids }),
  })
}

function plansOf(shape: Shape): Pick<Shape, 'page' | 'count'> {
  const query = compile(shape)
  const columns = sql`posts.id, posts.body`
  const readPage = query.readCountedPage ?? query.readPage
  const page = readPage?.(columns, 30, 0) ?? sql`SELECT ${columns} ${query.ordered} LIMIT ${30} OFFSET ${0}`
  return { page: planOf(page), count: query.readCountedPage ? [] : planOf(sql`SELECT ${query.count} ${query.matching}`) }
}

const authors = 'SEARCH #1 USING INDEX sqlite_autoindex_authors_1 (id=?)'

/** Returns the plan of a statement that sorts row numbers by these steps, and reads the rows of the page by their numbers. */
const sortedRows = (...steps: string[]) => [
  'CO-ROUTINE (subquery-1)',
  ...steps,
  'SCAN (subquery-1)',
  'SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)',
]

test.each<[string, Shape]>([
  ['a list', { page: ['SCAN posts'], count: ['SCAN posts USING COVERING INDEX idx_posts_title'] }],
  [
    'a list by date',
    {
      sort: '-created',
      page: sortedRows('SCAN posts USING COVERING INDEX idx_posts_created'),
      count: ['SCAN posts USING COVERING INDEX idx_posts_title'],
    },
  ],
  [
    'a filter by a field without an index, by date',
    {
      filter: 'views > 1',
      sort: '-created',
      page: sortedRows('SCAN posts USING INDEX idx_posts_created'),
      count: ['SCAN posts'],
    },
  ],
  [
    'a filter by a relation with an index, by date',
    {
      filter: 'author = "author000000001"',
      sort: '-created',
      page: sortedRows('SEARCH posts USING INDEX idx_posts_author (author=?)', 'USE TEMP B-TREE FOR ORDER BY'),
      count: ['SEARCH posts USING COVERING INDEX idx_posts_author (author=?)'],
    },
  ],
  ['a text search', { filter: 'title ~ "a"', page: ['SCAN posts'], count: ['SCAN posts'] }],
  [
    'a list by a field without an index',
    {
      sort: 'title',
      page: sortedRows('SCAN posts', 'USE TEMP B-TREE FOR ORDER BY'),
      count: ['SCAN posts USING COVERING INDEX idx_posts_title'],
    },
  ],
  [
    'a filter by a field without an index, by a number',
    {
      filter: 'views > 1',
      sort: 'score',
      page: [
        'CO-ROUTINE (subquery-3)',
        'MATERIALIZE #matching',
        'SCAN posts',
        'SCAN #matching',
        'USE TEMP B-TREE FOR ORDER BY',
        'SCAN (subquery-3)',
        'SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)',
        'SCALAR SUBQUERY 2',
        'SCAN #matching',
      ],
      count: [],
    },
  ],
  [
    'a filter by a related record, by date',
    {
      filter: 'author.name = "a"',
      sort: '-created',
      page: sortedRows('SCAN posts USING INDEX idx_posts_created', authors),
      count: ['SEARCH posts USING COVERING INDEX idx_posts_author (author=?)', 'LIST SUBQUERY 1', 'SCAN #1'],
    },
  ],
  [
    'a list by a related record',
    {
      sort: 'author.name',
      page: sortedRows(
        'SCAN posts USING COVERING INDEX idx_posts_author',
        `${authors} LEFT-JOIN`,
        'USE TEMP B-TREE FOR ORDER BY',
      ),
      count: ['SCAN posts USING COVERING INDEX idx_posts_title'],
    },
  ],
  [
    'a rule that reads a related record, with a filter, by date',
    {
      rule: 'author.active = true',
      filter: 'views > 1',
      sort: '-created',
      page: sortedRows('SCAN posts USING INDEX idx_posts_created', authors),
      count: ['SEARCH posts USING INDEX idx_posts_author (author=?)', 'LIST SUBQUERY 1', 'SCAN #1'],
    },
  ],
  [
    'a rule that reads a related record, for a record by id',
    {
      rule: 'author.active = true',
      ids: ['post00000000001'],
      page: ['SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)', authors],
      count: ['SEARCH posts USING INDEX sqlite_autoindex_posts_1 (id=?)', authors],
    },
  ],
])('SQLite reads %s by this plan', (_, shape) => {
  expect(plansOf(shape)).toEqual({ page: shape.page, count: shape.count })
})

test('the count of a rule over several related records leaves out the join that it does not read', () => {
  const { matching } = compile({ rule: 'author.posts_via_author.title ?= "a"' })
  expect(matching.text).not.toContain('FROM `posts` LEFT JOIN')
  const byId = compile({ rule: 'author.posts_via_author.title ?= "a"', ids: ['post00000000001'] })
  expect(byId.matching.text).toContain('FROM `posts` LEFT JOIN `authors`')
})
