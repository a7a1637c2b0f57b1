import { afterAll, beforeAll, expect, test } from 'vitest'
import { name, sql } from '../db/sql.ts'
import { readFilter } from './readFilter.ts'
import { findMatchingIds, selectById, selectByIds, selectRecords } from './selectRecords.ts'
import { type Magazine, noRequest, openMagazine } from './testing/openMagazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const ask = (collection: string, filter?: string) => ({
  collection: magazine.collection(collection),
  catalog: magazine.catalog,
  request: noRequest,
  conditions: filter === undefined ? [] : [{ filter: readFilter(filter), allowHidden: true }],
})

test('a page holds the asked columns of the asked part', async () => {
  const query = magazine.compile('tags', { sort: '-name' })
  const columns = sql`${name('tags', 'name')}, ${name('tags', 'kind')}`
  expect(await selectRecords(magazine.connection, query, { columns, limit: 2, offset: 1 })).toEqual([
    ['travel', 'topic'],
    ['quiet', ''],
  ])
  expect(await selectRecords(magazine.connection, query, { columns, limit: 2, offset: 8 })).toEqual([])
})

test('a record is read by its exact id, if it meets the conditions', async () => {
  const columns = name('tags', 'name')
  const read = (id: string, filter?: string) => selectById(magazine.connection, { ...ask('tags', filter), columns }, id)
  expect(await read('tag000000000002')).toEqual(['food'])
  expect(await read('tag000000000002', 'kind = "topic" && posts_via_tags.id ?!= ""')).toEqual(['food'])
  expect(await read('tag000000000002', 'kind = "place"')).toBeUndefined()
  expect(await read('TAG000000000002')).toBeUndefined()
  await expect(read('tag000000000002', 'nothing = 1')).rejects.toThrow('The collection "tags" has no field "nothing".')
})

test('records are read by their ids, if they meet the conditions', async () => {
  const columns = name('tags', 'name')
  const ids = ['tag000000000004', 'missing', "o'hara", 'tag000000000001']
  const names = (await selectByIds(magazine.connection, { ...ask('tags'), columns }, ids)).flat().sort()
  expect(names).toEqual(['Köln', 'travel'])
  expect(await selectByIds(magazine.connection, { ...ask('tags', 'kind = "place"'), columns }, ids)).toEqual([['Köln']])
  expect(await selectByIds(magazine.connection, { ...ask('tags'), columns }, [])).toEqual([])
})

test('ids are told that meet the conditions', async () => {
  const found = await findMatchingIds(magazine.connection, ask('posts', 'author.rank > 1'), [
    'post00000000002',
    'post00000000001',
    'x',
  ])
  expect([...found]).toEqual(['post00000000002'])
})
