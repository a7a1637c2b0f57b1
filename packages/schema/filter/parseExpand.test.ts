import { expect, test } from 'vitest'
import { type ExpandTree, parseExpand } from './parseExpand.ts'

const printed = (tree: ExpandTree): string =>
  [...tree].map(([segment, next]) => (next.size > 0 ? `${segment}(${printed(next)})` : segment)).join(' ')

test.each([
  ['', ''],
  [' , ,..', ''],
  ['author', 'author'],
  ['author.user,tags', 'author(user) tags'],
  ['author,author.user,author', 'author(user)'],
  ['a.b.c,a.d,e', 'a(b(c) d) e'],
  [' author , ,.category., auth or ,', 'author category'],
  ['authors_via_user,posts(author)', 'authors_via_user posts(author)'],
  ['a..b', 'a((b))'],
  ['a.b.c.d.e.f.g.h,a.b.c.d.e.f.x', 'a(b(c(d(e(f)))))'],
])('parses the expand list %j', (source, expected) => {
  expect(printed(parseExpand(source))).toBe(expected)
})
