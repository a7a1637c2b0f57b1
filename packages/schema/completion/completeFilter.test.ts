import { describe, expect, it, test } from 'vitest'
import type { Collection } from '../collections/Collection.ts'
import { completeFilter } from './completeFilter.ts'
import { magazine, posts } from './exampleMagazine.ts'
import type { FilterSubject } from './FilterSubject.ts'

const now = new Date('2026-03-04T05:06:07.089Z')

interface Asked {
  scope?: FilterSubject['scope']
  isExplicit?: boolean
  collection?: Collection
}

/** Requests suggestions at the | in a text. */
function ask(marked: string, { scope = 'filter', isExplicit = false, collection = posts }: Asked = {}) {
  const position = marked.indexOf('|')
  const text = marked.slice(0, position) + marked.slice(position + 1)
  const found = completeFilter({ text, position, isExplicit, now }, { collection, collections: magazine, scope })
  const labels = found?.items.map(({ label }) => label) ?? []
  const take = (label: string) => {
    const item = found?.items.find(candidate => candidate.label === label)
    if (!found || !item) throw new Error(`${label} is not among ${labels.join(' ')}`)
    return text.slice(0, found.from) + (item.insert ?? item.label) + text.slice(found.to)
  }
  return { labels, found, take, hint: (label: string) => found?.items.find(item => item.label === label)?.hint }
}

describe('suggestions for the left operand', () => {
  test.each([
    ['ti|', ['title', 'titleShort']],
    ['SHORT|', ['titleShort']],
    ['title|', ['title', 'titleShort']],
    ['titleShort|', []],
    ['aut|', ['author', 'author.']],
    ['tag|', ['tags', 'tags.', 'tags:each', 'tags:length']],
    ['nothing|', []],
    ['views > 1 && st|', ['status']],
    ['views > 1 && (st| = 1)', ['status']],
    ['ra|', ['author.rank']],
    ['comm|', ['comments_via_post.']],
    ['post|', ['comments_via_post.']],
    [
      'author.|',
      [
        'id',
        'name',
        'rank',
        'account',
        'account.',
        'mentor',
        'mentor.',
        'created',
        'updated',
        'posts_via_author.',
        'authors_via_mentor.',
      ],
    ],
    ['author.na|', ['name']],
    ['author.account.em|', ['email', 'emailVisibility']],
    ['comments_via_post.by.na|', ['name']],
    ['COMMENTS_via_post.te|', ['text']],
    ['tags:|', ['each', 'length']],
    ['tags:l|', ['length']],
    ['title:|', []],
    ['views.|', []],
    ['nobody.|', []],
    ['meta.a|', []],
    ['@to|', ['@tomorrow', '@todayStart', '@todayEnd']],
    ['@re|', []],
    ['@coll|', []],
    ['|', []],
    ['// ti|', []],
    ['"ti|', []],
    ['1|', []],
  ])('%s', (text, labels) => {
    expect(ask(text).labels).toEqual(labels)
  })

  it('list all fields on request', () => {
    const { labels } = ask('|', { isExplicit: true })
    expect(labels.slice(0, 4)).toEqual(['id', 'title', 'titleShort', 'status'])
    expect(labels.at(-1)).toBe('comments_via_post.')
    expect(ask('views > 1 && |').labels).toEqual(labels)
  })

  it('suggestions include the columns of a view and the system fields of auth records', () => {
    const view = magazine.find(({ type }) => type === 'view')
    const users = magazine.find(({ type }) => type === 'auth')
    expect(ask('|', { isExplicit: true, collection: view ?? posts }).labels).toEqual(['id', 'posts'])
    expect(ask('em|', { collection: users ?? posts }).labels).toEqual(['email', 'emailVisibility'])
  })

  it('M15.9 follow at most four relations', () => {
    expect(ask('author.mentor.mentor.me|').labels).toContain('mentor.')
    expect(ask('author.mentor.mentor.mentor.me|').labels).toEqual(['mentor'])
    expect(ask('author.mentor.mentor.mentor.mentor.na|').labels).toEqual([])
  })

  it('a suggestion replaces the part of the path at the caret', () => {
    expect(ask('au|thor.name = 1').take('author.')).toBe('author.name = 1')
    expect(ask('author.n| = 1').take('name')).toBe('author.name = 1')
    expect(ask('author.ra|me.x = 1').take('rank')).toBe('author.rank.x = 1')
    expect(ask('ra| > 1').take('author.rank')).toBe('author.rank > 1')
    expect(ask('tags:e| = 1').take('each')).toBe('tags:each = 1')
  })
})

