import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../Dialect.ts'
import { type Sql, untrusted } from '../../sql.ts'
import { sqliteDialect } from '../../sqlite/sqliteDialect.ts'
import { viewFunctions } from '../functions.ts'
import type { PostgresEngine } from '../PostgresEngine.ts'
import { postgresDialect } from '../postgresDialect.ts'
import { postgresSchema } from '../postgresSchema.ts'
import { openTestDatabase, type TestDatabase } from '../testing/openTestDatabase.ts'

let database: TestDatabase
let engine: PostgresEngine
const sqlite = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })

/** The columns of the table `Posts`, by name. */
const columns = {
  id: 'recordId',
  title: 'text',
  postViews: 'number',
  score: 'number',
  featured: 'boolean',
  tags: 'list',
  meta: 'json',
  author: 'text',
  created: 'text',
  user: 'text',
} as const

const rows: (string | number | null)[][] = [
  [
    'r1',
    'Äpfel und Birnen',
    10,
    1.5,
    1,
    '["a","b"]',
    '{"n": 5, "s": "x", "list": [1, 2]}',
    'u1',
    '2024-02-29 12:34:56.789Z',
    'me',
  ],
  ['r2', "it's 5% 'off'", 7, 2, 0, '[]', null, 'u1', '2023-12-31 00:00:00.000Z', ''],
  ['r3', '', 0, 0, 1, '["b"]', '[1,"two",null]', 'u2', '', 'ME'],
  ['r4', '12 apples', -3, -2.5, 0, '["c"]', '"text"', '', '2024-03-01 23:59:59.999Z', 'you'],
]

function createTable(dialect: Dialect, rowNumbers: readonly Sql[]): string {
  const list = Object.entries(columns).map(([name, type]) => `"${name}" ${dialect.columnType(type).text}`)
  return `CREATE TABLE "Posts" (${[...rowNumbers.map(({ text }) => text), ...list].join(', ')})`
}

const literal = (value: string | number | null): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

function insert(row: (string | number | null)[], hasBooleans: boolean): string {
  const values = row.map((value, index) => (hasBooleans && index === 4 ? String(value === 1) : literal(value)))
  return `INSERT INTO "Posts" (${Object.keys(columns).map(name => `"${name}"`)}) VALUES (${values})`
}

beforeAll(async () => {
  database = await openTestDatabase()
  engine = database.engine
  // The functions can be created again in a database that has them.
  await database.execute(viewFunctions)
  await database.execute(
    [createTable(postgresDialect, postgresSchema.rowNumberColumns), ...rows.map(row => insert(row, true))].join(';'),
  )
  sqlite.exec([createTable(sqliteDialect, []), ...rows.map(row => insert(row, false))].join(';'))
})
afterAll(() => database?.close())

/** The query of a view, as the server inspects it. */
const asView = (query: string) => `SELECT * FROM (${query})`

const onPostgres = (query: string) =>
  engine.inspectQueries(async look => ({
    columns: await look.columnsOf(untrusted`${asView(query)}`),
    rows: await look.rowsOf(untrusted`${asView(query)}`),
  }))

function onSqlite(query: string) {
  const statement = sqlite.prepare(asView(query))
  statement.setReturnArrays(true)
  return { columns: statement.columns().map(({ name }) => name), rows: statement.all() as unknown[] }
}

