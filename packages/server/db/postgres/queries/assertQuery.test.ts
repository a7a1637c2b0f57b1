import { describe, expect, test } from 'vitest'
import { assertDefinition } from './assertDefinition.ts'
import { assertQuery } from './assertQuery.ts'
import { parseStatement } from './parseStatement.ts'

const check = (text: string) => assertQuery(parseStatement(text))

describe('assertQuery', () => {
  test('returns the tables of a query, without the subqueries of WITH', () => {
    const query = 'WITH top AS (SELECT * FROM posts) SELECT * FROM top JOIN users ON true UNION SELECT 1 FROM tags'
    expect(check(query)).toEqual(new Set(['posts', 'users', 'tags']))
  })

  test.each([
    ['DELETE FROM posts', 'DeleteStmt'],
    ['WITH gone AS (DELETE FROM posts RETURNING *) SELECT * FROM gone', 'DeleteStmt'],
    ['WITH more AS (INSERT INTO posts VALUES (1) RETURNING *) SELECT * FROM more', 'InsertStmt'],
    ['SELECT * INTO copy FROM posts', 'SELECT INTO'],
    ['SELECT * INTO copy FROM posts UNION SELECT * FROM posts', 'SELECT INTO'],
    ['SELECT * FROM posts FOR UPDATE', 'FOR UPDATE and FOR SHARE'],
    ['(SELECT * FROM posts FOR SHARE) UNION SELECT * FROM posts', 'FOR UPDATE and FOR SHARE'],
    ["SELECT pg_read_file('/etc/passwd')", 'pg_read_file'],
    ['SELECT * FROM posts WHERE id = (SELECT pg_sleep(1)::text)', 'is not supported'],
    ['SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM posts', 'pg_sleep'],
    ['SELECT row_number() OVER (ORDER BY pg_sleep(1)) FROM posts', 'pg_sleep'],
    ['SELECT * FROM posts LIMIT (SELECT pg_sleep(1))', 'pg_sleep'],
    ['SELECT * FROM posts ORDER BY pg_sleep(1)', 'pg_sleep'],
    ['SELECT 1 GROUP BY GROUPING SETS ((pg_sleep(1)))', 'is not supported'],
    ['VALUES (pg_sleep(1))', 'pg_sleep'],
    ['SELECT public.lower(1)', 'public.lower'],
    ['SELECT a.b.coffer(1)', 'a.b.coffer'],
    ["SELECT 'pg_authid'::regclass", 'regclass'],
    ['SELECT current_user', 'SQLValueFunction'],
    ['SELECT * FROM pg_authid', 'pg_authid'],
    ['SELECT * FROM "PG_authid"', 'PG_authid'],
    ['SELECT * FROM other.posts', 'other.posts'],
    ['TABLE pg_authid', 'pg_authid'],
    ['SELECT $1', 'parameters'],
    ["COPY posts TO PROGRAM 'sh'", 'CopyStmt'],
    ["SELECT * FROM XMLTABLE('/' PASSING '' COLUMNS a text)", 'is not supported'],
    ['SELECT * FROM posts TABLESAMPLE system(1)', 'is not supported'],
  ])('rejects %s', (text, message) => {
    expect(() => check(text)).toThrow(message)
  })
})

describe('assertDefinition', () => {
  const view = { kind: 'view', name: 'open' } as const
  const index = { kind: 'index', name: 'i', table: 'posts' } as const

  test.each([
    ['CREATE VIEW open AS SELECT * FROM posts', view],
    ['CREATE UNIQUE INDEX i ON posts (name, lower(name COLLATE "C") DESC) WHERE name <> \'\'', index],
  ])('accepts %s', (text, definition) => {
    assertDefinition(text, definition)
  })

  test.each([
    ['CREATE VIEW other AS SELECT 1', view],
    ['CREATE TABLE open (id int)', view],
    ['CREATE VIEW open AS SELECT pg_sleep(1)', view],
    ['CREATE VIEW public.open AS SELECT 1', view],
    ['CREATE INDEX i ON users (name)', index],
    ['CREATE INDEX i ON posts (pg_sleep(1))', index],
    ['CREATE INDEX i ON posts (name) WHERE pg_sleep(1) IS NULL', index],
    ['CREATE INDEX i ON posts (name); DROP TABLE posts', index],
    ['SELECT 1', index],
  ])('rejects %s', (text, definition) => {
    expect(() => assertDefinition(text, definition)).toThrow()
  })
})
