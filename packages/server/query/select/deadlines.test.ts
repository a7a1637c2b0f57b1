import { join } from 'node:path'
import { parseSort } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../db/sql.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { compileQuery } from '../compile/compileQuery.ts'
import { readFilter } from '../compile/readFilter.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import { CountCache } from './CountCache.ts'
import { countRecords, selectRecords } from './selectRecords.ts'

const siblings = `INSERT INTO categories (id, name, slug, parent)
  WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 6000)
  SELECT printf('heading%08d', x), 'n' || x, 's' || x, 'heading00000001' FROM counter`

let magazine: Magazine
let reader: SqliteReader
beforeAll(async () => {
  magazine = await openMagazine(siblings)
  reader = new SqliteReader(join(magazine.dataDir, 'data.db'))
})
afterAll(async () => {
  await reader.close()
  await magazine.close()
})

/** A query that joins several rows to each of several rows, so it checks its deadline. */
const compile = (deadline: number, sort = '') =>
  compileQuery(reader.dialect, {
    collection: magazine.collection('categories'),
    catalog: magazine.catalog,
    request: noRequest,
    conditions: [
      { filter: readFilter('categories_via_parent.parent.categories_via_parent.slug ?= "nowhere"'), allowHidden: false },
    ],
    sort: { items: parseSort(sort), allowHidden: false },
    deadline,
  })

const inAMinute = () => performance.now() + 60_000

test('a query that multiplies rows ends at its deadline', async () => {
  expect(await countRecords(reader, compile(inAMinute()))).toBe(0)
  await expect(countRecords(reader, compile(performance.now() - 1))).rejects.toMatchObject({ kind: 'deadline' })
})

test.each([
  ['', false],
  ['name', false],
  ['@random', true],
])('with the deadline, the result of a query sorted by "%s" counts as random: %s', async (sort, isRandom) => {
  const finishReads = reader.traceReads()
  await selectRecords(reader, compile(inAMinute(), sort), { columns: sql`id`, limit: 1, offset: 0 })
  const { isNondeterministic, tables } = finishReads?.() ?? {}
  expect(isNondeterministic).toBe(isRandom)
  expect([...(tables ?? [])]).toEqual(['categories'])
})

test('a count is cached for queries that differ only in their deadlines', async () => {
  const counts = new CountCache(versions())
  expect(await counts.countEach(reader, [compile(inAMinute())])).toEqual([0])
  const unused = { ...reader, row: () => Promise.reject(new Error('The count is read again.')) }
  expect(await counts.countEach(unused, [compile(inAMinute())])).toEqual([0])
})
