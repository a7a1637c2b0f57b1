import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Magazine, openMagazine } from '../../query/testing/openMagazine.ts'
import { findRuleError } from './findRuleError.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const errorOf = (collection: string, rule: string) =>
  findRuleError(magazine.connection.dialect, rule, magazine.collection(collection), magazine.catalog)

test.each([
  ['posts', 'title = "x" && author.user.role = "chief"'],
  ['posts', '  title ~ "a%" // remark'],
  ['posts', 'tags:length > 1 && flags:each != "x" && extra.a.b = 1'],
  ['posts', 'comments_via_post.author.id ?= @request.auth.id'],
  ['posts', 'category.parent.parent.parent.parent.parent.name = "x"'],
  ['posts', '@request.auth.anything = 1 && @request.data.x.y:isset = true && @request.query.q = 1 && @request.headers.h = 1'],
  ['posts', '@collection.USERS.role = "x" && @collection.tags:other.name = @now'],
  ['users', 'username = "a" && email = "b" && verified = true && emailVisibility = true && created < @todayStart'],
  ['tags', '@request.data.kind:isset = true || @request.data.meta.a = 1'],
])('%s accepts the rule %s', (collection, rule) => {
  expect(errorOf(collection, rule)).toBeUndefined()
})

/** Guillemets mark the position of the error. */
test.each([
  ['posts', '«missing» = 1', 'invalid left operand "missing" - unknown field "missing"'],
  ['posts', 'title = «missing»', 'invalid right operand "missing" - unknown field "missing"'],
  ['posts', 'title = 1 || (views > 1 && «author.x» = 1)', 'invalid left operand "author.x" - unknown field "x"'],
  ['posts', '«Title» = 1', 'invalid left operand "Title" - unknown field "Title"'],
  ['posts', '«title.x» = 1', 'invalid left operand "title.x" - field "title" is not a valid relation'],
  ['posts', '«flags:each:length» = 1', 'invalid left operand "flags:each:length" - unknown field "flags:each:length"'],
  ['posts', '«missing:isset» = 1', 'invalid left operand "missing:isset" - unknown field "missing"'],
  ['posts', '«tags_via_title.id» = 1', 'invalid left operand "tags_via_title.id" - unknown field "tags_via_title"'],
  ['posts', '«@collection.posts.missing» = 1', 'invalid left operand "@collection.posts.missing" - unknown field "missing"'],
  [
    'posts',
    '«@collection.missing.id» = 1',
    'invalid left operand "@collection.missing.id" - failed to load collection "missing" from field path "@collection.missing.id"',
  ],
  [
    'categories',
    `«${'parent.'.repeat(7)}name» = 1`,
    `invalid left operand "${'parent.'.repeat(7)}name" - max nested relations reached for field "parent"`,
  ],
  ['posts', '«username» = 1', 'invalid left operand "username" - unknown field "username"'],
  ['users', '«tokenKey» = 1', 'invalid left operand "tokenKey" - unknown field "tokenKey"'],
  ['users', '«passwordHash» = 1', 'invalid left operand "passwordHash" - unknown field "passwordHash"'],
  ['posts', 'title «==» 1', 'invalid sign operator "=="'],
  ['posts', "title = «'a»", 'invalid quoted text "\'a"'],
  ['posts', 'title«»', 'invalid or incomplete filter expression'],
  ['posts', '«(»title = 1', 'invalid formatted group - missing 1 closing bracket(s)'],
  ['posts', 'title = 1 && «(»', 'invalid formatted group - missing 1 closing bracket(s)'],
  ['posts', '«  »', 'empty filter expression'],
  ['posts', '«@foo» = 1', 'invalid left operand "@foo" - Unknown name "@foo".'],
])('%s rejects the rule %s with reason and position', (collection, marked, reason) => {
  const rule = marked.replace(/[«»]/g, '')
  expect(errorOf(collection, rule)).toEqual({
    reason,
    position: { start: marked.indexOf('«'), end: marked.indexOf('»') - 1 },
  })
})