describe('suggestions for the operator', () => {
  test.each([
    ['title |', ['=', '!=', '~', '!~', '>', '>=', '<', '<=']],
    ['status |', ['=', '!=', '~', '!~']],
    ['isFeatured |', ['=', '!=']],
    ['publishedAt |', ['>', '>=', '<', '<=', '=', '!=', '~', '!~']],
    ['views |', ['=', '!=', '>', '>=', '<', '<=']],
    ['labels |', ['~', '!~', '=', '!=']],
    ['tags:length |', ['=', '!=', '>', '>=', '<', '<=', '~', '!~']],
    ['title !|', ['!=', '!~']],
    ['title ?|', ['?=', '?!=', '?~', '?!~', '?>', '?>=', '?<', '?<=']],
    ['hello |', []],
    ['hello wor|', []],
    ['title wor|', []],
  ])('%s', (text, labels) => {
    expect(ask(text).labels).toEqual(labels)
  })

  it('describe each operator', () => {
    expect(ask('title |').hint('~')).toBe('contains')
    expect(ask('publishedAt |').hint('>')).toBe('is after')
    expect(ask('labels:each |').labels.slice(0, 2)).toEqual(['?=', '='])
    expect(ask('tags.name |').hint('?~')).toBe('any of them contains')
    expect(ask('comments_via_post.text |').hint('=')).toBe('all equal')
  })

  it('a suggestion inserts a space after the operator unless there is one', () => {
    expect(ask('title |').take('=')).toBe('title = ')
    expect(ask('title !| "a"').take('!~')).toBe('title !~ "a"')
  })
})

describe('suggestions for the right operand', () => {
  test.each([
    ['status = |', ['"draft"', '"in review"', '"the \\"best\\""']],
    ['status=|', ['"draft"', '"in review"', '"the \\"best\\""']],
    ['status ?!= dr|', ['"draft"']],
    ['status = "dr|', ['"draft"']],
    ['status = "dr|"', ['"draft"']],
    ['status = "draft|"', []],
    ['status = "draft"|', []],
    ["status = 'in|'", ['"in review"']],
    ['status = re|', ['"in review"']],
    ['labels:each ?= |', ['"news"', '"long"']],
    ['labels:length > |', []],
    ['isFeatured = |', ['true', 'false']],
    ['isFeatured = t|', ['true', 'title', 'titleShort', 'tags', 'tags.', 'tags:each', 'tags:length']],
    ['isFeatured = tr|', ['true']],
    ['views > |', []],
    ['views > ra|', ['author.rank']],
    [
      'views > author.|',
      [
        'id',
        'name',
        'rank',
        'account',
        'account.',
        'mentor',
        'mentor.',
        'created',
        'updated',
        'posts_via_author.',
        'authors_via_mentor.',
      ],
    ],
    ['views > @y|', ['@yesterday', '@year', '@yearStart', '@yearEnd']],
    ['title = nu|', ['null']],
    ['nobody = |', []],
    ['author.account.role = |', ['"writer"', '"editor"']],
    ['@request.method = |', ['"GET"', '"POST"', '"PATCH"', '"DELETE"']],
  ])('%s', (text, labels) => {
    expect(ask(text).labels).toEqual(labels)
  })

  it('suggestions show date macros with their current value', () => {
    const { labels, hint } = ask('publishedAt >= |')
    expect(labels).toContain('@todayStart')
    expect(labels).not.toContain('@weekday')
    expect(hint('@todayStart')).toBe('2026-03-04 00:00:00.000Z')
    expect(ask('publishedAt >= @tod|').labels).toEqual(['@todayStart', '@todayEnd'])
  })

  it('a suggestion replaces the typed part of the value, with and without quotes', () => {
    expect(ask('status = dr|').take('"draft"')).toBe('status = "draft"')
    expect(ask('status = "dr|" && views > 1').take('"draft"')).toBe('status = "draft" && views > 1')
    expect(ask('status = "dr| && views > 1').take('"draft"')).toBe('status = "draft" && views > 1')
    expect(ask("status = 'dr|'").take('"draft"')).toBe('status = "draft"')
  })
})

