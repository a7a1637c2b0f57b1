import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { type RandomFilters, randomFilters } from '../../../../test/harness/randomFilters.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { type Magazine, sampleRequests } from '../testing/openMagazine.ts'
import { openOnBoth, randomRuns } from '../testing/openOnBoth.ts'

const collections = [
  'posts',
  'comments',
  'authors',
  'users',
  'tags',
  'scratch',
  'media',
  'categories',
  'settings_kv',
  'author_totals',
  'post_stats',
]

let magazine: Magazine
let random: RandomFilters
let requests: Partial<RequestValues>[]

beforeAll(async () => {
  magazine = await openOnBoth()
  random = randomFilters(magazine.catalog.all, { hasFixedTime: true })
  requests = await sampleRequests(magazine)
})
afterAll(() => magazine?.close())

/** Sorts views by `id` at last, because their rows with equal keys have an order of their own only in PostgreSQL. */
function sortOf(name: string): fc.Arbitrary<string> {
  const isView = magazine.collection(name).type === 'view'
  return random.sortByOne(name).map(sort => (isView ? `${sort},id` : sort))
}

test('a random rule, filter and sort find the same records in the same order on SQLite and on PostgreSQL', async () => {
  const query = fc
    .constantFrom(...collections)
    .chain(name => fc.tuple(fc.constant(name), fc.nat(3), random.rule(name), random.filter(name), sortOf(name)))
  await fc.assert(
    fc.asyncProperty(query, async ([name, who, rule, filter, sort]) => {
      const query = {
        rule,
        filter,
        sort,
        request: requests[who] ?? {},
        allowHidden: who > 1,
        now: new Date('2026-03-01T10:00:00Z'),
      }
      // Compares the two databases.
      await magazine.find(name, query)
    }),
    randomRuns,
  )
})
