import { type Collection, parseExpand } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../db/engine.ts'
import { join, name } from '../../db/sql.ts'
import { readFilter } from '../compile/readFilter.ts'
import { selectByIds } from '../select/selectRecords.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import type { ExpandedRow } from './ExpandedRow.ts'
import { type ExpandHost, expandRows } from './expandRows.ts'

// One category that more posts refer to than are looked up, and one with very much text.
const prepare = `
  INSERT INTO categories (id, name, slug) VALUES ('crowded', 'Crowded', 'crowded');
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
  INSERT INTO posts (id, slug, category, tags) SELECT 'p' || n, 's' || n, 'crowded', '["tag000000000008"]' FROM numbers;
  INSERT INTO categories (id, name, slug) VALUES ('weighty', '${'x'.repeat(200_000)}', 'weighty');
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
  INSERT INTO posts (id, slug, category, tags) SELECT 'w' || n, 'w' || n, 'weighty', '[]' FROM numbers;
  INSERT INTO scratch (id, r1, rN) VALUES ('lost', 'missing', '["missing","scratch00000002","scratch00000001"]');`

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine(prepare)
})
afterAll(() => magazine.close())

const columnsOf = (collection: Collection) => ['id', ...collection.schema.map(field => field.name)]

const isListed = (value: unknown) => typeof value === 'string' && value.startsWith('["')

/** A host whose requester may view what the given rules say: a filter, '' for everything, null for nothing. */
const hostWith = (rules: Record<string, string | null> = {}, unjudged = ''): ExpandHost => ({
  reader: magazine.connection,
  catalog: magazine.catalog,
  request: noRequest,
  recall: (_, ids, load) => load(ids),
  columns: collection => join(columnsOf(collection).map(column => name(collection.name, column))),
  value: (collection, row, column) => {
    const value = row[columnsOf(collection).indexOf(column)]
    return isListed(value) ? JSON.parse(String(value)) : value
  },
  conditions: ({ name }) => {
    const rule = rules[name] ?? (name in rules ? null : '')
    if (rule === null) throw new Error('Only admins can perform this action.')
    return rule === '' ? [] : [{ filter: readFilter(rule), allowHidden: true }]
  },
  showsEmail: async ({ name }) => {
    if (name === unjudged) throw new Error('The manage rule is broken.')
    return id => id === 'alice0000000001'
  },
})

const short = (id: unknown) => String(id).replace(/^([a-z]+?)0+(\d+)$/, '$1$2')

/** `post1{author=author1 tags=[tag1 tag2]}` */
const print = ({ row, expand }: ExpandedRow): string => {
  const below = [...expand].map(([segment, found]) =>
    Array.isArray(found) ? `${segment}=[${found.map(print).join(' ')}]` : `${segment}=${print(found)}`,
  )
  return short(row[0]) + (below.length > 0 ? `{${below.join(' ')}}` : '')
}

const expand = async (collectionName: string, ids: string[], list: string, rules?: Record<string, string | null>) => {
  const collection = magazine.collection(collectionName)
  const host = hostWith(rules)
  const query = { collection, catalog: magazine.catalog, request: noRequest, conditions: [], columns: host.columns(collection) }
  const rows = await selectByIds(magazine.connection, query, ids)
  const sorted = [...rows].sort((a: Row, b: Row) => ids.indexOf(String(a[0])) - ids.indexOf(String(b[0])))
  return (await expandRows(host, collection, sorted, parseExpand(list))).map(print).join(' ')
}