describe('suggestions for the connective', () => {
  test.each([
    ['views > 1 &|', ['&&']],
    ['views > 1 ||', []],
    ['title = "a" |', []],
  ])('%s', (text, labels) => {
    expect(ask(text).labels).toEqual(labels)
  })

  it('appear on request', () => {
    expect(ask('views > 1 |', { isExplicit: true }).labels).toEqual(['&&', '||'])
  })
})

describe('M15.7 suggestions in a rule', () => {
  const rule = (text: string) => ask(text, { scope: 'rule' }).labels

  test.each([
    ['@r|', ['@request.']],
    ['@c|', ['@collection.']],
    ['@request.|', ['auth.', 'data.', 'query.', 'headers.', 'method', 'context']],
    ['@request.au|', ['auth.']],
    ['@request.auth.verified = |', ['true', 'false']],
    ['@request.auth.col|', ['collectionId', 'collectionName']],
    ['@request.auth.collectionName = |', ['"users"']],
    ['@request.auth.ro|', ['role']],
    ['@request.auth.role = |', ['"writer"', '"editor"']],
    ['@request.data.ti|', ['title', 'title:isset', 'titleShort', 'titleShort:isset']],
    ['@request.data.author.na|', ['name']],
    ['@request.data.tags:|', ['isset', 'each', 'length']],
    ['@request.data.title:isset = |', ['true', 'false']],
    ['@request.query.a:|', ['isset']],
    ['@request.headers.x:|', []],
    ['@collection.com|', ['comments.']],
    ['@collection.comments.te|', ['text']],
    ['@collection.comments:other.te|', ['text']],
    ['@collection.|', ['posts.', 'authors.', 'tags.', 'comments.', 'users.', 'totals.']],
    ['comments_via_post.by = |', ['@request.auth.id']],
    ['author.account = |', ['@request.auth.id']],
    ['author.account = @request.au|', ['auth.']],
  ])('%s', (text, labels) => {
    expect(rule(text)).toEqual(labels)
  })

  it('M15.8 include the system fields of auth records', () => {
    const names = [
      'id',
      'username',
      'email',
      'emailVisibility',
      'verified',
      'created',
      'updated',
      'collectionId',
      'collectionName',
    ]
    expect(rule('@request.auth.|')).toEqual([...names, 'name', 'role'])
  })
})

describe('the first suggestion', () => {
  test.each([
    ['ti|', false],
    ['title ~ 1 && title|', false],
    ['title ~ 1 && aut|', true],
    ['author.na|', true],
    ['@n|', true],
    ['status = dr|', true],
    ['status = |', false],
    ['title !|', true],
    ['views > 1 && au|', true],
    ['views > 1 && mary|', false],
    ['title ~ 1 && tit|', true],
  ])('is marked as the probable one in %s: %s', (text, isMeant) => {
    const { found } = ask(text)
    expect(found?.isFirstMeant ?? false).toBe(isMeant)
  })
})
