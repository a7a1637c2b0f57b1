import { parseSort } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TooLongError } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { compileQuery } from '../compile/compileQuery.ts'
import type { Query } from '../compile/Query.ts'
import { readFilter } from '../compile/readFilter.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import { findMatchingIds, selectById, selectByIds, selectRecords } from './selectRecords.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const queryFor = (collection: string, filter?: string) => ({
  collection: magazine.collection(collection),
  catalog: magazine.catalog,
  request: noRequest,
  conditions: filter === undefined ? [] : [{ filter: readFilter(filter), allowHidden: true }],
})

test('selects the columns, limit and offset of the page', async () => {
  const query = magazine.compile('tags', { sort: '-name' })
  const columns = sql`${name('tags', 'name')}, ${name('tags', 'kind')}`
  expect(await selectRecords(magazine.connection, query, { columns, limit: 2, offset: 1 })).toEqual([
    ['travel', 'topic'],
    ['quiet', ''],
  ])
  expect(await selectRecords(magazine.connection, query, { columns, limit: 2, offset: 8 })).toEqual([])
})

test('sorts records by date in descending order, and those with the same date in row order', async () => {
  // More rows than one page, with unordered dates and duplicates.
  const dates = `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 300)
    INSERT INTO tags (id, name, created, updated) SELECT printf('many%011d', x), x, printf('2030-01-%02d', (x * 7) % 20 + 1),
      printf('2030-02-%02d', 20 - x / 30) FROM counter`
  const own = await openMagazine(dates)
  const columns = sql`${name('tags', 'id')}, ${name('tags', 'created')}, ${name('tags', 'updated')}`
  try {
    const rows = await own.connection.rows(sql`SELECT ${columns} FROM tags ORDER BY _rowid_`)
    for (const [sort, at] of [
      ['-created', 1],
      ['-updated', 2],
    ] as const) {
      // `sort` is stable.
      const sorted = [...rows].sort((one, other) => (String(one[at]) < String(other[at]) ? 1 : one[at] === other[at] ? 0 : -1))
      const query = own.compile('tags', { sort })
      const page = (limit: number, offset: number) => selectRecords(own.connection, query, { columns, limit, offset })
      expect(await page(500, 0)).toEqual(sorted)
      expect(await page(40, 120)).toEqual(sorted.slice(120, 160))
    }
  } finally {
    await own.close()
  }
})

test('the fast statement for the newest records is used only for whole tables without an index on the date', () => {
  const indexed = magazine.collection('tags')
  const compile = (changes: Partial<Query>) => {
    const { readPage } = compileQuery(magazine.connection.dialect, {
      ...queryFor('tags'),
      sort: { items: parseSort('-created'), allowHidden: true },
      ...changes,
    })
    return readPage?.(sql`id`, 1, 0)?.text.match('ORDER BY _rowid_ DESC')?.[0]
  }
  expect(compile({})).toBeDefined()
  expect(compile({ collection: { ...indexed, indexes: ['CREATE INDEX i ON tags (created)'] } })).toBeUndefined()
  expect(compile({ conditions: queryFor('tags', 'name != ""').conditions })).toBeUndefined()
  expect(compile({ ids: ['tag000000000001'] })).toBeUndefined()
  for (const sort of ['created', '-name', '-created,name', '@random']) {
    expect(compile({ sort: { items: parseSort(sort), allowHidden: true } }), sort).toBeUndefined()
  }
  expect(compile({ collection: magazine.collection('post_stats') })).toBeUndefined()
})

test('pages that are sorted by an index first go on in their order, and no sort holds whole records', async () => {
  const index = 'CREATE INDEX idx_scratch_n ON scratch (n)'
  const own = await openMagazine(`${index}; UPDATE _collections SET indexes = json_array('${index}') WHERE name = 'scratch';
    INSERT INTO scratch (id, n, t) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 3000)
      SELECT printf('deep%011d', x), x % 3, x * 7919 % 3000 FROM counter`)
  const columns = name('scratch', 'id')
  try {
    for (const sort of ['n', '-n', 'n,t', '-n,-t']) {
      const query = own.compile('scratch', { sort, filter: 'id ~ "deep"' })
      const page = (limit: number, offset: number) => selectRecords(own.connection, query, { columns, limit, offset })
      const all = await selectRecords(own.connection, { ...query, readPage: undefined }, { columns, limit: 5000, offset: 0 })
      expect(all).toHaveLength(3000)
      for (const offset of [0, 900, 901, 2000, 2950, 3000]) {
        expect(await page(100, offset), `${sort} from ${offset}`).toEqual(all.slice(offset, offset + 100))
        expect(query.readPage?.(columns, 100, offset).text, sort).toContain('FROM (SELECT `scratch`._rowid_ AS `@rowid`')
      }
    }
  } finally {
    await own.close()
  }
})

test('selectById returns a record with the exact id if it meets the conditions', async () => {
  const columns = name('tags', 'name')
  const read = (id: string, filter?: string) => selectById(magazine.connection, { ...queryFor('tags', filter), columns }, id)
  expect(await read('tag000000000002')).toEqual(['food'])
  expect(await read('tag000000000002', 'kind = "topic" && posts_via_tags.id ?!= ""')).toEqual(['food'])
  expect(await read('tag000000000002', 'kind = "place"')).toBeUndefined()
  expect(await read('TAG000000000002')).toBeUndefined()
  await expect(read('tag000000000002', 'nothing = 1')).rejects.toThrow('The collection "tags" has no field "nothing".')
})

test('selectByIds returns the records with these ids that meet the conditions', async () => {
  const columns = name('tags', 'name')
  const ids = ['tag000000000004', 'missing', "o'hara", 'tag000000000001']
  const names = (await selectByIds(magazine.connection, { ...queryFor('tags'), columns }, ids)).flat().sort()
  expect(names).toEqual(['Köln', 'travel'])
  expect(await selectByIds(magazine.connection, { ...queryFor('tags', 'kind = "place"'), columns }, ids)).toEqual([['Köln']])
  expect(await selectByIds(magazine.connection, { ...queryFor('tags'), columns }, [])).toEqual([])
})

test('selectByIds reads no more characters than its limit, also of a single record', async () => {
  const query = { ...queryFor('tags'), columns: name('tags', 'name') }
  const read = (ids: string[], maxLength: number) => selectByIds(magazine.connection, query, ids, maxLength)
  expect(await read(['tag000000000001', 'tag000000000002'], 10)).toHaveLength(2)
  await expect(read(['tag000000000001', 'tag000000000002'], 9)).rejects.toThrow(TooLongError)
  await expect(read(['tag000000000001'], 5)).rejects.toThrow(TooLongError)
})

test('findMatchingIds returns the ids of records that meet the conditions', async () => {
  const found = await findMatchingIds(magazine.connection, queryFor('posts', 'author.rank > 1'), [
    'post00000000002',
    'post00000000001',
    'x',
  ])
  expect([...found]).toEqual(['post00000000002'])
})
