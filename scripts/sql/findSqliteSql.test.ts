import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { findInModule, findSqliteSql } from './findSqliteSql.ts'

const server = findSqliteSql(join(repositoryDir, 'packages/server'))

test('no SQL outside db/ uses a function, pragma or quirk of SQLite', () => {
  expect(server.modules).toBeGreaterThan(400)
  expect(server.found).toEqual([])
})

test('only db/ and the modules that inspect SQLite files use node:sqlite', () => {
  expect(server.usingSqlite).toEqual([])
})

/** Returns a module with a statement, in which question marks are replaced by values. */
const moduleWith = (statement: string) => `const statement = sql\`${statement.replaceAll('?', `\${value}`)}\``

describe('findInModule', () => {
  test.each([
    'SELECT value FROM json_each(?)',
    "SELECT json_extract(data, '$.a') FROM posts",
    "SELECT strftime('%Y', created) FROM posts",
    'SELECT hex(randomblob(7))',
    'SELECT rowid FROM posts',
    'SELECT id FROM posts ORDER BY _rowid_ DESC',
    'SELECT id FROM posts WHERE title IS ?',
    "SELECT id FROM posts WHERE title IS NOT ''",
    'SELECT id FROM posts WHERE title = ? COLLATE NOCASE',
    'SELECT id FROM posts WHERE title LIKE ?',
    'SELECT id FROM posts LIMIT -1 OFFSET 3',
    'SELECT id FROM posts NOT INDEXED',
    "SELECT name FROM sqlite_master WHERE type = 'table'",
    'SELECT name FROM pragma_table_info(?)',
    "SELECT name FROM posts WHERE name GLOB '_temp_*'",
    "SELECT IFNULL(title, '') FROM posts",
    'SELECT typeof(title) FROM posts',
    'SELECT MAX(updated, ?) FROM posts',
    'SELECT total(size) FROM files',
    'INSERT OR REPLACE INTO posts (id) VALUES (?)',
    'INSERT INTO posts (id) VALUES (?) ON CONFLICT DO NOTHING',
    'CREATE TABLE counts (id INTEGER PRIMARY KEY)',
    'CREATE TABLE posts (title TEXT DEFAULT "" NOT NULL)',
    'SELECT id FROM posts WHERE +author IN (?)',
    'SELECT id FROM posts LEFT JOIN tags ON 1',
    'SELECT IIF(?, email, ?) FROM users',
    'SELECT id FROM posts WHERE status = "draft"',
    'SELECT id FROM posts WHERE title ISNULL',
    'SELECT id FROM posts LIMIT ?, ?',
    'DELETE FROM posts WHERE created < ? LIMIT 10',
    'SELECT id FROM posts JOIN ? AS element',
    'SELECT CAST(score AS REAL) FROM posts',
    'SELECT recordId FROM links',
    'SELECT \\`id\\` FROM links',
    'SELECT id FROM _params',
  ])('rejects the planted statement %s', statement => {
    expect(findInModule('planted.ts', moduleWith(statement))).toHaveLength(1)
  })

  test.each([
    'SELECT id FROM posts WHERE title IS NULL OR author IS NOT NULL',
    'SELECT MAX(id), COUNT(*) FROM posts WHERE (?) AND created > ? LIMIT 1',
    'INSERT INTO posts (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id',
    'SELECT id FROM posts JOIN ? AS element ON TRUE CROSS JOIN tags',
    'DELETE FROM posts WHERE id IN (SELECT id FROM posts LIMIT 10)',
    'SELECT CASE WHEN ? THEN email ELSE ? END FROM users WHERE TRUE',
  ])('accepts the portable statement %s', statement => {
    expect(findInModule('planted.ts', moduleWith(statement))).toEqual([])
  })

  test('finds SQL in constant() and in texts that are not templates of sql', () => {
    expect(findInModule('planted.ts', "run(constant('PRAGMA page_size'))")).toEqual(['planted.ts:1: PRAGMA page_size'])
    expect(findInModule('planted.ts', "\nconst layout = ['SELECT 1 FROM sqlite_schema']")).toEqual([
      'planted.ts:2: SELECT 1 FROM sqlite_schema',
    ])
  })
})
