import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

const requesters = ['guest', 'users:alice', 'users:bob', 'users:dave', 'clients:client000000001', 'admin']

let copy: SampleCopy
let server: RunningServer
let random: RandomFilters
const tokens = new Map<string, string>()

beforeAll(async () => {
  copy = await copySample('magazine', [
    { sql: "UPDATE _collections SET listRule = '', viewRule = '' WHERE name = 'users'" },
    { sql: "UPDATE _collections SET listRule = 'name != \"\"' WHERE name = 'authors'" },
  ])
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  random = randomFilters(readCollections(copy.dataDir))
  for (const who of requesters) if (who !== 'guest') tokens.set(who, signToken(copy.dataDir, 'auth', who))
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (who: string, method: string, path: string, body?: object): Promise<ApiResponse> =>
  // Guests and users can use all filters in the dialect of today.
  askApi(server.port, method, `/today/api/${path}`, { token: tokens.get(who), ...(body && { body }) })

const collections = ['users', 'posts', 'comments', 'authors', 'media', 'author_totals', 'post_stats', 'scratch', 'clients']
const records = [
  'users/records/alice0000000001',
  'users/records/dave00000000001',
  'posts/records/post00000000001',
  'authors/records/author000000001',
  'comments/records/comment00000001',
  'clients/records/client000000001',
]

const listing = fc.constantFrom(...collections).chain(collection =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom('', 'id != ""', "created > '2022'", 'id ~ "a" || id ~ "1"'),
        fc.constant(undefined).chain(() => random.filter(collection)),
      ),
      fc.constant(undefined).chain(() => random.expand(collection)),
      fc.constantFrom('', '&sort=-id', '&skipTotal=1', '&perPage=3', '&fields=*,expand.*'),
    )
    .map(
      ([filter, expand, more]) =>
        `collections/${collection}/records?filter=${encodeURIComponent(filter)}&expand=${encodeURIComponent(expand)}${more}`,
    ),
)

const question = fc.oneof(
  { arbitrary: listing, weight: 2 },
  fc.constantFrom(...records).map(path => `collections/${path}?expand=author,post,user`),
)

/** Changes that affect some responses: of values, visibility, roles and existing records. */
const change = fc.constantFrom<[string, string, object?]>(
  ['PATCH', 'collections/users/records/alice0000000001', { emailVisibility: true }],
  ['PATCH', 'collections/users/records/alice0000000001', { emailVisibility: false, role: 'chief' }],
  ['PATCH', 'collections/users/records/alice0000000001', { role: 'reader', verified: true }],
  ['PATCH', 'collections/users/records/dave00000000001', { role: 'chief', 'name+': 'x' }],
  ['PATCH', 'collections/posts/records/post00000000001', { 'views+': 1 }],
  ['PATCH', 'collections/posts/records/post00000000001', { author: 'author000000002' }],
  ['PATCH', 'collections/authors/records/author000000001', { name: '' }],
  ['PATCH', 'collections/authors/records/author000000001', { name: 'somebody', user: 'bob000000000001' }],
  ['PATCH', 'collections/comments/records/comment00000001', { approved: false }],
  ['PATCH', 'collections/comments/records/comment00000001', { approved: true, 'stars+': 1 }],
  ['POST', 'collections/scratch/records', { t: 'new' }],
  ['POST', 'collections/comments/records', { post: 'post00000000001', body: 'new', approved: true }],
  ['DELETE', 'collections/comments/records/comment00000002'],
)

test('a cached response equals a fresh one, for every requester and after any change', async () => {
  let asked = 0
  let given = 0
  const questions = fc.array(fc.tuple(fc.constantFrom(...requesters), question), { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(questions, fc.array(change, { minLength: 4, maxLength: 4 }), async (questions, changes) => {
      for (const [method, path, body] of changes) {
        // Sent twice, so that the second response can come from the cache.
        for (const [who, path] of [...questions, ...questions]) await ask(who, 'GET', path)
        await ask('admin', method, path, body)
        for (const [who, path] of questions) {
          // A different URL bypasses the cached response.
          const [cached, fresh] = [await ask(who, 'GET', path), await ask(who, 'GET', `${path}&other=${asked}`)]
          expect([cached.status, cached.text], `${who} ${path}`).toEqual([fresh.status, fresh.text])
          asked += 1
          given += fresh.status === 200 ? 1 : 0
        }
      }
    }),
    { numRuns: isLongRun ? 12 : 4, endOnFailure: true },
  )
  expect(given, 'answers that were compared').toBeGreaterThan(100)
})

test('an expanded record is up to date in every thread, also in cached responses', async () => {
  const record = 'collections/posts/records/post00000000001'
  const authorIn = async (path: string) => {
    const { author } = (await ask('guest', 'GET', path)).json.expand as { author: { name: string } }
    return author.name
  }
  await ask('admin', 'PATCH', record, { author: 'author000000001' })
  const others = Array.from({ length: 24 }, (_, number) => `${record}?expand=author&other=beside${number}`)
  for (const name of ['First', 'Second', 'Third']) {
    await ask('admin', 'PATCH', 'collections/authors/records/author000000001', { name })
    // The first round reads the author in each thread, the second one caches the response, and the third one reads it from the
    // cache.
    for (const round of ['', 'again', 'again']) {
      const names = await Promise.all(others.map(path => authorIn(path + round)))
      expect(new Set(names), round).toEqual(new Set([name]))
    }
  }
})

test('a write by another program is noticed within a moment', async () => {
  const path = 'collections/tags/records?sort=id&perPage=1'
  const [before] = (await ask('guest', 'GET', path)).json.items as { name: string }[]
  await changeDatabase(copy.dataDir, 'data', "UPDATE tags SET name = name || '!'")
  await expect.poll(async () => (await ask('guest', 'GET', path)).json.items).toMatchObject([{ name: `${before?.name}!` }])
})
