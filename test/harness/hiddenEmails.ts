import fc, { type Arbitrary } from 'fast-check'
import type { RandomFilters } from './randomFilters.ts'

/** SQL that changes all properties of the magazine's hidden emails: order, length, and whether there is one. */
export const otherHiddenEmails = `
  UPDATE users SET email = CASE username WHEN 'bob' THEN 'zz@a.example' WHEN 'dave' THEN '' WHEN 'frank' THEN 'alice@readers.examplf'
    ELSE 'nobody@readers.example' END WHERE NOT emailVisibility;
  UPDATE clients SET email = 'a' || email WHERE NOT emailVisibility;`

/** Field paths that end at an email, by collection of the magazine. */
const emails: Record<string, string[]> = {
  users: ['email', 'authors_via_user.user.email', 'comments_via_likes.author.email', 'posts_via_editors.editors.email'],
  clients: ['email'],
  authors: ['user.email', 'posts_via_author.editors.email', 'user.comments_via_author.author.email'],
  posts: ['editors.email', 'author.user.email', 'comments_via_post.author.email', 'comments_via_post.likes.email'],
  comments: ['author.email', 'likes.email', 'post.editors.email', 'parent.author.email', 'post.author.user.email'],
  media: ['owner.email', 'owner.media_via_owner.owner.email'],
}

const values = [
  '"bob@readers.example"',
  '"dave@readers.example"',
  '"frank@readers.example"',
  '"alice@readers.example"',
  '"zz@a.example"',
  '"bob"',
  '"readers"',
  '"z"',
  '"m"',
  '"a"',
  '"%@%"',
  '""',
  'null',
  '"@a"',
  '0',
  '"office@client-b.example"',
]
const operators = ['=', '!=', '>', '<=', '~', '!~'].flatMap(operator => [operator, `?${operator}`])

const comparisonOf = (paths: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...operators), fc.constantFrom(...values, ...paths), fc.boolean())
    .map(([path, operator, value, isTurned]) => (isTurned ? [value, operator, path] : [path, operator, value]).join(' '))

/** A query about emails: filters that compare them, alone and combined with others, and a sort by them or none. */
export interface EmailQuestion {
  collection: string
  filter: string
  /** Another filter, or ''. */
  rule: string
  sort: string
}

/** Generates random queries about the emails of a magazine. */
export function emailQuestions(random: RandomFilters): Arbitrary<EmailQuestion> {
  return fc.constantFrom(...Object.keys(emails)).chain(collection => {
    const paths = emails[collection] ?? []
    const email = comparisonOf(paths)
    const beside = fc.tuple(email, fc.constantFrom('&&', '||'), fc.oneof(email, random.filter(collection)))
    const filter = fc.oneof(
      email,
      beside.map(parts => parts.join(' ')),
      beside.map(([one, join, other]) => `(${other}) ${join} ${one}`),
    )
    return fc.record({
      collection: fc.constant(collection),
      filter,
      rule: fc.option(filter, { nil: '' }),
      sort: fc.constantFrom('', ...paths.flatMap(path => [path, `-${path}`, `-${path},id`])),
    })
  })
}
