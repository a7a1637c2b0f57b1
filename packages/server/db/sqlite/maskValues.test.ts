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
  ])('maskValues converts %s to %s', (statement, masked) => {
    expect(maskValues(statement)).toBe(masked)
  })
})
