import type { Recipe } from './Recipe.ts'

const posts = { collection: 'posts', rule: 'listRule' } as const
const first = 'post00000000001'
const second = 'post00000000002'
const draft = 'post00000000003'

/** Recipes for list rules. View rules work alike. */
export const readRecipes: Recipe[] = [
  {
    ...posts,
    title: 'Everybody',
    text: '',
    explanation: 'An empty rule lets everybody in, even without a token.',
    cases: [{ text: 'A guest lists a draft', by: 'guest', record: draft, allowed: true }],
  },
  {
    ...posts,
    title: 'Only admins',
    text: null,
    explanation: 'A locked rule (`null` in the API) lets only admins in. Others get status 403.',
    cases: [
      { text: 'Ada lists her post', by: 'ada', record: first, allowed: false },
      { text: 'An admin lists it', by: 'admin', record: first, allowed: true },
    ],
  },
  {
    ...posts,
    title: 'Signed-in users',
    text: '@request.auth.id != ""',
    explanation: 'The id of the requester is empty for guests. Users of every auth collection pass.',
    cases: [
      { text: 'A guest', by: 'guest', record: first, allowed: false },
      { text: 'Ben', by: 'ben', record: first, allowed: true },
    ],
  },
  {
    ...posts,
    title: 'The owner',
    text: '@request.auth.id != "" && author = @request.auth.id',
    explanation:
      'Always exclude guests: their id is empty, so `author = @request.auth.id` alone would let them see records without an author.',
    cases: [
      { text: 'Ada lists her draft', by: 'ada', record: draft, allowed: true },
      { text: 'Ben lists it', by: 'ben', record: draft, allowed: false },
      { text: 'A guest lists it', by: 'guest', record: draft, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'Published, or your own',
    text: 'status = "published" || (@request.auth.id != "" && author = @request.auth.id)',
    explanation: '`&&` binds tighter than `||`; parentheses make it visible.',
    cases: [
      { text: 'A guest lists a published post', by: 'guest', record: first, allowed: true },
      { text: 'A guest lists a draft', by: 'guest', record: draft, allowed: false },
      { text: 'Ada lists her draft', by: 'ada', record: draft, allowed: true },
    ],
  },
  {
    ...posts,
    title: 'From a date on',
    text: 'status = "published" && published <= @now',
    explanation: '`@now` is the time of the request in UTC. A post with a later date appears when its time has come.',
    cases: [
      { text: 'A guest lists a post of last January', by: 'guest', record: first, allowed: true },
      { text: 'A guest lists a draft without a date', by: 'guest', record: draft, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'Users with a role',
    text: '@request.auth.role = "editor"',
    explanation: 'Fields of the signed-in user are below `@request.auth`. Make sure that users cannot set their role themselves.',
    cases: [
      { text: 'Ada, an editor, lists a draft', by: 'ada', record: draft, allowed: true },
      { text: 'Ben, a reader, lists a published post', by: 'ben', record: first, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'Verified users',
    text: '@request.auth.verified = true',
    explanation: 'Passes once the user has opened the link in the verification mail.',
    cases: [
      { text: 'Ada, who is verified', by: 'ada', record: first, allowed: true },
      { text: 'Ben, who is not', by: 'ben', record: first, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'Users of a mail domain',
    text: '@request.auth.verified = true && @request.auth.email ~ "%@example.com"',
    explanation:
      'With `%`, the text is a pattern: here, everything before `@example.com`. Only a verified email proves anything.',
    cases: [
      { text: 'Ada, with `ada@example.com`', by: 'ada', record: first, allowed: true },
      { text: 'Ben, who is not verified', by: 'ben', record: first, allowed: false },
      { text: 'A guest', by: 'guest', record: first, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'One of several related records',
    text: 'tags.name ?= "sqlite"',
    explanation: 'Operators with `?` need one match: at least one tag has this name.',
    cases: [
      { text: 'A post with the tags news and sqlite', by: 'guest', record: first, allowed: true },
      { text: 'A post with the tag news', by: 'guest', record: second, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'All related records',
    text: 'tags.name = "news"',
    explanation: 'Without `?`, all must match: every tag has this name, and there is at least one.',
    cases: [
      { text: 'A post with the tags news and sqlite', by: 'guest', record: first, allowed: false },
      { text: 'A post with the tag news', by: 'guest', record: second, allowed: true },
    ],
  },
  {
    ...posts,
    title: 'A number of related records',
    text: 'tags:length >= 2',
    explanation: '`:length` counts the values of a relation, select or file field.',
    cases: [
      { text: 'A post with two tags', by: 'guest', record: first, allowed: true },
      { text: 'A post with one tag', by: 'guest', record: second, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'A field that is filled in',
    text: 'cover != ""',
    explanation: '`""` and `null` both mean empty, for every type but JSON.',
    cases: [
      { text: 'A post with a cover', by: 'guest', record: first, allowed: true },
      { text: 'A post without one', by: 'guest', record: second, allowed: false },
    ],
  },
  {
    ...posts,
    title: 'A value inside JSON',
    text: 'meta.reading.minutes <= 5',
    explanation:
      'Keys of a JSON field follow its name; numbers select items of an array. A missing value never matches `<`, `<=`, `>` or `>=`.',
    cases: [
      { text: 'A post with `{"reading": {"minutes": 3}}`', by: 'guest', record: first, allowed: true },
      { text: 'A post without `meta`', by: 'guest', record: second, allowed: false },
    ],
  },
  {
    title: 'Members of a team',
    collection: 'teams',
    rule: 'listRule',
    text: '@request.auth.id != "" && members_via_team.user ?= @request.auth.id',
    explanation: '`members_via_team` are the records of `members` whose field `team` refers to this record.',
    cases: [
      { text: 'Ada, a member, lists the team', by: 'ada', record: 'team00000000001', allowed: true },
      { text: 'Ben lists it', by: 'ben', record: 'team00000000001', allowed: false },
    ],
  },
  {
    ...posts,
    title: 'Users who appear in an unrelated collection',
    text: '@request.auth.id != "" && @collection.members.user ?= @request.auth.id && @collection.members.level ?= "admin"',
    explanation: '`@collection.NAME` reads any collection. Both comparisons apply to the same record of `members`.',
    cases: [
      { text: 'Ada, an admin of a team, lists the post of Ben', by: 'ada', record: second, allowed: true },
      { text: 'Ben lists his own post', by: 'ben', record: second, allowed: false },
    ],
  },
]
