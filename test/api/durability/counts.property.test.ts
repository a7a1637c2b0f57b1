import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let random: RandomFilters
const tokens: Record<string, string> = {}
beforeAll(async () => {
  copy = await copySample('magazine', [
    // Rules that read other collections and records related to the requester.
    {
      sql: `UPDATE _collections SET listRule = '@collection.tags.kind ?= "place" && likes.role ?!= "chief"' WHERE name = 'comments'`,
    },
    {
      sql: `UPDATE _collections SET listRule = '@request.auth.authors_via_user.posts_via_author.views ?> 500' WHERE name = 'media'`,
    },
    { sql: `UPDATE _collections SET listRule = '@request.auth.role = "writer"' WHERE name = 'tags'` },
  ])
  random = randomFilters(readCollections(copy.dataDir))
  for (const who of ['users:alice', 'users:bob', 'users:carol', 'admin']) tokens[who] = signToken(copy.dataDir, 'auth', who)
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (who: string, method: string, path: string, body?: object): Promise<ApiResponse> =>
  askApi(server.port, method, `/api/collections/${path}`, { token: tokens[who], ...(body && { body }) })

interface Change {
  method: string
  path: string
  body?: object
}

const id = (prefix: string, count: number) =>
  fc.integer({ min: 1, max: count }).map(n => prefix + `${n}`.padStart(15 - prefix.length, '0'))

const changing = (collection: string, ids: fc.Arbitrary<string>, body: fc.Arbitrary<object>): fc.Arbitrary<Change> =>
  fc.oneof(
    {
      arbitrary: fc.record({ method: fc.constant('PATCH'), path: ids.map(one => `${collection}/records/${one}`), body }),
      weight: 4,
    },
    fc.record({ method: fc.constant('DELETE'), path: ids.map(one => `${collection}/records/${one}`) }),
  )

const people = fc.constantFrom('alice0000000001', 'bob000000000001', 'carol0000000001')

const change: fc.Arbitrary<Change> = fc.oneof(
  changing(
    'posts',
    id('post', 40),
    fc.oneof(
      fc.record({ status: fc.constantFrom('draft', 'published') }),
      fc.record({ views: fc.constantFrom(0, 400, 4000) }),
      fc.record({ author: id('author', 3), editors: fc.array(people, { maxLength: 3 }) }),
    ),
  ),
  changing('comments', id('comment', 60), fc.oneof(fc.record({ approved: fc.boolean() }), fc.record({ 'likes+': people }))),
  changing('tags', id('tag', 8), fc.record({ kind: fc.constantFrom('topic', 'place', '') })),
  fc.record({
    method: fc.constant('PATCH'),
    path: people.map(one => `users/records/${one}`),
    body: fc.record({ role: fc.constantFrom('reader', 'writer', 'chief') }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('comments/records'),
    body: fc.record({
      post: id('post', 40),
      body: fc.constant('new'),
      approved: fc.boolean(),
      likes: fc.array(people, { maxLength: 2 }),
    }),
  }),
)

type Question = [who: string, collection: string, filter: string]

/** Changes that affect more than their own collection. */
const farReaching: Question[] = [
  ['admin', 'comments', 'post.status = "draft" || post.views > 300'],
  ['admin', 'comments', 'likes.role ?= "chief"'],
  ['admin', 'users', 'posts_via_editors.status ?= "draft"'],
  ['admin', 'users', 'comments_via_likes.approved = true'],
  ['admin', 'tags', 'posts_via_tags.views ?> 3000'],
  ['admin', 'authors', 'posts_via_author.status ?= "draft"'],
  ['admin', 'categories', 'posts_via_category.author.posts_via_author.views ?> 3000'],
  ['admin', 'media', '@collection.tags.kind = "place" || @collection.posts.views ?= 400'],
  ['admin', 'post_stats', 'status = "draft"'],
  ['admin', 'author_totals', 'views > 3000'],
  ['users:bob', 'tags', ''],
  ['users:bob', 'media', ''],
  ['users:carol', 'comments', ''],
]

const randomQuestion = () =>
  fc
    .constantFrom('posts', 'comments', 'authors', 'users', 'tags', 'categories', 'post_stats')
    .chain(collection => random.filter(collection).map((filter): Question => ['admin', collection, filter]))

async function countOf([who, collection, filter]: Question): Promise<[unknown, unknown]> {
  const { status, json, text } = await ask(who, 'GET', `${collection}/records?perPage=500&filter=${encodeURIComponent(filter)}`)
  if (status !== 200) return [status, status]
  if (!Array.isArray(json.items)) throw new Error(text)
  return [json.totalItems, json.items.length]
}

test('the total of a page matches the current records after every change', async () => {
  let changes = 0
  const counts = new Set<string>()
  const asked = fc.tuple(
    fc.array(randomQuestion(), { minLength: 6, maxLength: 6 }),
    fc.array(change, { minLength: 20, maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(asked, async ([more, changing]) => {
      const questions = [...farReaching, ...more]
      for (const { method, path, body } of changing) {
        if ((await ask('admin', method, path, body)).status < 300) changes += 1
        for (const question of questions) {
          const [total, shown] = await countOf(question)
          expect(total, question.join(' ')).toBe(shown)
          counts.add(`${question} ${total}`)
        }
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
  expect(changes, 'changes that were made').toBeGreaterThan(20)
  expect(counts.size, 'different counts').toBeGreaterThan(2 * farReaching.length)
})

test('counts of filters whose texts would be equal if concatenated are cached separately', async () => {
  await ask('admin', 'POST', 'scratch/records', { t: 'a\nstring:b' })
  const counts: unknown[] = []
  for (const filter of [String.raw`t = "a\nstring:b" || t = "c"`, String.raw`t = "a" || t = "b\nstring:c"`]) {
    counts.push(await countOf(['admin', 'scratch', filter]))
  }
  expect(counts).toEqual([
    [1, 1],
    [0, 0],
  ])
})
