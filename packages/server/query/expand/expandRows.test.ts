import { type Collection, parseExpand } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Row } from '../../db/engine.ts'
import { join, name } from '../../db/sql.ts'
import { readFilter } from '../compile/readFilter.ts'
import { LargeResponseError } from '../select/LargeResponseError.ts'
import { selectByIds } from '../select/selectRecords.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import { type ExpandedRow, type ExpandHost, expandRows } from './expandRows.ts'

// One category that more posts refer to than can be expanded, and one with very long text. `whole` refers to 25 records of 200,000
// characters; `parts` refers to 15 of them, and the other ten refer to it.
const prepare = `
  INSERT INTO categories (id, name, slug) VALUES ('crowded', 'Crowded', 'crowded');
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
  INSERT INTO posts (id, slug, category, tags) SELECT 'p' || n, 's' || n, 'crowded', '["tag000000000008"]' FROM numbers;
  INSERT INTO categories (id, name, slug) VALUES ('weighty', '${'x'.repeat(200_000)}', 'weighty');
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
  INSERT INTO posts (id, slug, category, tags) SELECT 'w' || n, 'w' || n, 'weighty', '[]' FROM numbers;
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 25)
  INSERT INTO scratch (id, t, r1) SELECT 'long' || n, printf('%.*c', 200000, 'x'), CASE WHEN n > 15 THEN 'parts' ELSE '' END FROM numbers;
  INSERT INTO scratch (id, rN) VALUES ('whole', (SELECT json_group_array(id) FROM scratch WHERE id LIKE 'long%')),
    ('parts', (SELECT json_group_array(id) FROM scratch WHERE id LIKE 'long%' AND r1 = '')), ('outer', '["whole"]');
  INSERT INTO scratch (id, r1, rN) VALUES ('lost', 'missing', '["missing","scratch00000002","scratch00000001"]');`

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine(prepare)
})
afterAll(() => magazine.close())

const columnsOf = (collection: Collection) => ['id', ...collection.schema.map(field => field.name)]

const isListed = (value: unknown) => typeof value === 'string' && value.startsWith('["')

/** Returns a host with the given view rules by collection: a filter, '' for every record, null for none. */
const hostWith = (rules: Record<string, string | null> = {}, brokenManageRule = ''): ExpandHost => ({
  reader: magazine.connection,
  catalog: magazine.catalog,
  request: noRequest,
  readCached: (_, ids, load) => load(ids),
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
  hidesFields: false,
  showsEmail: async ({ name }) => {
    if (name === brokenManageRule) throw new Error('The manage rule is broken.')
    return id => id === 'alice0000000001'
  },
})

const short = (id: unknown) => String(id).replace(/^([a-z]+?)0+(\d+)$/, '$1$2')

/** `post1{author=author1 tags=[tag1 tag2]}` */
function print({ row, expand }: ExpandedRow): string {
  const below = [...expand].map(([segment, found]) =>
    Array.isArray(found) ? `${segment}=[${found.map(print).join(' ')}]` : `${segment}=${print(found)}`,
  )
  return short(row[0]) + (below.length > 0 ? `{${below.join(' ')}}` : '')
}

