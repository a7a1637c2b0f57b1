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

/** Records with the same parent, and one with long texts. */
const siblings = `INSERT INTO categories (id, name, slug, parent)
  WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 6000)
  SELECT printf('heading%08d', x), 'n' || x, 's' || x, 'heading00000001' FROM counter;
  UPDATE categories SET name = printf('%.*c', 20000, 'a'), color = printf('%.*c', 20000, 'a') WHERE slug = 'culture'`

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

/** Joins several rows to each of several rows, so that a query checks its deadline. */
const multiplying = 'categories_via_parent.parent.categories_via_parent.slug ?= "nowhere"'

const anyOf = (count: number) => Array.from({ length: count }, (_, number) => `name ~ "n${number}"`).join(' || ')

const compile = (deadline: number, { filter = multiplying, sort = '' } = {}) =>
  compileQuery(reader.dialect, {
    collection: magazine.collection('categories'),
    catalog: magazine.catalog,
    request: noRequest,
    conditions: [{ filter: readFilter(filter), allowHidden: false }],
    sort: { items: parseSort(sort), allowHidden: false },
    deadline,
  })

const inAMinute = () => performance.now() + 60_000

test('a query that multiplies rows ends at its deadline', async () => {
  expect(await countRecords(reader, compile(inAMinute()))).toBe(0)
  await expect(countRecords(reader, compile(performance.now() - 1))).rejects.toMatchObject({ kind: 'deadline' })
})

test.each([
  ['sixteen searches', anyOf(16), false],
  ['seventeen searches', anyOf(17), true],
  ['a search for the value of a field, in short texts', 'slug ~ name', false],
  ['a search for the value of a field, in long texts', 'name ~ color', true],
])('a query with %s checks its deadline: %s', async (_, filter, isChecked) => {
  expect(await countRecords(reader, compile(inAMinute(), { filter }))).toBeGreaterThan(0)
  const late = countRecords(reader, compile(performance.now() - 1, { filter }))
  if (isChecked) await expect(late).rejects.toMatchObject({ kind: 'deadline' })
  else expect(await late).toBeGreaterThan(0)
})

test.each([
  [{}, false],
  [{ sort: 'name' }, false],
  [{ sort: '@random' }, true],
  [{ filter: anyOf(17) }, false],
  [{ filter: anyOf(17), sort: '@random' }, true],
  [{ filter: 'name ~ color', sort: 'name' }, false],
  [{ filter: 'name ~ color', sort: '@random' }, true],
])('with the deadline, the result of the query %j counts as random: %s', async (query, isRandom) => {
  const finishReads = reader.traceReads()
  await selectRecords(reader, compile(inAMinute(), query), { columns: sql`id`, limit: 1, offset: 0 })
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
