import { expect, test } from 'vitest'
import { magazine, posts } from '../completion/exampleMagazine.ts'
import { describeRule } from './describeRule.ts'

const strict = { ...posts, schema: posts.schema.map(field => ({ ...field, required: true })) }

test.each([
  [null, 'Only admins'],
  ['', 'Everyone'],
  ['  ', 'Everyone'],
  ['@request.auth.id != ""', 'Signed-in users'],
  ['"" != @request.auth.id', 'Signed-in users'],
  ['@request.auth.id = ""', 'Guests'],
  ['@request.auth.id != "" && author = @request.auth.id', 'Signed-in users whose id equals `author`'],
  ['@request.auth.id != "" && @request.auth.id = author.user.id', 'Signed-in users whose id equals `author.user`'],
  ['@request.auth.id != "" && likes ~ @request.auth.id', 'Signed-in users whose id is among `likes`'],
  ['@request.auth.id != "" && author != @request.auth.id', 'Signed-in users whose id differs from `author`'],
  ['@request.auth.role = "chief"', 'Signed-in users whose `role` is "chief"'],
  [
    '@request.auth.verified = true && @request.auth.level >= 3',
    'Signed-in users whose `verified` is true and whose `level` is at least 3',
  ],
  [
    '@request.auth.collectionName = "users" && @request.auth.role = "chief"',
    'Signed-in records of `users` whose `role` is "chief"',
  ],
  ['status = "published"', 'Everyone, where `status` is "published"'],
  [
    'published <= @now && title !~ "draft"',
    'Everyone, where `published` is at or before now and `title` does not contain "draft"',
  ],
  ['10 < views && tags:length <= 4', 'Everyone, where `views` is more than 10 and the number of `tags` is at most 4'],
  ['flags:each != "sponsored"', 'Everyone, where each of `flags` is not "sponsored"'],
  ['tags.name ?= "food"', 'Everyone, where any of `tags.name` is "food"'],
  ['comments_via_post.id = ""', 'Everyone, where `comments_via_post.id` is empty'],
  ['deleted = null', 'Everyone, where `deleted` is empty'],
  [
    '@request.data.role:isset = false || @request.data.role = "reader"',
    'Everyone, if `role` is not sent or the `role` sent is "reader"',
  ],
  [
    '@request.auth.id != "" && @request.data.author = @request.auth.id && post.status = "open"',
    'Signed-in users whose id equals the `author` sent, where `post.status` is "open"',
  ],
  ['@request.query.peek:isset = true', 'Everyone, if `peek` is given as a query parameter'],
  ['@request.headers.x_key = "open"', 'Everyone, if the header `x_key` is "open"'],
  [
    '@request.auth.id != "" && (author.user = @request.auth.id || editors.id ?= @request.auth.id || @request.auth.role = "chief")',
    'Signed-in users whose id equals `author.user` or whose id is among `editors` or whose `role` is "chief"',
  ],
  [
    'approved = true || (@request.auth.id != "" && (author = @request.auth.id || post.author.user = @request.auth.id))',
    'Everyone, where `approved` is true; or signed-in users whose id equals `author` or whose id equals `post.author.user`',
  ],
])('describes %s as: %s', (rule, sentence) => {
  expect(describeRule(rule, posts)).toBe(sentence)
})

test('describes a rule by which users access their own auth record', () => {
  const users = magazine.find(({ type }) => type === 'auth') ?? posts
  expect(describeRule('id = @request.auth.id && @request.data.role:isset = false', users)).toBe(
    'Signed-in users whose own record it is, if `role` is not sent',
  )
})

test('says that a rule lets in guests where a relation is empty', () => {
  const rule = 'author = @request.auth.id && status = "open"'
  expect(describeRule(rule, posts)).toBe(
    'Signed-in users whose id equals `author`, where `status` is "open"; or guests, where `author` is empty and `status` is "open"',
  )
  expect(describeRule(rule, strict)).toBe('Signed-in users whose id equals `author`, where `status` is "open"')
})

test.each([
  ['author =', 'is no rule'],
  ['@collection.users.id ?= @request.auth.id', 'asks other collections'],
  ['@request.auth.role != "chief"', 'lets in guests without saying so'],
  ['author != @request.auth.id', 'lets in guests without saying so'],
  ['likes ~ @request.auth.id', 'lets in guests without saying so'],
  ['@request.data.author = @request.auth.id', 'lets in guests without saying so'],
  ['title = "`"', 'holds a backtick'],
  ['@request.auth.id != "" && @request.auth.id = ""', 'never holds'],
  ['(a = 1 || b = 1) && (c = 1 || d = 1) && (e = 1 || f = 1)', 'has too many ways'],
  ['a = 1 && b = 1 && c = 1 && d = 1 && e = 1 && f = 1 && g = 1 && h = 1 && i = 1', 'is too long'],
])('does not describe %s, which %s', rule => {
  expect(describeRule(rule, posts)).toBeUndefined()
})

test('gives up on a rule with thousands of alternatives at once', () => {
  const rule = Array.from({ length: 200 }, (_, n) => `(a = ${n} || b = ${n})`).join(' && ')
  expect(describeRule(rule, posts)).toBeUndefined()
})
