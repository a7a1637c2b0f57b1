import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { name, nothing, type Sql } from '../../db/sql.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { versions } from '../../runtime/cache/versions.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { type Magazine, openMagazine } from '../testing/openMagazine.ts'
import { CountCache } from './CountCache.ts'
import { selectCounted, type TracingReader } from './selectCounted.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

/** Reads a page of ids, and returns its size, the total and the number of statements that were needed. */
async function read(
  collection: string,
  query: Parameters<Magazine['compile']>[1],
  [limit, offset]: [number, number],
  counts = new CountCache(versions()),
  source: TracingReader = magazine.connection,
  changes: Partial<CompiledQuery> = {},
) {
  let statements = 0
  const counted =
    <T>(run: (statement: Sql) => Promise<T>) =>
    (statement: Sql) => {
      statements += 1
      return run(statement)
    }
  const reader: TracingReader = {
    dialect: source.dialect,
    schema: source.schema,
    traceReads: () => source.traceReads(),
    rows: counted(statement => source.rows(statement)),
    row: counted(statement => source.row(statement)),
  }
  const page = { columns: name(collection, 'id'), limit, offset }
  const { rows, total } = await selectCounted(reader, counts, { ...magazine.compile(collection, query), ...changes }, page)
  return [rows.length, total, statements]
}

test('a page that shows the last record needs no statement that counts', async () => {
  expect(await read('tags', {}, [30, 0])).toEqual([8, 8, 1])
  expect(await read('tags', { sort: 'kind' }, [5, 5])).toEqual([3, 8, 1])
  expect(await read('tags', { filter: 'name = "nothing"' }, [30, 0])).toEqual([0, 0, 1])
  expect(await read('tags', {}, [5, 0])).toEqual([5, 8, 2])
  expect(await read('tags', {}, [8, 0])).toEqual([8, 8, 2])
  expect(await read('tags', {}, [5, 10])).toEqual([0, 8, 2])
})

test('a filter with a sort that no index helps is counted by the statement that reads the page', async () => {
  const query = { filter: 'kind = "topic"', sort: '-kind,updated' }
  expect(await read('tags', query, [2, 0])).toEqual([2, 4, 1])
  expect(await read('tags', query, [2, 2])).toEqual([2, 4, 1])
  expect(await read('tags', query, [2, 4])).toEqual([0, 4, 2])
  expect(await read('tags', { ...query, filter: 'kind = "x"' }, [2, 0])).toEqual([0, 0, 1])
})

test('the keys of a sort by texts, which can be long, are not held in memory to count them', async () => {
  expect(await read('tags', { filter: 'kind = "topic"', sort: 'kind,name' }, [2, 0])).toEqual([2, 4, 2])
})

test('if a table has grown, the statement that counts while it sorts stops, and others read the page and the number', async () => {
  const own = await openMagazine()
  try {
    // The size of the table was estimated before.
    own.connection.execute(`INSERT INTO scratch (id, n, t)
      WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 200002)
      SELECT printf('grown%010d', x), x, 'grown' FROM counter`)
    const query = own.compile('scratch', { filter: 't = "grown"', sort: '-n' })
    const held = await own.connection.rows(query.readCountedPage?.(name('scratch', 'id'), 1, 0) ?? nothing)
    expect(held).toEqual([['grown0000200001', 200_001]])
    for (const [offset, ids] of [
      [0, ['grown0000200002', 'grown0000200001']],
      [200_001, ['grown0000000001']],
      [200_002, []],
    ] as const) {
      const page = { columns: name('scratch', 'id'), limit: 2, offset }
      const { rows, total } = await selectCounted(own.connection, new CountCache(versions()), query, page)
      expect([rows.flat(), total]).toEqual([ids, 200_002])
    }
  } finally {
    await own.close()
  }
})

test('a page behind the last record that a sort can reach is counted once, and needs no statement if the count is cached', async () => {
  const counts = new CountCache(versions())
  const readFar = (page: [number, number], changes: Partial<CompiledQuery>) =>
    read('tags', { filter: 'kind != "x"', sort: 'kind' }, page, counts, magazine.connection, changes)
  const sortsFew = { readCountedPage: undefined, maxHeldRows: 4 }
  expect(await readFar([2, 8], sortsFew)).toEqual([0, 8, 1])
  expect(await readFar([2, 8], sortsFew)).toEqual([0, 8, 0])
  await expect(readFar([2, 6], sortsFew)).rejects.toMatchObject({ code: 'pageTooDeep' })
  const other = new CountCache(versions())
  const query = { filter: 'kind != "x"', sort: 'kind' }
  // The statement that also counts returns no row.
  expect(await read('tags', query, [2, 8], other, magazine.connection, { maxHeldRows: 4, maxCountedRows: 2 })).toEqual([0, 8, 2])
})

test('a count is read once until a record changes', async () => {
  const shared = versions()
  const counts = new CountCache(shared)
  const query = { filter: 'kind = "topic"', sort: 'kind' }
  expect(await read('tags', query, [2, 0], counts)).toEqual([2, 4, 1])
  expect(await read('tags', query, [2, 4], counts)).toEqual([0, 4, 1])
  shared.advanceRecords([magazine.collection('tags').id])
  expect(await read('tags', query, [2, 4], counts)).toEqual([0, 4, 2])
})

test.each([
  ['posts', 1],
  ["posts WHERE published < datetime('now')", 2],
  ['posts WHERE RANDOM() IS NOT NULL', 2],
])('the count of a view over %s is read by %i of two lists', async (source, counted) => {
  const own = await openMagazine(
    `DROP VIEW post_stats; CREATE VIEW post_stats AS SELECT id, title, status, views, author, cover FROM ${source}`,
  )
  const reader = new SqliteReader(join(own.dataDir, 'data.db'))
  try {
    const counts = new CountCache(versions())
    const [, , first] = await read('post_stats', {}, [1, 0], counts, reader)
    const [, , second] = await read('post_stats', {}, [1, 1], counts, reader)
    // Each list reads its page by another statement.
    expect([first, second]).toEqual([2, counted])
  } finally {
    await reader.close()
    await own.close()
  }
})

test('the records of a view are counted by their ids, which the rows of a page can repeat', async () => {
  const own = await openMagazine(
    "DROP VIEW post_stats; CREATE VIEW post_stats AS SELECT id, title, status, views, author, cover FROM (SELECT * FROM posts UNION ALL SELECT * FROM posts) WHERE title < 'C'",
  )
  try {
    const query = own.compile('post_stats', {})
    const page = { columns: name('post_stats', 'id'), limit: 500, offset: 0 }
    const { rows, total } = await selectCounted(own.connection, new CountCache(versions()), query, page)
    expect(total).toBeGreaterThan(0)
    expect(rows.length).toBe(2 * total)
  } finally {
    await own.close()
  }
})
