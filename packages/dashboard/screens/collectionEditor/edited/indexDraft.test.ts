import { describe, expect, test } from 'vitest'
import { draftIssue, hasColumn, newIndex, readDraft, setUnique, toggleColumn } from './indexDraft.ts'

describe('a new index', () => {
  test('a new index has a random name, the table of its collection and no columns', () => {
    expect(newIndex('posts')).toMatch(/^CREATE INDEX `idx_\w{7}` ON `posts` \(\)$/)
    expect(newIndex('posts')).not.toBe(newIndex('posts'))
    expect(readDraft(newIndex(''))).toMatchObject({ columns: [], table: 'collection' })
  })

  test('toggleColumn adds and removes columns', () => {
    const empty = 'CREATE INDEX `i` ON `t` ()'
    const one = toggleColumn(empty, 'a')
    expect(one).toBe('CREATE INDEX `i` ON `t` (`a`)')
    expect(toggleColumn(one, 'b')).toBe('CREATE INDEX `i` ON `t` (\n  `a`,\n  `b`\n)')
    expect(toggleColumn(one, 'a')).toBe(empty)
    expect(setUnique(empty, true)).toBe('CREATE UNIQUE INDEX `i` ON `t` ()')
    expect(draftIssue(empty)).toBe('Choose at least one column.')
    expect(draftIssue(one)).toBeUndefined()
  })
})

describe('a statement that was typed', () => {
  const typed = 'create unique index if not exists main.i on t (lower(a), B collate nocase desc) where a != 1'

  test('toggling columns keeps the other parts of a typed statement', () => {
    expect(hasColumn(typed, 'a')).toBe(false)
    expect(hasColumn(typed, 'b')).toBe(true)
    expect(toggleColumn(typed, 'b')).toBe('CREATE UNIQUE INDEX IF NOT EXISTS `main`.`i` ON `t` (lower(a)) WHERE a != 1')
    expect(setUnique(toggleColumn(typed, 'c'), false)).toBe(
      'CREATE INDEX IF NOT EXISTS `main`.`i` ON `t` (\n  lower(a),\n  `B` COLLATE nocase DESC,\n  `c`\n) WHERE a != 1',
    )
  })

  test.each(['', 'drop table t', 'create index on t (a)', 'create index i on t'])(
    'invalid statement %j is not changed',
    statement => {
      expect(toggleColumn(statement, 'a')).toBe(statement)
      expect(setUnique(statement, true)).toBe(statement)
      expect(hasColumn(statement, 'a')).toBe(false)
      expect(draftIssue(statement)).toBe('Must be a CREATE INDEX statement with a name, a table and columns.')
    },
  )
})
