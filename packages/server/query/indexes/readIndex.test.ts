import { expect, test } from 'vitest'
import { type Index, readIndex } from './readIndex.ts'

const index = (columns: (string | undefined)[], more: Partial<Index> = {}): Index => ({
  isUnique: false,
  isPartial: false,
  columns,
  isDescending: false,
  ...more,
})

test.each<[string, Index | undefined]>([
  ['CREATE UNIQUE INDEX `i` ON `t` (`rel`)', index(['rel'], { isUnique: true })],
  ['create unique index if not exists i on t(rel);', index(['rel'], { isUnique: true })],
  ['CREATE UNIQUE INDEX "i" ON "main"."t" ("REL" COLLATE NOCASE DESC)', index(['rel'], { isUnique: true, isDescending: true })],
  ['CREATE INDEX i ON t (desc, rel DESC)', index(['desc', 'rel'])],
  ['CREATE INDEX [i on (x]\n ON [t] (\n [rel, two] asc,\n  `b`\n)', index(['rel, two', 'b'])],
  ["CREATE UNIQUE INDEX i ON t (rel) WHERE (rel != '' OR n = 1)", index(['rel'], { isUnique: true, isPartial: true })],
  ["CREATE INDEX i ON t (lower(rel), json_extract(a, '$.b)'), c)", index([undefined, undefined, 'c'])],
  ['CREATE INDEX i ON t (', index([])],
  ["CREATE INDEX i ON t ('", index([])],
  ['DROP INDEX i', undefined],
  ['', undefined],
])('reads the columns of the index statement %j', (statement, expected) => {
  expect(readIndex(statement)).toEqual(expected)
})
