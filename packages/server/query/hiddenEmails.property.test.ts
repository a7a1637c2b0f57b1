import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RandomFilters, randomFilters } from '../../../test/harness/randomFilters.ts'
import { type Magazine, openMagazine } from './testing/openMagazine.ts'

/** Everything about hidden emails is different: their order, their length, their host, whether there is one. */
const otherHiddenEmails = `
  UPDATE users SET email = CASE username WHEN 'bob' THEN 'zz@a.example' WHEN 'dave' THEN '' WHEN 'frank' THEN 'alice@readers.examplf'
    ELSE 'nobody@readers.example' END WHERE NOT emailVisibility;
  UPDATE clients SET email = 'a' || email WHERE NOT emailVisibility;`

let magazine: Magazine
let other: Magazine
let random: RandomFilters
beforeAll(async () => {
  magazine = await openMagazine()
  other = await openMagazine(otherHiddenEmails)
  random = randomFilters(magazine.catalog.all)
})
afterAll(async () => {
  await magazine.close()
  await other.close()
})

/** Paths that end at an email, from collections that have one. */
const emails: Record<string, string[]> = {
  users: ['email', 'authors_via_user.user.email', 'comments_via_likes.author.email', 'posts_via_editors.editors.email'],
  clients: ['email'],
  authors: ['user.email', 'posts_via_author.editors.email', 'user.comments_via_author.author.email'],
  posts: ['editors.email', 'author.user.email', 'comments_via_post.author.email', 'comments_via_post.likes.email'],
  comments: ['author.email', 'likes.email', 'post.editors.email', 'parent.author.email', 'post.author.user.email'],
  media: ['owner.email', 'owner.media_via_owner.owner.email'],
}

const values = [
  ...['"bob@readers.example"', '"dave@readers.example"', '"frank@readers.example"', '"alice@readers.example"', '"zz@a.example"'],
  ...['"bob"', '"readers"', '"z"', '"m"', '"a"', '"%@%"', '""', 'null', '"@a"', '0', '"office@client-b.example"'],
]
const operators = ['=', '!=', '>', '<=', '~', '!~'].flatMap(operator => [operator, `?${operator}`])

const emailComparison = (paths: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...paths),
      fc.constantFrom(...operators),
      fc.oneof(fc.constantFrom(...values), fc.constantFrom(...paths)),
    )
    .chain(([path, operator, value]) => fc.constantFrom(`${path} ${operator} ${value}`, `${value} ${operator} ${path}`))

/** Filters about emails, alone and among others. */
const filterOf = (name: string) => {
  const email = emailComparison(emails[name] ?? [])
  const beside = fc.tuple(email, fc.constantFrom('&&', '||'), fc.oneof(email, random.filter(name)))
  return fc.oneof(
    email,
    beside.map(parts => parts.join(' ')),
    beside.map(([one, join, more]) => `(${more}) ${join} ${one}`),
  )
}

const sortOf = (name: string) =>
  fc.oneof(
    fc.constant(''),
    fc.constantFrom(...(emails[name] ?? [])).chain(path => fc.constantFrom(path, `-${path}`, `-${path},id`)),
  )

const asked = fc
  .constantFrom(...Object.keys(emails))
  .chain(name => fc.tuple(fc.constant(name), filterOf(name), fc.option(filterOf(name), { nil: '' }), sortOf(name)))

test('neither what is found nor its order depends on emails that are hidden', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(asked, async ([name, filter, rule, sort]) => {
      const question = { filter, sort, ...(rule && { rule }), allowHidden: false }
      const ids = await magazine.find(name, question)
      if (ids.length > 0) found += 1
      expect(await other.find(name, question)).toEqual(ids)
    }),
    { numRuns: 800 },
  )
  expect(found, 'questions that found something').toBeGreaterThan(100)
})

test('where hidden emails count, the two directories are told apart', async () => {
  let different = 0
  await fc.assert(
    fc.asyncProperty(asked, async ([name, filter, , sort]) => {
      const [ids, others] = await Promise.all([magazine.find(name, { filter, sort }), other.find(name, { filter, sort })])
      if (`${ids}` !== `${others}`) different += 1
    }),
    { numRuns: 200 },
  )
  expect(different).toBeGreaterThan(10)
})
