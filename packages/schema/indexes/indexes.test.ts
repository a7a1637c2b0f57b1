import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IndexDefinition, parseIndex } from './parseIndex.ts'
import { printIndex } from './printIndex.ts'

function printed(statement: string): string | undefined {
  const index = parseIndex(statement)
  return index && printIndex(index)
}

describe('a CREATE INDEX statement', () => {
  test.each([
    ['create index idx on t (a)', 'CREATE INDEX `idx` ON `t` (`a`)'],
    ['CREATE UNIQUE INDEX idx ON t(a)', 'CREATE UNIQUE INDEX `idx` ON `t` (`a`)'],
    ['create   unique   index idx on t ( a , b )', 'CREATE UNIQUE INDEX `idx` ON `t` (\n  `a`,\n  `b`\n)'],
    ['create index if not exists idx on t (a)', 'CREATE INDEX IF NOT EXISTS `idx` ON `t` (`a`)'],
    ['create index `main`.`idx` on `t` (`a`)', 'CREATE INDEX `main`.`idx` ON `t` (`a`)'],
    ['create index "idx" on [t] ("a", \'b\', [c])', 'CREATE INDEX `idx` ON `t` (\n  `a`,\n  `b`,\n  `c`\n)'],
    ['create index idx on t (lower(a))', 'CREATE INDEX `idx` ON `t` (lower(a))'],
    ['create index idx on t (a || b)', 'CREATE INDEX `idx` ON `t` (a || b)'],
    ['create index idx on t (json_extract(a, "$.b") desc)', 'CREATE INDEX `idx` ON `t` (json_extract(a, "$.b") DESC)'],
    ['create index idx on t(lower(a))', 'CREATE INDEX `idx` ON `t` (lower(a))'],
    ['create index idx on t (\n  lower(\n    a\n  )\n)', 'CREATE INDEX `idx` ON `t` (lower(\n    a\n  ))'],
    [
      'create index idx on t (a collate nocase desc, b asc)',
      'CREATE INDEX `idx` ON `t` (\n  `a` COLLATE nocase DESC,\n  `b` ASC\n)',
    ],
    ['create index idx on t (desc)', 'CREATE INDEX `idx` ON `t` (`desc`)'],
    ['create index idx on t (a) where a != 1', 'CREATE INDEX `idx` ON `t` (`a`) WHERE a != 1'],
    ['create index idx on t (a)\nWHERE\n\ta > 1\n', 'CREATE INDEX `idx` ON `t` (`a`) WHERE a > 1'],
    ['create index idx on t (a);', 'CREATE INDEX `idx` ON `t` (`a`)'],
    ['create index idx on t (a) nonsense', 'CREATE INDEX `idx` ON `t` (`a`)'],
    ['create index idx on t (a,, b,)', 'CREATE INDEX `idx` ON `t` (\n  `a`,\n  `b`\n)'],
    ['something create index idx on t (a)', 'CREATE INDEX `idx` ON `t` (`a`)'],
    ['create index i`d`x on t (a`b`c)', 'CREATE INDEX `i``d``x` ON `t` (`a``b``c`)'],
  ])('%j is serialized as %j', (statement, text) => {
    expect(printed(statement)).toBe(text)
  })

  test.each([
    '',
    'nonsense',
    'drop table t',
    'create table t (a)',
    'create index on t (a)',
    'create index idx on (a)',
    'create index idx on t',
    'create index idx on t ()',
    'create index idx on t (a',
    'create index idx on t a)',
    'create index idx x on t (a)',
    "create index idx on t (a) where (a != '')",
    "create index idx on t (a) where lower(a) != ''",
    "create index idx on t ('a)",
    'create index `` on t (a)',
    'create index idx on t (``)',
    'createindex idx on t (a)',
  ])('%j is invalid', statement => {
    expect(parseIndex(statement)).toBeUndefined()
  })

  test('an index statement is parsed into all its parts', () => {
    const statement = 'CREATE UNIQUE INDEX IF NOT EXISTS idx1 on zzz (title COLLATE nocase desc, created) where title != 1'
    expect(parseIndex(statement)).toEqual({
      isUnique: true,
      isOptional: true,
      schema: '',
      name: 'idx1',
      table: 'zzz',
      columns: [
        { name: 'title', collate: 'nocase', sort: 'DESC' },
        { name: 'created', collate: '', sort: '' },
      ],
      where: 'title != 1',
    })
  })

  const word = fc.stringMatching(/^[A-Za-z_]\w{0,8}$/)
  const column = fc.record({
    name: fc.oneof(
      word,
      word.map(inner => `lower(${inner})`),
    ),
    collate: fc.constantFrom('', 'NOCASE', 'binary'),
    sort: fc.constantFrom('' as const, 'ASC' as const, 'DESC' as const),
  })
  const index: fc.Arbitrary<IndexDefinition> = fc.record({
    isUnique: fc.boolean(),
    isOptional: fc.boolean(),
    schema: fc.constantFrom('', 'main'),
    name: word,
    table: word,
    columns: fc.array(column, { minLength: 1, maxLength: 4 }),
    where: fc.constantFrom('', 'a > 1', "a != ''", 'a IS NOT NULL'),
  })

  test('a serialized index parses back to the same definition', () => {
    fc.assert(
      fc.property(index, definition => {
        expect(parseIndex(printIndex(definition))).toEqual(definition)
      }),
    )
  })

  test('an index statement is parsed in linear time', () => {
    const long = 200_000
    const texts = [
      `create${' '.repeat(long)}`,
      `create index${' '.repeat(long)})`,
      `create index a on${' '.repeat(long)})`,
      `create index a on t (b${' '.repeat(long)}c)`,
      `${'create index a on b ('.repeat(long / 20)})`,
      `create index ${'x'.repeat(long)} )`,
      `create index a on t (${'b'.repeat(long)} collate)`,
      `create index a on t (${'('.repeat(long)})`,
    ]
    for (const text of texts) parseIndex(text)
  })
})
