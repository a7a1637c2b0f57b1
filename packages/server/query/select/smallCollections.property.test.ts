import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFilters } from '../../../../test/harness/randomFilters.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { name, sql } from '../../db/sql.ts'
import type { Visibility } from '../compile/Condition.ts'
import { compileQuery } from '../compile/compileQuery.ts'
import { readFilter } from '../compile/readFilter.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import { countRecords } from './selectRecords.ts'

let magazine: Magazine
let request: RequestValues

beforeAll(async () => {
  magazine = await openMagazine()
  request = { ...noRequest, auth: await magazine.authRecord('users', 'bob000000000001') }
})
afterAll(() => magazine.close())

/** List rules that hide some of the joined records. */
const hidingRules: Record<string, string> = {
  posts: 'status = "published" || author.user = @request.auth.id',
  authors: 'name ~ "a" && user.role != "chief"',
  comments: 'approved = true && post.tags.name ?~ "e"',
  users: 'id = @request.auth.id || authors_via_user.id ?!= ""',
}

const hideSome: Visibility['joinable'] = ({ name }) => {
  const rule = hidingRules[name]
  return rule === undefined ? [] : [{ filter: readFilter(rule), allowHidden: false }]
}

/** Finds the ids in table order and the count, with a query that assumes this size for all collections. */
async function find(collectionName: string, filters: readonly string[], size: number, visibility: Visibility) {
  const collection = magazine.collection(collectionName)
  const catalog: Catalog = { ...magazine.catalog, sizeOf: () => size }
  const conditions = filters.map(filter => ({ filter: readFilter(filter), ...visibility }))
  // Both queries are compiled at the same time, because conditions can compare digits of `@now`.
  const query = compileQuery(magazine.connection.dialect, {
    collection,
    catalog,
    request,
    conditions,
    now: new Date('2026-03-01T10:00:00Z'),
  })
  const ids = await magazine.connection.rows(sql`SELECT ${name(collection.name)}.id ${query.ordered}`)
  return { text: query.ordered.text, ids: ids.flat(), count: await countRecords(magazine.connection, query) }
}

async function compare(collection: string, filters: readonly string[], visibility: Visibility = { allowHidden: true }) {
  const large = await find(collection, filters, Number.POSITIVE_INFINITY, visibility)
  const small = await find(collection, filters, 1, visibility)
  expect({ ids: small.ids, count: small.count }).toEqual({ ids: large.ids, count: large.count })
  expect(large.count).toBe(large.ids.length)
  return { differs: small.text !== large.text, finds: small.count > 0 }
}

test.each([
  ['posts', 'author.posts_via_author.title ?~ "a"'],
  ['posts', 'author.posts_via_author.title ~ "e"'],
  ['posts', 'author.posts_via_author.id ?= id'],
  ['posts', 'author.posts_via_author.status ?= "draft" && author.posts_via_author.views ?> 10'],
  ['posts', 'author.posts_via_author.status ?= "draft" || category.posts_via_category.views ?> 10'],
  ['posts', 'author.posts_via_author.cover ?= ""'],
  ['posts', 'author.user.posts_via_editors.title ?!= "x"'],
  ['comments', 'post.tags.name ?= "travel"'],
  ['comments', 'post.tags.id ?= "tag000000000001"'],
  ['comments', 'post.editors.id ?= @request.auth.id'],
  ['comments', 'post.editors.id = @request.auth.id'],
  ['comments', 'post.flags:each ?= "sponsored"'],
  ['comments', 'likes.id ?= @request.auth.id'],
  ['comments', 'parent.likes.id ?= @request.auth.id && post.tags:length > 1'],
])('the plans for small and large collections find the same %s by %s', async (collection, filter) => {
  await compare(collection, [filter])
  await compare(collection, [filter], { allowHidden: true, joinable: hideSome })
})

test.each([
  ['', undefined],
  [' if rules hide some of the joined records', hideSome],
])('the plans for small and large collections find the same records by random conditions%s', async (_, joinable) => {
  const { rule } = randomFilters(magazine.catalog.all, { hasFixedTime: true })
  const query = fc
    .constantFrom('posts', 'comments', 'scratch', 'media', 'authors')
    .chain(collection => fc.tuple(fc.constant(collection), rule(collection)))
  const counts = { differ: 0, find: 0 }
  await fc.assert(
    fc.asyncProperty(query, async ([collection, ...filters]) => {
      const { differs, finds } = await compare(collection, filters, { allowHidden: true, ...(joinable && { joinable }) })
      if (differs) counts.differ += 1
      if (differs && finds) counts.find += 1
    }),
    { numRuns: 2000 },
  )
  expect(counts.find, 'conditions with different plans that found something').toBeGreaterThan(5)
})
