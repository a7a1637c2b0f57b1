import type { Field, FieldTypeName } from '@coffer/fields'
import { adminsOnly, type Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { completeSql } from './completeSql.ts'

const field = (name: string, type: FieldTypeName): Field => ({
  id: name,
  name,
  type,
  options: {},
  system: false,
  required: false,
  presentable: false,
  unique: false,
})

const base = (name: string, ...schema: Field[]): Collection => ({
  id: name,
  created: '',
  updated: '',
  name,
  type: 'base',
  system: false,
  schema,
  indexes: [],
  options: {},
  ...adminsOnly,
})

const collections = [
  base('posts', field('title', 'text'), field('views', 'number')),
  base('post_tags', field('post', 'relation'), field('name', 'text')),
]

function complete(marked: string, isExplicit = false) {
  const position = marked.indexOf('|')
  return completeSql({ text: marked.replace('|', ''), position, isExplicit }, collections)
}

test.each([
  ['select id from |', 'posts post_tags'],
  ['select id from po|', 'posts post_tags'],
  ['select id from posts p join |', 'posts post_tags'],
  ['select id from posts p, |', 'posts post_tags'],
  ['select p.| from posts p', 'id title views created updated'],
  ['select p.t| from posts as p', 'title'],
  ['select posts.v| from posts', 'views'],
  ['select `posts`.v| from posts', 'views'],
  ['select id, ti| from posts', 'title'],
  ['select i| from posts, post_tags t', 'posts.id t.id in is null'],
  ['select p.id from posts p where tit|', 'title'],
  ['select id from posts wh|', 'where when'],
  ['sel|', 'select'],
  ["select id from posts where title = 'x' and v|", 'views'],
])('completeSql at "%s" suggests %s', (marked, labels) => {
  expect(
    complete(marked)
      ?.items.map(({ label }) => label)
      .join(' '),
  ).toBe(labels)
})

test.each([
  ["select 'fro| from posts'", 'in a string'],
  ['select id -- fro|', 'in a comment'],
  ['select id from posts|', 'after a complete name'],
  ['select title as vi| from posts', 'in an alias'],
  ['select | from posts', 'before a letter is typed'],
  ['select x.| from posts', 'after an unknown table'],
])('completeSql at "%s" suggests nothing %s', marked => {
  expect(complete(marked)).toBeUndefined()
})

test('completeSql suggests before a letter is typed if the user asks for it', () => {
  expect(complete('select | from posts', true)?.items[0]).toEqual({ label: 'id', hint: 'posts, text' })
})

test('Enter accepts a suggestion where a known name is expected, but not where an alias can be typed', () => {
  expect(complete('select id from po|')?.isFirstMeant).toBe(true)
  expect(complete('select id from posts w|')?.isFirstMeant).toBe(false)
})
