import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth()
})
afterAll(() => magazine.close())

const withOpenEditors = 'post9 post14 post19 post29 post34 post39'

test.each<[string, string, string, string]>([
  ['users', 'email = "bob@readers.example"', '', 'bob1'],
  ['users', 'email = "alice@readers.example"', 'alice1', 'alice1'],
  ['users', 'email != "alice@readers.example" && verified = true', 'carol1 grace1', 'bob1 carol1 dave1 grace1'],
  ['users', '"x bob@readers.example" ~ email', '', 'bob1 users8'],
  ['users', 'username = email || email = ""', '', 'users8'],
  ['authors', 'user.email ~ "readers"', 'author1 author3 author4', 'author1 author2 author3 author4 author5'],
  ['authors', 'email ~ "bob"', 'author2', 'author2'],
  ['posts', 'editors.email ?= "bob@readers.example" && views > 1500', '', 'post14 post34'],
  // The result must not reveal whether the hidden email of one editor fails the comparison.
  ['posts', 'editors.email != "bob@readers.example" && views > 1500', withOpenEditors, 'post9 post19 post29 post39'],
  ['posts', 'editors.email != "nobody@readers.example" && views > 1500', withOpenEditors, withOpenEditors],
  ['tags', '@collection.users.email ?= "bob@readers.example" && name = "food"', 'tag2', 'tag2'],
])('in %s, the filter %s does not match hidden emails unless they are allowed', async (collection, filter, hidden, open) => {
  expect((await magazine.find(collection, { filter, allowHidden: false })).join(' ')).toBe(hidden)
  expect((await magazine.find(collection, { filter })).join(' ')).toBe(open)
})

test('a sort by email orders hidden emails as if they were empty', async () => {
  const filter = 'email != "" || username != ""'
  expect(await magazine.find('users', { filter, sort: 'email' })).toEqual([
    'users8',
    'alice1',
    'bob1',
    'carol1',
    'dave1',
    'erin1',
    'frank1',
    'grace1',
  ])
  expect(await magazine.find('users', { filter, sort: '-email,username', allowHidden: false })).toEqual([
    'grace1',
    'erin1',
    'carol1',
    'alice1',
    'bob1',
    'dave1',
    'frank1',
    'users8',
  ])
})
