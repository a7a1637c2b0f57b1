import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth()
})
afterAll(() => magazine.close())

const count = async (collection: string, rule: string, request = {}) =>
  (await magazine.find(collection, { rule, request, allowHidden: true })).length

test.each([
  ['posts', 'strftime("%Y-%m", published) = "2026-11"', 2],
  ['posts', 'strftime("%F", created, "start of month", "+1 month", "-1 day") = "2026-02-28"', 40],
  ['posts', 'strftime("%F", title) = ""', 40],
  ['posts', 'geoDistance(0, 0, 0, 1) > 111 && geoDistance(0, 0, 0, 1) < 112', 40],
  ['posts', 'geoDistance(1, 2, 1, 2) = 0', 40],
  ['posts', 'geoDistance(title, 2, 1, 2) = null', 40],
  ['posts', 'geoDistance(1, 11.5, 12, 48.5) = 4238.893787 && geoDistance(1, 11.5, 12, 48.5) !~ "0"', 40],
  ['authors', 'strftime("%Y", posts_via_author.created) ?= "2026" && name:lower = "alice amber"', 1],
])('in %s, the rule %s finds %i records', async (collection, rule, found) => {
  expect(await count(collection, rule)).toBe(found)
})

test('a field has changed if the request contains it with another value', async () => {
  const rule = 'id = "post00000000001" && @request.body.title:changed = true'
  expect(await count('posts', rule, { data: { title: 'Another title' } })).toBe(1)
  expect(await count('posts', rule, { data: { title: 'The first article' } })).toBe(0)
  expect(await count('posts', rule, { data: { slug: 'another' } })).toBe(0)
})

test.each([
  ['strftime(title, created) = 1', 'The first argument of strftime is a format in quotes.'],
  ['strftime("%W", created) = 1', 'A format of strftime has'],
  ['strftime("%Y", created, "localtime") = 1', 'A modifier of strftime is like'],
  ['strftime("%Y", created, title) = 1', 'A modifier of strftime is like'],
  ['geoDistance("1", 2, 3, 4) = 1', 'The arguments of geoDistance() are numbers and fields.'],
  ['geoDistance(views, author.name, 3, 4) = 1', 'The arguments of a function have to be of one record.'],
  ['@request.body.nothing:changed = true', 'The collection "posts" has no field "nothing".'],
  ['title:changed = true', '":changed" is not a modifier.'],
])('the rule %s is rejected: %s', async (rule, message) => {
  await expect(count('posts', rule)).rejects.toThrow(message)
})