describe('a query in SQLite syntax', () => {
  test.each([
    // Names
    'SELECT id, TITLE, postviews AS "Hits" FROM posts ORDER BY ID',
    'SELECT `id`, [title], P."postViews" FROM `Posts` p ORDER BY P.id',
    'SELECT user, posts.User AS u FROM POSTS ORDER BY rowid',
    'SELECT id AS first, title AS last, score AS rows FROM posts ORDER BY first',
    'SELECT id AS "order", "no such column" AS text FROM posts ORDER BY "order"',
    'SELECT id, title FROM posts WHERE title != "" AND user <> ("") ORDER BY id',
    'WITH Top AS (SELECT id, title FROM posts WHERE score > 1) SELECT id, top.title FROM TOP ORDER BY 1',
    'SELECT s.* FROM (SELECT * FROM posts) s ORDER BY s.id',
    'SELECT a.id, b.id AS other FROM posts a JOIN posts b USING (author) ORDER BY 1, 2',
    'SELECT id, score * 2 AS twice FROM posts WHERE twice > 1 ORDER BY twice',
    'SELECT id, title, user AS Title, score AS title FROM posts ORDER BY id',
    'SELECT row_number() OVER () AS id, author, count(*) AS n FROM posts GROUP BY author ORDER BY n, author',
    'SELECT (ROW_NUMBER() OVER()) AS id, title FROM posts ORDER BY title DESC',
    // Text
    "SELECT id, title LIKE '%APFEL%' AS l, title LIKE '5\\%' AS b, title LIKE '%5!%%' ESCAPE '!' AS e FROM posts ORDER BY id",
    'SELECT length(title), lower(title), upper(title), trim(title), length(score) FROM posts ORDER BY id',
    'SELECT substr(title, 3), substr(title, -3, 2), substr(title, 0, 3), substr(title, 2, 100), substr(title, 3, -2) FROM posts ORDER BY id',
    "SELECT replace(title, 'i', 'o'), instr(title, 'i'), ltrim(title, 'i'), title || '-' || score || (featured) FROM posts ORDER BY id",
    'SELECT group_concat(id) FROM (SELECT id FROM posts ORDER BY id)',
    "SELECT id FROM posts WHERE title = 'IT''S 5% ''OFF''' COLLATE NOCASE",
    'SELECT id FROM posts ORDER BY user COLLATE NOCASE, id',
    // Numbers
    'SELECT postViews / 2, postViews / 4.0, postViews % 4, score / 2, 7 / 2, 7 % 0, score / 0, -7 / 2 FROM posts ORDER BY id',
    'SELECT avg(score) / 2, sum(postViews) / 4, total(score), count(*), count(DISTINCT author) FROM posts',
    'SELECT round(score), round(score * 1.111, 2), abs(postViews), max(score, 1), min(1, 2, score) FROM posts ORDER BY id',
    "SELECT CAST(title AS INTEGER), CAST(score AS INT), CAST(score AS TEXT), CAST('1.5x' AS REAL), CAST(featured AS TEXT), CAST(title AS VARCHAR(10)) FROM posts ORDER BY id",
    // Booleans and comparisons of different types
    'SELECT id FROM posts WHERE featured = 1 ORDER BY id',
    'SELECT id FROM posts WHERE featured AND NOT featured = 0 ORDER BY id',
    'SELECT sum(featured), max(featured), sum(score > 1) FROM posts',
    "SELECT id FROM posts WHERE postViews > '5' OR title = 12 ORDER BY id",
    "SELECT id FROM posts WHERE tags = '[]' OR meta IS NULL OR tags LIKE '%\"c\"%' ORDER BY id",
    "SELECT id, author IS '' AS a, meta IS NOT NULL AS b, title IS NOT 'x' AS c, author == 'u1' AS d FROM posts ORDER BY id",
    "SELECT CASE WHEN featured THEN 'yes' ELSE 'no' END, iif(score > 1, 'a', 'b'), ifnull(nullif(title, ''), 'none') FROM posts ORDER BY id",
    // Order and groups
    'SELECT id, json_extract(meta, "$.n") AS n FROM posts ORDER BY nullif(title, \'\'), id',
    "SELECT nullif(author, '') AS a, count(id) AS n FROM posts GROUP BY a HAVING n > 0 ORDER BY a DESC",
    'SELECT id, row_number() OVER (PARTITION BY author ORDER BY score DESC) FROM posts ORDER BY id',
    'SELECT id, sum(score) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS t FROM posts ORDER BY id',
    'SELECT author, count(*) FILTER (WHERE featured) AS n FROM posts GROUP BY author ORDER BY author',
    "SELECT id FROM posts WHERE author = 'u1' UNION SELECT id FROM posts WHERE score < 0 ORDER BY id",
    'SELECT id FROM posts ORDER BY score DESC LIMIT 2 OFFSET 1',
    // JSON
    "SELECT json_extract(meta, '$.n') + 0 IS NULL FROM posts WHERE 1 = 2",
    "SELECT id, json_extract(meta, '$.n'), json_extract(meta, '$.list'), json_extract(meta, '$[1]'), meta ->> 's' FROM posts ORDER BY id",
    "SELECT id FROM posts WHERE json_extract(meta, '$.s') = 'x' OR json_extract(meta, '$.n') > 4 ORDER BY id",
    'SELECT id, json_array_length(tags) FROM posts ORDER BY id',
    "SELECT json_array(1, title, null), json_object('k', score) FROM posts ORDER BY id",
    'SELECT posts.id, je.value FROM posts, json_each(posts.tags) je ORDER BY posts.id, je.value',
    "SELECT DISTINCT posts.id FROM posts JOIN json_each(tags) ON json_each.value = 'b' ORDER BY posts.id",
    "SELECT id FROM posts WHERE EXISTS (SELECT 1 FROM json_each(tags) WHERE value IN ('a', 'c')) ORDER BY id",
    // Dates
    "SELECT strftime('%Y-%m', created), strftime('%d.%m.%Y %H:%M:%S %f %j %w %s %%', created), date(created) FROM posts ORDER BY id",
    "SELECT datetime(created, '+1 day', 'start of month'), date(created, '-1 month'), time(created), unixepoch(created) FROM posts ORDER BY id",
    "SELECT CAST(julianday('2024-03-01') - julianday('2024-02-01') AS INT), created > date('now') FROM posts ORDER BY id",
    'SELECT id FROM posts WHERE created < CURRENT_TIMESTAMP ORDER BY id',
  ])('%s has the same result on both databases', async query => {
    const found = await onPostgres(query)
    expect(found).toEqual(onSqlite(query))
  })
})

