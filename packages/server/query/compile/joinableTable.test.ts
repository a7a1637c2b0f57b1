import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../db/sql.ts'
import { countRecords } from '../select/selectRecords.ts'
import { type Magazine, noRequest } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'
import { compileQuery } from './compileQuery.ts'
import { readFilter } from './readFilter.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth()
})
afterAll(() => magazine.close())

/** Compiles a client's filter on posts with list rules of other collections. */
const compile = (filter: string, rules: Record<string, string>, deadline = Number.POSITIVE_INFINITY) =>
  compileQuery(magazine.connection.dialect, {
    collection: magazine.collection('posts'),
    catalog: magazine.catalog,
    request: noRequest,
    deadline,
    conditions: [
      {
        filter: readFilter(filter),
        allowHidden: false,
        joinable: collection => {
          const rule = rules[collection.name] ?? ''
          return rule === '' ? [] : [{ filter: readFilter(rule), allowHidden: false }]
        },
      },
    ],
  })

test('a collection that everyone can list is joined without a subquery', () => {
  const filter = 'author.name = "A" && comments_via_post.author.username ?= "bob"'
  expect(compile(filter, {}).matching.text).not.toContain('SELECT *')
  expect(compile(filter, { authors: 'name != ""' }).matching.text).toContain('SELECT * FROM `authors`')
})

test.each(['@request.auth.id != ""', 'name != ""', 'user.role = "chief"'])(
  'joined records restricted by the rule %s are found by an index',
  async rule => {
    const { count, matching } = compile('author.name != "A"', { authors: rule })
    const plan = await magazine.connection.rows(sql`EXPLAIN QUERY PLAN SELECT ${count} ${matching}`)
    const steps = plan.map(step => String(step.at(-1)))
    expect(steps.filter(step => /^(SCAN|SEARCH) (#1|authors) /.test(step))).toEqual([
      expect.stringMatching(/^SEARCH (#1|authors) USING INDEX/),
    ])
  },
)

test('a rule that multiplies joined records stops at the deadline of the query', async () => {
  // The clock is checked at one row in 256, chosen at random.
  magazine.connection.execute(`UPDATE posts SET title = 'x'; INSERT INTO posts (id, slug, title, editors)
    WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 5000)
    SELECT printf('edited%09d', x), 'edited' || x, 'x', json_array((SELECT author FROM comments LIMIT 1)) FROM counter`)
  const count = (rules: Record<string, string>) =>
    countRecords(magazine.connection, compile('comments_via_post.body ?!= "x"', rules, 0))
  expect(await count({ comments: 'author.username != ""' })).toBeGreaterThan(0)
  await expect(count({ comments: 'author.posts_via_editors.title ?!= "x"' })).rejects.toMatchObject({ kind: 'deadline' })
})
