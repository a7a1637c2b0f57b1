import { describe, expect, test } from 'vitest'
import { maskValues } from './maskValues.ts'

describe('maskValues', () => {
  test.each([
    ['SELECT `a` FROM `b` WHERE `id` = ? LIMIT ?', 'SELECT `a` FROM `b` WHERE `id` = ? LIMIT ?'],
    ["SELECT 'it''s a secret', x'c0ffee', 12.5, .5, 1e-9, -7", 'SELECT ?, ?, ?, ?, ?, -?'],
    ['SELECT a1 FROM b2.c3 WHERE d_4 = 0x1F', 'SELECT a1 FROM b2.c3 WHERE d_4 = ?'],
    ['SELECT "title" FROM [odd 1 name], `odd \'2\' name`', 'SELECT "?" FROM [odd 1 name], `odd \'2\' name`'],
    ['SELECT 1 -- a \'secret\n, 2 /* an "other */ FROM a', 'SELECT ? , ? FROM a'],
    ["SELECT 'never closed, with `names` and 1", 'SELECT ?'],
    ['SELECT ?1, :name, @name, $name', 'SELECT ?1, :name, @name, $name'],
    ['\n  INSERT INTO a\n    VALUES (?, ?)  ', 'INSERT INTO a VALUES (?, ?)'],
    ['SELECT größe FROM a WHERE größe > 3', 'SELECT größe FROM a WHERE größe > ?'],
  ])('maskValues converts the statement %s of SQLite to %s', (statement, masked) => {
    expect(maskValues(statement, 'sqlite')).toBe(masked)
  })

  test.each([
    ['SELECT "a" FROM "b ""2\'" WHERE "id" = $1 LIMIT $2', 'SELECT "a" FROM "b ""2\'" WHERE "id" = $1 LIMIT $2'],
    [String.raw`SELECT 'it''s \', E'it\'s a secret', x'c0ffee', B'101', 12.5, -7`, 'SELECT ?, ?, ?, ?, ?, -?'],
    ["SELECT $$it's a secret$$, $tag$a $$ secret$tag$, $1::text", 'SELECT ?, ?, $1::text'],
    ['COMMENT ON TABLE "a" IS \'the "name" of a\'', 'COMMENT ON TABLE "a" IS ?'],
    [`SELECT coffer.at("data", '{auth}') /* a 'secret */ FROM "a"`, 'SELECT coffer.at("data", ?) FROM "a"'],
    [String.raw`SELECT E'never closed\' and 1`, 'SELECT ?'],
    ['SELECT $$never closed, and 1', 'SELECT ?'],
  ])('maskValues converts the statement %s of PostgreSQL to %s', (statement, masked) => {
    expect(maskValues(statement, 'postgres')).toBe(masked)
  })
})
