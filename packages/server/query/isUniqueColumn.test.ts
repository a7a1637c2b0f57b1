import type { BaseCollection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { isUniqueColumn } from './isUniqueColumn.ts'

const withIndexes = (...indexes: string[]): BaseCollection => ({
  id: 't',
  created: '',
  updated: '',
  name: 't',
  type: 'base',
  system: false,
  schema: [],
  indexes,
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
  options: {},
})

test.each<[string, ReturnType<typeof isUniqueColumn>]>([
  ['CREATE UNIQUE INDEX `i` ON `t` (`rel`)', 'always'],
  ['create unique index if not exists i on t(rel)', 'always'],
  ['CREATE UNIQUE INDEX "i" ON "main"."t" ("REL" COLLATE NOCASE DESC)', 'always'],
  ['CREATE UNIQUE INDEX [i]\n ON [t] (\n [rel] asc\n)', 'always'],
  ["CREATE UNIQUE INDEX i ON t (rel) WHERE rel != ''", 'partly'],
  ['CREATE INDEX i ON t (rel)', false],
  ['CREATE UNIQUE INDEX i ON t (rel, other)', false],
  ['CREATE UNIQUE INDEX i ON t (other)', false],
  ['CREATE UNIQUE INDEX i ON t (lower(rel))', false],
])('%s', (index, expected) => {
  expect(isUniqueColumn(withIndexes('CREATE INDEX j ON t (rel)', index), 'rel')).toBe(expected)
})

test('an index without a condition wins', () => {
  const indexes = ['CREATE UNIQUE INDEX i ON t (rel) WHERE n > 1', 'CREATE UNIQUE INDEX j ON t (rel)']
  expect(isUniqueColumn(withIndexes(...indexes), 'rel')).toBe('always')
})
