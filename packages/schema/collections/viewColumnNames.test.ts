import fc from 'fast-check'
import { expect, it } from 'vitest'
import { viewColumnNames, viewColumns } from './viewColumnNames.ts'

it.each([
  ['SELECT id, title FROM posts', ['id', 'title']],
  ['select p.id, p.created as created from posts p', ['id', 'created']],
  ['SELECT (ROW_NUMBER() OVER()) as id, count(a, b) AS "total" FROM t', ['id', 'total']],
  ['SELECT id, (select max(created) from posts) latest FROM authors', ['id', 'latest']],
  ["SELECT id, ', created' AS note -- , updated\n, /* from */ `views` FROM t", ['id', 'note', 'views']],
  ['SELECT DISTINCT id FROM t', ['id']],
  ['', []],
  ['delete from posts', []],
])('reads the columns of %j', (query, names) => {
  expect(viewColumnNames(query)).toEqual(names)
})

it('returns the expression of columns without a name, so that positions are kept', () => {
  expect(viewColumns('select id, count( * ), title as `full title`, p.views from posts p')).toEqual([
    'id',
    'count( * )',
    'full title',
    'views',
  ])
})

it('viewColumnNames never throws', () => {
  fc.assert(fc.property(fc.string(), text => Array.isArray(viewColumnNames(`select ${text}`))))
})
