import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'
import { QueryError } from './QueryError.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth(`UPDATE posts SET tags = 'tag000000000008' WHERE id = 'post00000000040'`)
})
afterAll(() => magazine.close())

const found = async (collection: string, filter: string) => (await magazine.find(collection, { filter, sort: 'id' })).join(' ')

describe('paths of relations', () => {
  test.each<[string, string, string]>([
    ['posts', 'category.parent.name = "Culture"', 'post4 post9 post14 post19 post24 post29 post34 post39'],
    ['posts', 'author.user.username = "grace"', 'post6 post14 post22 post30 post38'],
    ['posts', 'author.user.authors_via_user.user.authors_via_user.user.username = "grace"', 'post6 post14 post22 post30 post38'],
    ['posts', 'tags.meta.lat > 0', 'post16'],
    ['posts', 'tags.name = "" && views > 1000', 'post24'],
    ['authors', 'posts_via_author.id = ""', 'author5'],
    ['authors', 'POSTS_via_author.status ?= "review"', 'author1 author2 author3'],
    ['categories', 'mgcategories001_via_parent.name ?= "Cities"', 'category2'],
    ['users', 'authors_via_user.rank > 1', 'bob1 carol1'],
    ['users', 'authors_via_user.rating != 5 && verified = false', 'erin1 frank1 users8'],
    // Plain text in a multi-valued column is a list with one element.
    ['tags', 'posts_via_tags.id = "post00000000040"', 'tag8'],
    ['posts', 'tags.id = "tag000000000008" && tags:length = 1', 'post40'],
    ['posts', 'tags:each = "tag000000000008"', 'post40'],
    ['categories', '@collection.posts.category != id', 'category6'],
    ['users', '@collection.authors.user ?= id && @collection.authors.languages ?~ "fr"', 'carol1'],
    ['users', '@collection.authors.user ?= id && @collection.authors:other.rank ?= -1', 'alice1 bob1 carol1 dave1 grace1'],
    ['tags', '@collection.mgcategories001:c.slug ?= "books" && name = "food"', 'tag2'],
  ])('in %s, the filter %s finds %s', async (collection, filter, expected) => {
    expect(await found(collection, filter)).toBe(expected)
  })
})

describe('modifiers', () => {
  test.each<[string, string, string]>([
    ['posts', 'flags:each = "longread" && views > 1000', 'post9 post29'],
    ['posts', 'attachments:length > 2', 'post1 post2'],
    ['posts', 'cover:length = 1 && tags:length = 0', 'post6'],
    ['posts', 'author.languages:length >= 3 && views < 20', 'post5 post13'],
    ['comments', 'post.attachments:length > 2 && stars = 4', 'comment4 comment16 comment28 comment40'],
    ['tags', 'name:length = "food" || name:isset = "music"', 'tag2 tag6'],
    ['posts', 'cover:each = "" && status:each = "review"', 'post5 post15 post25 post35'],
  ])('in %s, the filter %s finds %s', async (collection, filter, expected) => {
    expect(await found(collection, filter)).toBe(expected)
  })
})

describe('unknown names are rejected with their position', () => {
  test.each<[string, string, string, string]>([
    ['tags', 'nothing = 1', 'nothing', 'The collection "tags" has no field "nothing".'],
    ['tags', 'name = "a" || 1 = nothing', 'nothing', 'The collection "tags" has no field "nothing".'],
    ['posts', 'author.tokenKey = ""', 'author.tokenKey', 'The collection "authors" has no field "tokenKey".'],
    ['users', 'passwordHash = ""', 'passwordHash', 'The collection "users" has no field "passwordHash".'],
    ['tags', 'id:length = 1', 'id:length', 'The collection "tags" has no field "id".'],
    ['tags', 'collectionName = ""', 'collectionName', 'The collection "tags" has no field "collectionName".'],
    ['author_totals', 'created = ""', 'created', 'The collection "author_totals" has no field "created".'],
    ['posts', 'title.x = 1', 'title.x', '"title" is not a relation of the collection "posts".'],
    ['tags', 'posts_via_title.id = 1', 'posts_via_title.id', '"posts_via_title" is not a relation of the collection "tags".'],
    ['tags', 'posts_via_author.id = 1', 'posts_via_author.id', '"posts_via_author" is not a relation of the collection "tags".'],
    ['tags', 'posts_via_tags = 1', 'posts_via_tags', 'The collection "tags" has no field "posts_via_tags".'],
    ['posts', 'tags:count = 1', 'tags:count', '":count" is not a modifier. Use :each, :length, :isset or :lower.'],
    ['posts', 'tags:length:each = 1', 'tags:length:each', 'The collection "posts" has no field "tags:length:each".'],
    ['posts', 'tags:each.name = 1', 'tags:each.name', '"tags:each" is not a relation of the collection "posts".'],
    ['tags', 'meta..a = 1', 'meta..a', 'A path into "meta" has an empty part.'],
    ['categories', `${'parent.'.repeat(7)}name = 1`, `${'parent.'.repeat(7)}name`, 'A path can follow at most 6 relations.'],
    ['tags', '@collection.lost.id = 1', '@collection.lost.id', 'There is no collection "lost".'],
    ['tags', '@collection.posts:a = 1', '@collection.posts:a', 'Unknown name "@collection.posts:a".'],
    ['tags', '@lastWeek = 1', '@lastWeek', 'Unknown name "@lastWeek".'],
    ['tags', '@request.content.x = 1', '@request.content.x', 'Unknown name "@request.content.x".'],
    ['tags', '@request.headers.a.b = 1', '@request.headers.a.b', 'Unknown name "@request.headers.a.b".'],
    [
      'tags',
      '@request.query.a:count = 1',
      '@request.query.a:count',
      '":count" is not a modifier. Use :each, :length, :isset or :lower.',
    ],
  ])('in %s, the filter %s is rejected at %s', async (collection, filter, name, message) => {
    const start = filter.indexOf(name)
    let thrown: unknown
    try {
      magazine.compile(collection, { filter })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(QueryError)
    expect(thrown).toMatchObject({ message, span: { start, end: start + name.length } })
  })
})

test('a path can follow six relations and then a JSON path', async () => {
  const path = 'author.user.authors_via_user.user.posts_via_editors.tags.meta.weight'
  expect(await found('categories', `${'parent.'.repeat(6)}name = "" && name = "Europe"`)).toBe('category2')
  expect(await found('posts', `${path} ?= 2 && id = "post00000000001"`)).toBe('post1')
})
