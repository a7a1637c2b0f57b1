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
])('nothing is wrong with %s', text => {
  expect(problems(text)).toEqual([])
})

test.each([
  ['titel = 1', 'titel', 'This filter names "titel", which is no field here. Did you mean "title"?'],
  [
    'title = 1 && (autor.name ~ "x" || id = 1)',
    'autor',
    'This filter names "autor", which is no field here. Did you mean "author"?',
  ],
  ['nonsense > 1', 'nonsense', 'This filter names "nonsense", which is no field here.'],
  ['author.nme = 1', 'nme', 'There is no "nme" in the collection "authors". Did you mean "name"?'],
  ['title.x = 1', 'title', '"title" is no relation, so that nothing can follow it.'],
  ['tags:lower = 1', 'tags:lower', '":lower" is not a modifier; there are :each, :length and :isset.'],
  ['id:length = 1', 'id:length', '"id" takes no modifier.'],
  ['@tody > 1', '@tody', 'This filter names "@tody", which stands for nothing.'],
  ['@request.dta.x = 1', 'dta', 'There is no "dta" in the request. Did you mean "data"?'],
  ['@request.data = 1', 'data', '"data" is no value by itself: name what of it is meant.'],
  ['@collection.nope.id = 1', 'nope', 'There is no "nope" in @collection.'],
  ['comments_via_author.id = 1', 'comments_via_author', 'This filter names "comments_via_author", which is no field here.'],
  ['author.mentor.mentor.mentor.mentor.mentor.mentor.name = 1', 'mentor', 'A path may go over 6 relations.'],
])('%s is wrong at %s', (text, place, message) => {
  const [problem, ...more] = problems(text)
  expect(more).toEqual([])
  expect([text.slice(problem?.from, problem?.to), problem?.message]).toEqual([place, message])
})

test('a name that leads too far is marked where it does', () => {
  const text = 'author.mentor.mentor.mentor.mentor.mentor.mentor.name = 1'
  expect(problems(text)[0]?.from).toBe(text.lastIndexOf('mentor'))
})

test('all unknown names are found, and a rule is called one', () => {
  expect(problems('a1 = 1 && b1 = 2', posts, 'rule').map(({ message }) => message)).toEqual([
    'This rule names "a1", which is no field here.',
    'This rule names "b1", which is no field here.',
  ])
})

test('grammar comes before names', () => {
  expect(problems('titel =')).toMatchObject([{ from: 7, to: 7, message: 'A field or a value is missing behind =.' }])
})

test('a view may have dates that its statement does not show', () => {
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
])('%s may be mended at its end: %s', (text, isUnfinished) => {
  expect(problems(text)[0]?.isUnfinished).toBe(isUnfinished)
})
