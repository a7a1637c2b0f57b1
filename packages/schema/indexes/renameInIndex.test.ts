import { expect, test } from 'vitest'
import { renameIndexColumns, renameIndexTable, usesColumn } from './renameInIndex.ts'

test.each([
  ['create index i on t (a)', 'CREATE INDEX `i` ON `t` (`z`)'],
  ['create index i on t (b, a desc)', 'CREATE INDEX `i` ON `t` (\n  `b`,\n  `z` DESC\n)'],
  ['create index i on t (lower(a))', 'CREATE INDEX `i` ON `t` (lower(`z`))'],
  ['create index i on t (b) where a = \'a\' and `a` != "a"', "CREATE INDEX `i` ON `t` (`b`) WHERE `z` = 'a' and `z` != `z`"],
  ['create index a on t (ab, b_a)', 'create index a on t (ab, b_a)'],
  ["create index i on t (b) where b = 'a'", "create index i on t (b) where b = 'a'"],
  ['no index at all (a)', 'no index at all (a)'],
])('renaming column a to z turns %j into %j', (statement, expected) => {
  expect(renameIndexColumns(statement, new Map([['a', 'z']]))).toBe(expected)
  expect(usesColumn(statement, 'a')).toBe(statement !== expected)
})

test('two columns can swap their names', () => {
  const swapped = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ])
  expect(renameIndexColumns('create index i on t (a) where b > 1', swapped)).toBe('CREATE INDEX `i` ON `t` (`b`) WHERE `a` > 1')
})

test('renames the table of an index', () => {
  expect(renameIndexTable('create unique index i on t (a)', 'u')).toBe('CREATE UNIQUE INDEX `i` ON `u` (`a`)')
  expect(renameIndexTable('create index i on `t` (a)', 't')).toBe('create index i on `t` (a)')
  expect(renameIndexTable('nonsense', 'u')).toBe('nonsense')
})
