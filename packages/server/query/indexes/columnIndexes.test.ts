import { adminsOnly, type BaseCollection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { indexOrder, isIndexed, isUniqueColumn } from './columnIndexes.ts'

const withIndexes = (...indexes: string[]): BaseCollection => ({
  id: 't',
  created: '',
  updated: '',
  name: 't',
  type: 'base',
  system: false,
  schema: [],
  indexes,
  ...adminsOnly,
  options: {},
})

test.each<[string[], ReturnType<typeof isUniqueColumn>, boolean]>([
  [[], false, false],
  [['CREATE UNIQUE INDEX i ON t (Rel)'], 'always', true],
  [['CREATE UNIQUE INDEX i ON t (rel) WHERE n > 1'], 'partly', false],
  [['CREATE UNIQUE INDEX i ON t (rel) WHERE n > 1', 'CREATE UNIQUE INDEX j ON t (rel)'], 'always', true],
  [['CREATE UNIQUE INDEX i ON t (rel, other)'], false, true],
  [['CREATE INDEX i ON t (rel)'], false, true],
  [['CREATE INDEX i ON t (other, rel)', 'CREATE UNIQUE INDEX j ON t (lower(rel))'], false, false],
])('with the indexes %j, the column rel is unique: %s, and indexed: %s', (indexes, unique, indexed) => {
  expect(isUniqueColumn(withIndexes(...indexes), 'rel')).toBe(unique)
  expect(isIndexed(withIndexes(...indexes), 'rel')).toBe(indexed)
})

test('the first index that starts with a column decides its order', () => {
  expect(indexOrder(withIndexes('CREATE INDEX i ON t (rel DESC) WHERE n > 1', 'CREATE INDEX j ON t (rel)'), 'rel')).toBe(
    'ascending',
  )
  expect(indexOrder(withIndexes('CREATE INDEX i ON t (REL DESC)', 'CREATE INDEX j ON t (rel)'), 'rel')).toBe('descending')
  expect(indexOrder(withIndexes('CREATE INDEX i ON t (other)'), 'rel')).toBeUndefined()
})
