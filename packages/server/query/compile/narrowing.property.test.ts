import { FilterError } from '@coffer/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RandomFilters, randomFilters } from '../../../../test/harness/randomFilters.ts'
import { QueryError } from '../operands/QueryError.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { type Magazine, openMagazine, sampleRequests } from '../testing/openMagazine.ts'

const collections = ['posts', 'comments', 'authors', 'users', 'tags', 'scratch', 'media', 'categories', 'post_stats']

let magazine: Magazine
let random: RandomFilters
let requests: Partial<RequestValues>[]
beforeAll(async () => {
  magazine = await openMagazine()
  random = randomFilters(magazine.catalog.all)
  requests = await sampleRequests(magazine)
})
afterAll(() => magazine.close())

const collection = fc.constantFrom(...collections)
const requester = fc.nat(3)

/** The time of all queries, because conditions can compare digits of `@now`. */
const now = new Date('2026-03-01T10:00:00Z')

/** Finds records as the list endpoint does. */
const find = (name: string, who: number, query: { rule?: string; filter?: string; sort?: string }) =>
  magazine.find(name, { ...query, request: requests[who] ?? {}, allowHidden: false, now })

const within = (some: readonly string[], all: readonly string[]) => some.filter(id => all.includes(id))

test('a rule and a filter together find no record that one of them alone does not find', async () => {
  const query = collection.chain(name => fc.tuple(fc.constant(name), requester, random.rule(name), random.filter(name)))
  await fc.assert(
    fc.asyncProperty(query, async ([name, who, rule, filter]) => {
      const allowed = await find(name, who, { rule })
      const wanted = await find(name, who, { filter })
      const found = await find(name, who, { rule, filter })
      expect(within(found, within(allowed, wanted))).toEqual(found)
    }),
    { numRuns: 400 },
  )
})

test("a rule and a filter on the collection's own fields find every record that both find alone", async () => {
  const query = collection.chain(name => fc.tuple(fc.constant(name), requester, random.rule(name), random.ownFilter(name)))
  await fc.assert(
    fc.asyncProperty(query, async ([name, who, rule, filter]) => {
      const allowed = await find(name, who, { rule })
      const wanted = await find(name, who, { filter })
      expect((await find(name, who, { rule, filter })).sort()).toEqual(within(allowed, wanted).sort())
    }),
    { numRuns: 200 },
  )
})

test('a sort changes only the order of the records that a rule and a filter find', async () => {
  const query = collection.chain(name =>
    fc.tuple(fc.constant(name), requester, random.rule(name), random.ownFilter(name), random.sort(name)),
  )
  await fc.assert(
    fc.asyncProperty(query, async ([name, who, rule, filter, sort]) => {
      const found = await find(name, who, { rule, filter })
      expect((await find(name, who, { rule, filter, sort })).sort()).toEqual(found.sort())
    }),
    { numRuns: 200 },
  )
})

const pieces = [
  '(',
  ')',
  '((',
  '))',
  '&&',
  '||',
  '&',
  '|',
  '=',
  '?=',
  '//',
  '\n',
  '"',
  "'",
  '\\',
  '%',
  ';',
  '--',
  '/*',
  '*/',
  ',',
  '\0',
  '`',
  '|| 1 = 1',
  '|| 1 = 1 //',
  '|| (1 = 1',
  ') || (1 = 1',
  '1=1)||(1=1',
  "' || ''='",
  '" || ""="',
  '") || ("1"="1',
  '&& null = null ||',
  'OR 1=1',
  'UNION SELECT',
  '[id]',
  'id',
  'posts.id',
  '@rowid',
  '@now',
  'author.user.email',
  'tags:each',
  'tags.name',
  'not',
  '!',
]

/** Inserts a token into a filter, or removes or replaces a word. */
const edited = (name: string) =>
  fc
    .tuple(random.filter(name), fc.nat(12), fc.nat(1), fc.constantFrom('', ...pieces))
    .map(([filter, at, removed, piece]) => filter.split(' ').toSpliced(at, removed, piece).join(' '))

test('a malformed filter is rejected or finds only records that the rule allows', async () => {
  const rule = 'status = "published" && (views > 100 || author.user.role = "chief")'
  const allowed = await find('posts', 0, { rule })
  expect(allowed.length).toBeGreaterThan(5)
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edited('posts'), { minLength: 1, maxLength: 2 }), async parts => {
      const filter = parts.join(' || ')
      const found = await find('posts', 0, { rule, filter }).catch((error: unknown) => {
        // Any other error would mean that the malformed text has reached the database.
        if (error instanceof FilterError || error instanceof QueryError) return undefined
        throw error
      })
      if (found) answered += 1
      expect(within(found ?? [], allowed)).toEqual(found ?? [])
    }),
    { numRuns: 3000 },
  )
  expect(answered, 'filters that could be read').toBeGreaterThan(100)
})