describe('relations', () => {
  test.each<[string, string[], string, string]>([
    ['posts', ['post00000000001'], 'author.user,category', 'post1{author=author1{user=alice1} category=category2}'],
    ['posts', ['post00000000039'], 'tags', 'post39{tags=[tag5 tag6 tag7 tag1]}'],
    ['posts', ['post00000000001', 'post00000000009'], 'author', 'post1{author=author1} post9{author=author1}'],
    ['categories', ['category0000001', 'category0000002'], 'parent', 'category1 category2{parent=category1}'],
    ['scratch', ['lost'], 'r1,rN', 'lost{rN=[scratch2 scratch1]}'],
    ['users', ['bob000000000001'], 'authors_via_user', 'bob1{authors_via_user=author2}'],
    ['users', ['bob000000000001'], 'AUTHORS_via_user,authors(user)', 'bob1{AUTHORS_via_user=author2 authors(user)=author2}'],
    [
      'categories',
      ['category0000002', 'category0000001'],
      'categories_via_parent',
      'category2{categories_via_parent=[category3]} category1{categories_via_parent=[category2]}',
    ],
  ])('%s %j with %s', async (collection, ids, list, expected) => {
    expect(await expand(collection, ids, list)).toBe(expected)
  })

  test('come as the table yields them', async () => {
    expect(await expand('posts', ['post00000000001'], 'comments_via_post')).toBe(
      'post1{comments_via_post=[comment48 comment44 comment40 comment36 comment32 comment28 comment24 comment20 comment16 comment12 comment8 comment4]}',
    )
  })

  test.each([
    [
      'one looked up',
      'categories',
      ['category0000004'],
      'posts_via_category',
      /^category4{posts_via_category=\[post3 post8 post13/,
    ],
    [
      'several looked for',
      'categories',
      ['category0000004', 'category0000001'],
      'posts_via_category',
      /^category4{posts_via_category=\[post3 post8 post13/,
    ],
    [
      'several by an index',
      'authors',
      ['author000000004', 'author000000005'],
      'posts_via_author',
      /^author4{posts_via_author=\[post6 post14 post22 post30 post38\]} author5$/,
    ],
    ['one in lists', 'tags', ['tag000000000007'], 'posts_via_tags', /^tag7{posts_via_tags=\[post3 post5 post11 /],
    [
      'several in lists',
      'tags',
      ['tag000000000007', 'tag000000000005'],
      'posts_via_tags',
      /^tag7{posts_via_tags=\[post3 post5 post11 .*tag5{posts_via_tags=\[post2 post3 /,
    ],
  ])('found back: %s', async (_, collection, ids, list, expected) => {
    expect(await expand(collection, ids, list)).toMatch(expected)
  })

  test('found back are at most a thousand', async () => {
    expect((await expand('categories', ['crowded'], 'posts_via_category')).split(' ')).toHaveLength(1000)
    expect(
      (await expand('tags', ['tag000000000008', 'tag000000000007'], 'posts_via_tags')).split(' ').filter(id => /p\d/.test(id)),
    ).toHaveLength(1000)
  })
})

describe('a path that leads nowhere fails as a whole', () => {
  test.each<[string, string]>([
    ['nothing,title,id', 'post1'],
    ['author.nothing', 'post1'],
    ['author.name,category', 'post1{category=category2}'],
    ['author.nothing,author.user', 'post1{author=author1{user=alice1}}'],
    ['author.user.nothing', 'post1'],
    ['Author,authors_via_user,comments_via_author,nothing_via_x,tags(x)', 'post1'],
  ])('%s', async (list, expected) => {
    expect(await expand('posts', ['post00000000001'], list)).toBe(expected)
  })

  test('unless there is nothing to follow', async () => {
    expect(await expand('categories', ['category0000001', 'category0000002'], 'parent.parent.nothing')).toBe(
      'category1 category2{parent=category1}',
    )
    expect(await expand('categories', ['category0000001'], 'parent.nothing')).toBe('category1')
  })
})

describe('what may not be viewed is left out', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['author,tags', { authors: null }, 'post2{tags=[tag3 tag4 tag5]}'],
    ['author.user,tags', { users: null }, 'post2{tags=[tag3 tag4 tag5]}'],
    ['tags', { tags: 'kind = "place"' }, 'post2{tags=[tag3 tag4]}'],
    ['author,tags', { tags: 'kind = "nothing"' }, 'post2{author=author2}'],
    ['author,tags', { tags: 'broken = 1' }, 'post2{author=author2}'],
    ['author,tags', { tags: '(' }, 'post2{author=author2}'],
    ['author.user', { authors: 'rank > 5' }, 'post2'],
  ])('%s with %j', async (list, rules, expected) => {
    expect(await expand('posts', ['post00000000002'], list, rules)).toBe(expected)
  })
})

describe('hidden emails', () => {
  const expandAuthors = async (unjudged = '') => {
    const host = hostWith({}, unjudged)
    const collection = magazine.collection('posts')
    const query = { collection, catalog: magazine.catalog, request: noRequest, conditions: [], columns: host.columns(collection) }
    const rows = await selectByIds(magazine.connection, query, ['post00000000001'])
    return expandRows(host, collection, rows, parseExpand('author.user,category'))
  }

  test('are judged for each row', async () => {
    const [post] = await expandAuthors()
    const author = post?.expand.get('author') as ExpandedRow
    expect([author.showsEmail, (author.expand.get('user') as ExpandedRow).showsEmail]).toEqual([false, true])
  })

  test('that cannot be judged hide the records', async () => {
    expect((await expandAuthors('users')).map(print)).toEqual(['post1{category=category2}'])
    await expect(expandAuthors('posts')).rejects.toThrow('broken')
  })
})

describe('what an answer has no room for is left out', () => {
  test('because it goes to and fro between many', async () => {
    const list = 'posts_via_category.category.posts_via_category.category,parent'
    const [first, ...others] = (await expand('categories', ['crowded'], list)).split(' ')
    expect(first).toBe('crowded{posts_via_category=[p1{category=crowded}')
    expect(others).toHaveLength(999)
  })

  test('because of its text', async () => {
    const posts = (await expand('categories', ['weighty'], 'posts_via_category.category')).split(' ')
    expect([posts.length, posts[1]]).toEqual([600, 'w2'])
    const few = Array.from({ length: 400 }, (_, index) => `w${index + 1}`)
    expect(await expand('posts', few, 'category')).toContain('w400{category=weighty}')
  })
})

test('six levels are expanded and deeper ones ignored', async () => {
  const list = 'author.user.authors_via_user.user.authors_via_user.user.authors_via_user.nothing'
  expect(await expand('posts', ['post00000000001'], list)).toBe(
    'post1{author=author1{user=alice1{authors_via_user=author1{user=alice1{authors_via_user=author1{user=alice1}}}}}}',
  )
})

test('no rows are expanded without a query', async () => {
  expect(await expandRows(hostWith(), magazine.collection('posts'), [], parseExpand('author'))).toEqual([])
})
