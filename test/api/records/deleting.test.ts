import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PostgresConnection } from '../../../packages/server/db/postgres/PostgresConnection.ts'
import { Connection } from '../../../packages/server/db/sqlite/Connection.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { base, field, relation, type ServedCollections, serveCollections } from './serveCollections.ts'

const many = 5000
const cascade = { cascadeDelete: true }
const list = { maxSelect: null }

/** Returns SQL that fills a table; `i` is the number of a row. */
const fill = (table: string, columns: string, values: string, rows = many): string =>
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows - 1})
    INSERT INTO ${table} (id, ${columns}) SELECT '${table}' || printf('%0${15 - table.length}d', i), ${values} FROM n`

let server: ServedCollections
beforeAll(async () => {
  server = await serveCollections(
    [
      base('hub', [field('title', 'text')]),
      base('goes', [relation('hub', 'hub', cascade), relation('parent', 'goes', cascade)]),
      base('stays', [relation('hub', 'hub')]),
      base('shares', [relation('hubs', 'hub', { ...list, ...cascade })]),
      base('needs', [relation('hubs', 'hub', list, true)]),
      base('unlike', [relation('hubs', 'hub', list)], { indexes: ['CREATE UNIQUE INDEX unlike_hubs ON unlike (hubs)'] }),
      base('few', [relation('hubs', 'hub', { minSelect: 2, maxSelect: 5 })]),
      base('chain', [relation('next', 'chain', cascade)]),
      base('left', [relation('other', 'right', cascade)]),
      base('right', [relation('other', 'left', cascade)]),
      base('both', [relation('a', 'hub', cascade, true), relation('b', 'hub')]),
    ],
    {
      sql: [
        fill('hub', 'title', 'i', 20),
        fill('goes', 'hub, parent', "'hub000000000001', ''", 12_000),
        fill('stays', 'hub', "'hub000000000001'"),
        fill('shares', 'hubs', `IIF(i % 2, '["hub000000000001"]', '["hub000000000002","hub000000000001"]')`),
        fill('chain', 'next', `IIF(i = 0, '', 'chain' || printf('%010d', i - 1))`, 1500),
        `INSERT INTO needs (id, hubs) VALUES ('needs0000000001', '["hub000000000003","hub000000000004"]')`,
        `INSERT INTO unlike (id, hubs) VALUES ('unlike000000001', '["hub000000000005","hub000000000006"]'),
          ('unlike000000002', '["hub000000000006"]')`,
        `INSERT INTO few (id, hubs) VALUES ('few000000000001', '["hub000000000007","hub000000000008"]')`,
        `INSERT INTO left (id, other) VALUES ('left00000000001', 'right0000000001')`,
        `INSERT INTO right (id, other) VALUES ('right0000000001', 'left00000000001')`,
        `INSERT INTO both (id, a, b) VALUES ('both00000000001', 'hub000000000009', 'hub000000000009')`,
      ],
    },
  )
})
afterAll(() => server.close())

const remove = (collection: string, id: string) => server.ask('DELETE', `${collection}/records/${id}`)
const hub = (n: number) => `hub${String(n).padStart(12, '0')}`
const query = (sql: string) => queryDatabase(server.dataDir, 'data', sql)
const count = (from: string) => Number(query(`SELECT count(*) FROM ${from}`)[0]?.[0])

const refused = {
  code: 400,
  message: 'Failed to delete record. Make sure that the record is not part of a required relation reference.',
  data: {},
}

test('deleting a record with thousands of references finds them with some statements for each thousand', async () => {
  const reads = [Connection, PostgresConnection].map(({ prototype }) => vi.spyOn(prototype, 'rows'))
  onTestFinished(() => reads.forEach(spy => void spy.mockRestore()))
  expect((await remove('hub', hub(1))).status).toBe(204)
  const texts = reads.flatMap(({ mock }) => mock.calls.map(([statement]) => statement.text))
  // Each statement scans a table, so one for each of the 12,000 deleted records would read 144,000,000 rows.
  expect(texts.length).toBeGreaterThan(22)
  expect(texts.length).toBeLessThan(220)
  expect([count('goes'), count("stays WHERE hub = ''"), count('shares')]).toEqual([0, many, many / 2])
  expect(query('SELECT DISTINCT hubs FROM shares')).toEqual([['["hub000000000002"]']])
})

test('deleting the first record of a chain deletes the whole chain', async () => {
  expect((await remove('chain', 'chain0000000000')).status).toBe(204)
  expect(count('chain')).toBe(0)
})

test('records that refer to each other are deleted together', async () => {
  expect((await remove('left', 'left00000000001')).status).toBe(204)
  expect([count('left'), count('right')]).toEqual([0, 0])
})

test('the only value of a required relation prevents a deletion, other values are removed', async () => {
  expect((await remove('hub', hub(3))).status).toBe(204)
  expect(query('SELECT hubs FROM needs')).toEqual([['["hub000000000004"]']])
  expect((await remove('hub', hub(4))).json).toEqual(refused)
  expect(count(`hub WHERE id = '${hub(4)}'`)).toBe(1)
})

test('a deletion that would violate a unique index of a referring record is rejected', async () => {
  expect((await remove('hub', hub(5))).json).toEqual(refused)
  expect(query('SELECT hubs FROM unlike ORDER BY id')[0]).toEqual(['["hub000000000005","hub000000000006"]'])
})

test('a deletion may leave a relation with fewer values than its minimum', async () => {
  expect((await remove('hub', hub(7))).status).toBe(204)
  expect(query('SELECT hubs FROM few')).toEqual([['["hub000000000008"]']])
})

test('a required relation does not prevent the deletion of a record that is deleted with its target', async () => {
  expect((await remove('hub', hub(9))).status).toBe(204)
  expect(count('both')).toBe(0)
})

// PostgreSQL stores no text with NUL, so there is no such id.
test.skipIf(isPostgresRun())('an id with text after a NUL character is a different id', async () => {
  const id = 'nul\0nul\0nul\0nul'
  await server.create('hub', { id })
  await server.create('stays', { id: 'staysnul_______', hub: id })
  expect((await server.ask('POST', 'stays/records', { body: { hub: 'nul\0and more' } })).status).toBe(400)
  expect((await remove('hub', encodeURIComponent(id))).status).toBe(204)
  expect((await server.ask('GET', 'stays/records/staysnul_______')).json.hub).toBe('')
})