test.each([
  ['SELECT id FROM posts LIMIT 1, 2', 'LIMIT with a comma is not portable to PostgreSQL. Write LIMIT 20 OFFSET 10.'],
  ["SELECT id FROM posts WHERE title GLOB 'a*'", 'GLOB is not portable to PostgreSQL. Write LIKE.'],
  ['SELECT id, postViews & 1 FROM posts', 'The operator & is not portable to PostgreSQL.'],
  ["SELECT x'00' AS id", 'A blob literal is not portable to PostgreSQL.'],
  ["SELECT id, 'a' || score + 1 FROM posts", '|| beside an arithmetic operator is not portable to PostgreSQL. Write parentheses'],
  ["SELECT id, printf('%d', score) FROM posts", 'The function printf is not portable to PostgreSQL. Write || and CAST.'],
  ['SELECT a.id FROM posts a NATURAL JOIN posts b', 'NATURAL JOIN is not portable to PostgreSQL. Write JOIN with ON.'],
  [
    'SELECT id, author, count(*) FROM posts GROUP BY author',
    'PostgreSQL needs every column in GROUP BY or in a function such as MIN.',
  ],
  ['SELECT id FROM posts WHERE score', 'compare a number with 0 where a condition is needed'],
  ['SELECT id, coalesce(title, 0) AS t FROM posts', 'is not portable to PostgreSQL'],
  ['SELECT id FROM nowhere', 'no such table: nowhere'],
  ['SELECT nothing FROM posts', 'no such column: nothing'],
  ['SELECT id FROM posts WHERE', 'incomplete input'],
  ['SELECT id FROM FROM posts', 'near "FROM": syntax error'],
])('%s is rejected with what to do', async (query, message) => {
  await expect(engine.inspectQueries(look => look.columnsOf(untrusted`${query}`))).rejects.toThrow(message)
})
