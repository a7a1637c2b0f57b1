import { expect, test } from 'vitest'
import { magazine, posts } from './exampleMagazine.ts'
import { findFilterProblems } from './findFilterProblems.ts'

const problems = (text: string, collection = posts, scope: 'filter' | 'rule' = 'filter') =>
  findFilterProblems(text, { collection, collections: magazine, scope })

test.each([
  'title = "a"',
  'author.name ~ "x" && comments_via_post.by.role ?= "editor"',
  'labels:each ?= "news" || tags:length > 1 || tags.id ?= "a"',
  'title:length > 1',
  'meta.a.b.0 = 1 && publishedAt < @todayEnd && isFeatured = TRUE && title != null',
  '@request.auth.id = author.account && @request.auth.team.x = 1',
  '@request.data.title:isset = true && @request.data.any.thing = 1 && @request.query.a = 1 && @request.headers.x_token = 1',
  '@collection.comments.post ?= id && @collection.comments:other.by.name ?= "a"',
  'author.mentor.mentor.mentor.mentor.mentor.name = 1',
  'comments_via_post.id ?= "a"',
  '1 = 1 // anything',
])('finds no error in %s', text => {
  expect(problems(text)).toEqual([])
})

test.each([
  ['titel = 1', 'titel', '"titel" is not a field in this collection. Did you mean "title"?'],
  ['title = 1 && (autor.name ~ "x" || id = 1)', 'autor', '"autor" is not a field in this collection. Did you mean "author"?'],
  ['nonsense > 1', 'nonsense', '"nonsense" is not a field in this collection.'],
  ['author.nme = 1', 'nme', 'There is no "nme" in the collection "authors". Did you mean "name"?'],
  ['title.x = 1', 'title', '"title" is not a relation, so nothing can follow it.'],
  ['tags:count = 1', 'tags:count', '":count" is not a modifier. Use :each, :length, :isset or :lower.'],
  ['id:length = 1', 'id:length', '"id" does not support modifiers.'],
  ['@tody > 1', '@tody', 'Unknown name "@tody".'],
  ['@request.dta.x = 1', 'dta', 'There is no "dta" in the request. Did you mean "data"?'],
  ['@request.data = 1', 'data', '"data" has no value of its own. Add a field name.'],
  ['@collection.nope.id = 1', 'nope', 'There is no "nope" in @collection.'],
  ['comments_via_author.id = 1', 'comments_via_author', '"comments_via_author" is not a field in this collection.'],
  ['author.mentor.mentor.mentor.mentor.mentor.mentor.name = 1', 'mentor', 'A path can follow at most 6 relations.'],
])('finds the error of %s at %s', (text, place, message) => {
  const [problem, ...more] = problems(text)
  expect(more).toEqual([])
  expect([text.slice(problem?.from, problem?.to), problem?.message]).toEqual([place, message])
})

test('marks the relation that exceeds the maximum path length', () => {
  const text = 'author.mentor.mentor.mentor.mentor.mentor.mentor.name = 1'
  expect(problems(text)[0]?.from).toBe(text.lastIndexOf('mentor'))
})

test('finds all unknown names', () => {
  expect(problems('a1 = 1 && b1 = 2', posts, 'rule').map(({ message }) => message)).toEqual([
    '"a1" is not a field in this collection.',
    '"b1" is not a field in this collection.',
  ])
})

test('reports syntax errors before unknown names', () => {
  expect(problems('titel =')).toMatchObject([{ from: 7, to: 7, message: 'Expected a field or a value after =.' }])
})

test('accepts the date fields of a view whose statement does not show its columns', () => {
  const view = magazine.find(({ type }) => type === 'view') ?? posts
  expect(findFilterProblems('created > 1', { collection: view, collections: magazine, scope: 'filter' })).toEqual([])
})

test.each([
  ['title = ', true],
  ['title = "a', true],
  ['(title = 1', true],
  ['title = 1 && na', true],
  ['title ~~ 1 && a = 1', false],
  ['title = 1)', true],
  ['title = 1) && a = 1', false],
  ['titel = 1', false],
])('whether typing on can resolve the error of %s: %s', (text, isUnfinished) => {
  expect(problems(text)[0]?.isUnfinished).toBe(isUnfinished)
})
