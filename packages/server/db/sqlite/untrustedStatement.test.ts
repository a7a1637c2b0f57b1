import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Definition } from '../engine.ts'
import { expandBrackets } from '../expandBrackets.ts'
import { columnsOfQuery, defineObject } from './untrustedStatement.ts'

let database: DatabaseSync
beforeEach(() => {
  database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true })
  database.exec("CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES ('x', 'y'); CREATE VIEW known AS SELECT a FROM t")
})
afterEach(() => database.close())

const state = () =>
  JSON.stringify([database.prepare('SELECT * FROM sqlite_schema').all(), database.prepare('SELECT * FROM t').all()])

const columns = (untrustedText: string) => columnsOfQuery(database, { untrustedText })
const define = (untrustedText: string, definition: Definition) => defineObject(database, { untrustedText }, definition)

describe('an untrusted query', () => {
  test.each([
    ['SELECT a, b AS c FROM t', ['a', 'c']],
    ['SELECT * FROM (SELECT a, a, b AS A FROM t)', ['a', 'a:1', 'A:2']],
    ['SELECT * FROM known', ['a']],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n', ['i']],
    ['SELECT count(*) AS n, "text" AS x FROM t -- a comment', ['n', 'x']],
    ["SELECT name FROM pragma_table_info('t')", ['name']],
  ])('columnsOfQuery returns the columns of %s', (query, expected) => {
    expect(columns(query)).toEqual(expected)
  })

  test.each([
    ['SELECT 1; SELECT 2', 'multiple statements'],
    ['SELECT 1;', undefined],
    ['SELECT 1; ', 'multiple statements'],
    ['SELECT 1\0; DROP TABLE t', 'multiple statements'],
    ['SELECT ? AS a', 'parameters'],
    ['SELECT :a AS a', 'parameters'],
    ['DELETE FROM t', 'not authorized'],
    ["UPDATE t SET a = 'z' RETURNING a", 'not authorized'],
    ["INSERT INTO t VALUES ('p', 'q') RETURNING a", 'not authorized'],
    ['DROP TABLE t', 'not authorized'],
    ['CREATE TABLE u (a)', 'not authorized'],
    ['PRAGMA table_info(t)', 'not authorized'],
    ['PRAGMA writable_schema = ON', 'not authorized'],
    ["ATTACH 'x.db' AS x", 'not authorized'],
    ['VACUUM', undefined],
    ['BEGIN', 'not authorized'],
    ['SAVEPOINT s', 'not authorized'],
    ['ANALYZE', 'not authorized'],
    ['REINDEX', undefined],
    ['SELECT a FROM nowhere', 'no such table: nowhere'],
    ['SELEC a', 'syntax error'],
    ['', undefined],
  ])('columnsOfQuery changes nothing for the statement %j', (query, message) => {
    const before = state()
    if (message !== undefined) expect(() => columns(query)).toThrow(message)
    else {
      try {
        columns(query)
      } catch {
        // Whether it is rejected depends on SQLite. In both cases it is only prepared.
      }
    }
    expect(state()).toBe(before)
    expect(database.isTransaction).toBe(false)
  })

  test('the connection accepts all statements after an untrusted query', () => {
    expect(() => columns('DELETE FROM t')).toThrow()
    expect(database.prepare('DELETE FROM t').run().changes).toBe(1)
  })
})

describe('an untrusted definition', () => {
  const view: Definition = { kind: 'view', name: 'v' }
  const index: Definition = { kind: 'index', name: 'i', table: 't' }

  test.each([
    ['CREATE VIEW `v` AS SELECT * FROM (SELECT a FROM t)', view],
    ['CREATE VIEW v AS SELECT * FROM nowhere', view],
    ['CREATE INDEX i ON t (a)', index],
    ['CREATE UNIQUE INDEX `i` ON `T` (lower(a), b) WHERE a > 1', index],
    ['CREATE INDEX i ON t (a) WHERE a > 1;', index],
  ])('defineObject creates the object of %s', (statement, definition) => {
    define(statement, definition)
    expect(database.prepare('SELECT COUNT(*) AS n FROM sqlite_schema WHERE name = ?').get(definition.name)).toEqual({ n: 1 })
  })

  test.each([
    ['CREATE VIEW `v` AS SELECT * FROM (SELECT a FROM t); DROP TABLE t', view],
    ['CREATE VIEW `v` AS SELECT * FROM (SELECT 1) ; DELETE FROM t --)', view],
    ['CREATE VIEW `v` AS SELECT * FROM (SELECT ?)', view],
    ['CREATE VIEW w AS SELECT 1', view],
    ['CREATE TEMP VIEW v AS SELECT 1', view],
    ['DROP VIEW known', view],
    ['DROP TABLE t', view],
    ['DELETE FROM t', view],
    ["UPDATE t SET a = 'z'", view],
    ['CREATE TABLE v (a)', view],
    ['CREATE TABLE v AS SELECT a FROM t', view],
    ['CREATE TRIGGER v AFTER INSERT ON t BEGIN DELETE FROM t; END', view],
    ['SELECT 1', { kind: 'view', name: 'x' } as const],
    ['CREATE INDEX i ON t (a); DROP TABLE t', index],
    ['CREATE INDEX i ON t (a) WHERE a > 1; DELETE FROM t', index],
    ['CREATE INDEX j ON t (a)', index],
    ['CREATE INDEX i ON u (a)', index],
    ['DROP INDEX i', index],
    ['CREATE VIEW i AS SELECT 1', index],
    ['PRAGMA writable_schema = ON', index],
    ['INSERT INTO sqlite_master (name) VALUES (1)', index],
    ['DELETE FROM sqlite_schema', view],
  ])('defineObject changes nothing for the statement %s', (statement, definition) => {
    database.exec('CREATE TABLE u (a)')
    const before = state()
    try {
      define(statement, definition)
    } catch (error) {
      expect((error as Error).message).toMatch(/multiple statements|parameters|not authorized|not be modified|no such index/)
    }
    expect(state()).toBe(before)
  })
})

test.each([
  ['select [[title]] from {{posts}}', 'select `title` from `posts`'],
  ['select [[p.title]] from {{posts}} p', 'select `p`.`title` from `posts` p'],
  ['select [[a b-c]]', 'select `a b-c`'],
  ['select [a] [[a(b)]]', 'select [a] [[a(b)]]'],
])('expandBrackets converts %s to %s', (text, expanded) => {
  expect(expandBrackets(text)).toBe(expanded)
})

test('expandBrackets rejects a named parameter', () => {
  expect(() => expandBrackets('select {:x} as id')).toThrow('Named parameter not found: x')
})
