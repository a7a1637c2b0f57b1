import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { databaseOfRun } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const run = (query: unknown, token = magazine.admin) =>
  askApi(magazine.port, 'POST', '/today/api/sql', { token, body: { query } })

async function rowsOf(query: string) {
  const { status, json, text } = await run(query)
  if (status !== 200) throw new Error(text)
  return json.rows
}

test('a query returns its columns and its rows as texts, as the recording of 0.39 has them', async () => {
  const { status, json } = await run('select id, 1 as n, null as z from posts order by id limit 1')
  expect([status, json]).toEqual([
    200,
    {
      execTime: expect.any(Number),
      affectedRows: 0,
      columns: [
        { name: 'id', nullable: true, type: 'TEXT' },
        { name: 'n', nullable: true, type: '' },
        { name: 'z', nullable: true, type: '' },
      ],
      rows: [['post00000000001', '1', null]],
    },
  ])
  expect((await run('select * from nope')).json).toEqual({
    status: 400,
    message: 'Failed to execute query. Raw error:\nSQL logic error: no such table: nope (1).',
    data: {},
  })
  const blank = { query: { code: 'validation_required', message: 'Cannot be blank.' } }
  for (const query of [undefined, '', ' \n'])
    expect((await run(query)).json).toEqual({
      status: 400,
      message: 'An error occurred while validating the submitted data.',
      data: blank,
    })
  expect((await run(`select '${'x'.repeat(5000)}'`)).json).toMatchObject({ data: { query: expect.anything() } })
})

test('values of all types, comments, semicolons, CTEs and empty results are read', async () => {
  expect(await rowsOf("-- a comment\nSELECT 1.5, 9007199254740993, 'ü', 1 = 1 -- the end")).toEqual([
    ['1.5', '9007199254740993', 'ü', '1'],
  ])
  expect(await rowsOf('/* a */ WITH few AS (SELECT id FROM tags ORDER BY id LIMIT 2) SELECT COUNT(*) FROM few')).toEqual([['2']])
  const { json } = await run("SELECT id, featured FROM posts WHERE id = 'nothing'")
  expect(json).toMatchObject({ rows: [], columns: [{ name: 'id' }, { name: 'featured', type: 'BOOLEAN' }] })
  expect(await rowsOf('SELECT a.id FROM posts a, posts b, posts c ORDER BY a.id')).toHaveLength(1000)
})

test.each([
  ["INSERT INTO tags (id, name) VALUES ('a', 'b')", 'Only a query that reads'],
  ["UPDATE tags SET name = 'taken'", 'Only a query that reads'],
  ['DROP TABLE tags', 'Only a query that reads'],
  ['PRAGMA database_list', 'Only a query that reads'],
  ["ATTACH 'other.db' AS other", 'Only a query that reads'],
  ["VACUUM INTO '/tmp/copy.db'", 'Only a query that reads'],
  ['/* SELECT */ DELETE FROM tags', 'Only a query that reads'],
  ['WITH a AS (SELECT 1) DELETE FROM tags', ''],
  ['WITH a AS (DELETE FROM tags RETURNING id) SELECT * FROM a', ''],
  ['SELECT 1; DELETE FROM tags', ''],
  ['SELECT 1) LIMIT 1; DELETE FROM tags; SELECT * FROM (SELECT 1', ''],
  ['SELECT * FROM pragma_database_list', ''],
  ["SELECT load_extension('x')", ''],
  ["SELECT readfile('/etc/passwd')", ''],
  ["SELECT pg_read_file('/etc/passwd')", ''],
  ['SELECT pg_sleep(10)', ''],
  ['SELECT * FROM pg_catalog.pg_authid', ''],
  ['SELECT ?', ''],
  ['SELECT value FROM _params', ''],
  ['SELECT * FROM "_ADMINS"', ''],
  ['SELECT 1 WHERE EXISTS (SELECT 1 FROM _collections)', ''],
])('%s is rejected with a sentence and changes nothing', async (query, reason) => {
  const { status, json } = await run(query)
  expect([status, json.message]).toEqual([400, expect.stringContaining(`Failed to execute query. Raw error:\n${reason}`)])
  expect(await rowsOf("SELECT COUNT(*) > 1 FROM tags WHERE name <> 'taken'")).toEqual([['1']])
})

test('a query cannot read a table with secrets through a view either, and the error names the table', async () => {
  const view = { name: 'leak', type: 'view', options: { query: 'SELECT id, email FROM _admins' } }
  await magazine.change('POST', '', view)
  expect((await run('SELECT * FROM leak')).json.message).toContain('The table _admins cannot be read')
  await magazine.change('DELETE', '/leak')
})

test('a query whose result is too long or takes too long is stopped, and the server keeps answering', async () => {
  const long =
    databaseOfRun() === 'sqlite' ? 'SELECT hex(zeroblob(400000000))' : "SELECT replace(hex(zeroblob(9000000)), '0', 'a')"
  expect((await run(long)).status).toBe(400)
  const many =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT replace(printf('%10000d', i), ' ', 'x') FROM n"
  if (databaseOfRun() === 'sqlite')
    expect((await run(many)).json.message).toContain('The result is longer than 8 MB. Select fewer columns or rows.')
  expect(await rowsOf('SELECT 1')).toEqual([['1']])
})

test('only superusers run queries, and the log has each with the email of the admin', async () => {
  expect((await run('SELECT 1', '')).status).toBe(401)
  expect((await run('SELECT 1', signToken(magazine.dataDir, 'auth', 'users:bob'))).status).toBe(403)
  expect(
    (await askApi(magazine.port, 'POST', '/api/sql', { token: magazine.admin, body: {}, headers: { 'X-Dialect': '0.22' } }))
      .status,
  ).toBe(404)
  await run('SELECT 42 AS audited')
  const logged = async () => {
    const query = new URLSearchParams({ filter: "data.type = 'sql' && data.query ~ 'audited'" })
    const { json } = await askApi(magazine.port, 'GET', `/today/api/logs?${query}`, { token: magazine.admin })
    return json.items
  }
  await expect
    .poll(logged)
    .toEqual([expect.objectContaining({ data: expect.objectContaining({ admin: 'editor@magazine.example' }) })])
})