async function expand(
  collectionName: string,
  ids: string[],
  list: string,
  rules?: Record<string, string | null>,
  allowsLarge?: boolean,
) {
  const collection = magazine.collection(collectionName)
  const host = { ...hostWith(rules), allowsLarge }
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
  ])('%s %j expanded by %s: %s', async (collection, ids, list, expected) => {
    expect(await expand(collection, ids, list)).toBe(expected)
  })

  test('records of a back relation are in table order', async () => {
    expect(await expand('posts', ['post00000000001'], 'comments_via_post')).toBe(
      'post1{comments_via_post=[comment48 comment44 comment40 comment36 comment32 comment28 comment24 comment20 comment16 comment12 comment8 comment4]}',
    )
  })

  test.each([
    ['one target', 'categories', ['category0000004'], 'posts_via_category', /^category4{posts_via_category=\[post3 post8 post13/],
    [
      'several targets',
      'categories',
      ['category0000004', 'category0000001'],
      'posts_via_category',
      /^category4{posts_via_category=\[post3 post8 post13/,
    ],
    [
      'several targets with an index',
      'authors',
      ['author000000004', 'author000000005'],
      'posts_via_author',
      /^author4{posts_via_author=\[post6 post14 post22 post30 post38\]} author5$/,
    ],
    ['one target in lists', 'tags', ['tag000000000007'], 'posts_via_tags', /^tag7{posts_via_tags=\[post3 post5 post11 /],
    [
      'several targets in lists',
      'tags',
      ['tag000000000007', 'tag000000000005'],
      'posts_via_tags',
      /^tag7{posts_via_tags=\[post3 post5 post11 .*tag5{posts_via_tags=\[post2 post3 /,
    ],
  ])('expands a back relation of %s', async (_, collection, ids, list, expected) => {
    expect(await expand(collection, ids, list)).toMatch(expected)
  })

  test('a back relation expands at most 1000 records per target', async () => {
    expect((await expand('categories', ['crowded'], 'posts_via_category')).split(' ')).toHaveLength(1000)
    expect(
      (await expand('tags', ['tag000000000008', 'tag000000000007'], 'posts_via_tags')).split(' ').filter(id => /p\d/.test(id)),
    ).toHaveLength(1000)
  })
})

describe('a path with an unknown segment expands nothing', () => {
  test.each<[string, string]>([
    ['nothing,title,id', 'post1'],
    ['author.nothing', 'post1'],
    ['author.name,category', 'post1{category=category2}'],
    ['author.nothing,author.user', 'post1{author=author1{user=alice1}}'],
    ['author.user.nothing', 'post1'],
    ['Author,authors_via_user,comments_via_author,nothing_via_x,tags(x)', 'post1'],
  ])('the expand list %s results in %s', async (list, expected) => {
    expect(await expand('posts', ['post00000000001'], list)).toBe(expected)
  })

  test('an unknown segment is ignored behind a relation without records', async () => {
    expect(await expand('categories', ['category0000001', 'category0000002'], 'parent.parent.nothing')).toBe(
      'category1 category2{parent=category1}',
    )
    expect(await expand('categories', ['category0000001'], 'parent.nothing')).toBe('category1')
  })
})

describe('records that the view rule denies are left out', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['author,tags', { authors: null }, 'post2{tags=[tag3 tag4 tag5]}'],
    ['author.user,tags', { users: null }, 'post2{tags=[tag3 tag4 tag5]}'],
    ['tags', { tags: 'kind = "place"' }, 'post2{tags=[tag3 tag4]}'],
    ['author,tags', { tags: 'kind = "nothing"' }, 'post2{author=author2}'],
    ['author,tags', { tags: 'broken = 1' }, 'post2{author=author2}'],
    ['author,tags', { tags: '(' }, 'post2{author=author2}'],
    ['author.user', { authors: 'rank > 5' }, 'post2'],
  ])('the expand list %s with the view rules %j results in %s', async (list, rules, expected) => {
    expect(await expand('posts', ['post00000000002'], list, rules)).toBe(expected)
  })
})

describe('hidden emails', () => {
  const expandAuthors = async (brokenManageRule = '') => {
    const host = hostWith({}, brokenManageRule)
    const collection = magazine.collection('posts')
    const query = { collection, catalog: magazine.catalog, request: noRequest, conditions: [], columns: host.columns(collection) }
    const rows = await selectByIds(magazine.connection, query, ['post00000000001'])
    return expandRows(host, collection, rows, parseExpand('author.user,category'))
  }

  test('the visibility of emails is decided for each row', async () => {
    const [post] = await expandAuthors()
    const author = post?.expand.get('author') as ExpandedRow
    expect([author.showsEmail, (author.expand.get('user') as ExpandedRow).showsEmail]).toEqual([false, true])
  })

  test('records are not expanded if the manage rule of their collection is invalid', async () => {
    expect((await expandAuthors('users')).map(print)).toEqual(['post1{category=category2}'])
    await expect(expandAuthors('posts')).rejects.toThrow('broken')
  })
})

describe('relations that exceed the maximum size of a response are left out', () => {
  test('relations that go back and forth between many records are not expanded', async () => {
    const list = 'posts_via_category.category.posts_via_category.category,parent'
    const [first, ...others] = (await expand('categories', ['crowded'], list)).split(' ')
    expect(first).toBe('crowded{posts_via_category=[p1{category=crowded}')
    expect(others).toHaveLength(999)
  })

  test('a long text that is repeated too often is not expanded', async () => {
    const posts = (await expand('categories', ['weighty'], 'posts_via_category.category')).split(' ')
    expect([posts.length, posts[1]]).toEqual([600, 'w2'])
    const fewIds = Array.from({ length: 250 }, (_, index) => `w${index + 1}`)
    expect(await expand('posts', fewIds, 'category')).toContain('w250{category=weighty}')
  })
})

describe('an expansion that makes a response large', () => {
  test.each([
    ['by the records of one relation', 'whole', 'rN'],
    ['by those of two relations', 'parts', 'rN,scratch_via_r1'],
    ['below another relation', 'outer', 'rN.rN'],
  ])('stops unless the response can be large, %s', async (_, id, list) => {
    await expect(expand('scratch', [id], list, {}, false)).rejects.toThrow(LargeResponseError)
    expect((await expand('scratch', [id], list, {}, true)).match(/long/g)).toHaveLength(25)
  })
})

test('expands six levels and ignores deeper ones', async () => {
  const list = 'author.user.authors_via_user.user.authors_via_user.user.authors_via_user.nothing'
  expect(await expand('posts', ['post00000000001'], list)).toBe(
    'post1{author=author1{user=alice1{authors_via_user=author1{user=alice1{authors_via_user=author1{user=alice1}}}}}}',
  )
})

test('an empty list of rows expands to an empty list', async () => {
  expect(await expandRows(hostWith(), magazine.collection('posts'), [], parseExpand('author'))).toEqual([])
})

/** Expands relations of a post with a clock that passes the deadline during a statement. Returns the number of statements. */
async function expandUntilLate(list: string, lastStatement: number): Promise<number> {
  let statements = 0
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const reader: ExpandHost['reader'] = Object.create(magazine.connection, {
    rows: {
      value: (...given: Parameters<ExpandHost['reader']['rows']>) => {
        statements += 1
        if (statements === lastStatement) clock.mockReturnValue(2)
        return magazine.connection.rows(...given)
      },
    },
  })
  const host = { ...hostWith(), reader, deadline: 1 }
  const collection = magazine.collection('posts')
  const query = { collection, catalog: magazine.catalog, request: noRequest, conditions: [], columns: host.columns(collection) }
  const rows = await selectByIds(magazine.connection, query, ['post00000000001'])
  await expect(expandRows(host, collection, rows, parseExpand(list))).rejects.toMatchObject({ kind: 'deadline' })
  return statements
}

test.each<[string, number]>([
  ['author,category,tags', 1],
  ['author.user,category', 2],
])('the expansion %s reads no further relation after its deadline, which passes during statement %i', async (list, last) => {
  expect(await expandUntilLate(list, last)).toBe(last)
})
