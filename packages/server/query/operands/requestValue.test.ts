import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth } from '../testing/openOnBoth.ts'
import type { RequestValues } from './RequestValues.ts'

let magazine: Magazine
let accounts: Record<string, RequestValues['auth']>
beforeAll(async () => {
  magazine = await openOnBoth()
  accounts = {
    guest: null,
    bob: await magazine.authRecord('users', 'bob000000000001'),
    grace: await magazine.authRecord('users', 'grace0000000001'),
    client: await magazine.authRecord('clients', 'client000000001'),
  }
})
afterAll(() => magazine.close())

/** Whether a filter on the request holds. */
const holds = async (filter: string, request: Partial<RequestValues>, collection = 'posts') =>
  (await magazine.find(collection, { filter, request })).length > 0

describe('values of the request', () => {
  const request = {
    context: 'realtime',
    method: 'PATCH',
    query: { n: '5', views: '5', empty: '', constructor: 'x' },
    headers: { x_token: 'open', user_agent: 'door' },
  }

  test.each([
    ['@request.context = "realtime" && @request.method = "PATCH"', true],
    ['@request.query.n = "5"', true],
    ['@request.query.n = 5', false],
    ['@request.query.n ~ 5', true],
    // A numeric text with the name of a number field is a number.
    ['@request.query.views = 5', true],
    ['@request.query.views = "5"', false],
    ['@request.query.N = null', true],
    ['@request.query.empty = "" && @request.query.none = ""', true],
    ['@request.query.empty:isset = true && @request.query.none:isset = false', true],
    ['@request.query.toString:isset = false && @request.query.toString = ""', true],
    ['@request.query.constructor = "x"', true],
    ['@request.query.n.x = null', true],
    ['@request.headers.x_token = "open" && @request.headers.user_agent ~ "DOOR"', true],
    ['@request.headers.x_none = ""', true],
  ])('the filter %s holds: %s', async (filter, expected) => {
    expect(await holds(filter, request)).toBe(expected)
  })
})

describe('values of the body', () => {
  const data = {
    text: 'a',
    number: 5,
    flag: true,
    nothing: null,
    list: ['b', 1],
    object: { z: 1, a: { b: 'deep' } },
    views: '1.50',
    score: 'many',
    flags: ['longread', '', 'longread', 'opinion'],
    status: 'draft',
    tags: ['tag000000000003', 'tag000000000002'],
    author: 'author000000002',
    editors: ['bob000000000001'],
    category: 'missing',
    attachments: [],
  }

  test.each([
    ['@request.data.text = "a" && @request.data.number = 5 && @request.data.flag = true', true],
    ['@request.data.number = "5"', false],
    ['"not true" ~ @request.data.flag', true],
    ['@request.data.nothing = "" && @request.data.nothing:isset = true && @request.data.none:isset = false', true],
    [`@request.data.list = '["b",1]' && @request.data.object = '{"a":{"b":"deep"},"z":1}'`, true],
    ['@request.data.object.a.b = "deep" && @request.data.object.a:isset = true && @request.data.object.x:isset = false', true],
    ['@request.data.list.0 = null && @request.data.text.x = null', true],
    ['@request.data.views = 1.5', true],
    ['@request.data.score = "many"', true],
    // The submitted elements.
    ['@request.data.flags:length = 2 && @request.data.attachments:length = 0 && @request.data.cover:length = 0', true],
    ['@request.data.flags:each = "longread"', false],
    ['@request.data.flags:each ?= "longread" && @request.data.flags:each != "breaking"', true],
    ['@request.data.status:each = "draft" && @request.data.status:length = 1', true],
    ['@request.data.attachments:each = "" || @request.data.attachments:each != "x"', false],
    ['@request.data.attachments:each ?!= "x" && @request.data.cover:each != "x"', true],
    ['@request.data.text:length = "a"', true],
    // The records with the submitted ids.
    ['@request.data.author.name = "Bob Birch" && @request.data.author.user.username = "bob"', true],
    ['@request.data.tags.kind = "topic"', false],
    ['@request.data.tags.kind ?= "topic" && @request.data.tags.name ?= "food"', true],
    ['@request.data.tags.kind ?= "place" && @request.data.tags.name ?= "food"', false],
    ['@request.data.tags.kind != "person"', true],
    ['@request.data.category.name = "" && @request.data.related.title = ""', true],
    ['@request.data.editors.username = "bob" && @request.data.editors.role != "chief"', true],
    ['@request.data.author.nothing.at.all = ""', true],
    ['author.name = @request.data.author.name', true],
  ])('the filter %s holds: %s', async (filter, expected) => {
    expect(await holds(filter, { data })).toBe(expected)
  })
})

describe('values of the auth record', () => {
  test.each([
    [
      'guest',
      '@request.auth.id = "" && @request.auth.role = null && @request.auth.nothing = "" && @request.auth.role:each = ""',
      true,
    ],
    ['bob', '@request.auth.id = "bob000000000001" && @request.auth.collectionName = "users"', true],
    ['bob', '@request.auth.email = "bob@readers.example" && @request.auth.verified = true', true],
    ['bob', '@request.auth.role = "writer" && @request.auth.avatar:length = 1', true],
    ['bob', '@request.auth.authors_via_user.name = "Bob Birch"', true],
    ['bob', '@request.auth.authors_via_user.languages:each ?= "en"', true],
    ['bob', '@request.auth.comments_via_author.stars ?= 5 && @request.auth.comments_via_author.stars ?< 0', false],
    ['bob', '@request.auth.nothing = "" && @request.auth.nothing.at.all = "" && @request.auth.id:isset = ""', true],
    ['bob', '@request.auth.company = null', true],
    ['client', '@request.auth.company != "" && @request.auth.collectionName = "clients"', true],
    ['client', '@request.auth.role != ""', false],
  ])('as %s, the filter %s holds: %s', async (who, filter, expected) => {
    expect(await holds(filter, { auth: accounts[who] ?? null })).toBe(expected)
  })

  test('fields of the auth record can be compared with those of records', async () => {
    const find = (filter: string, who: string) => magazine.find('posts', { filter, request: { auth: accounts[who] ?? null } })
    expect(await find('author.user = @request.auth.id', 'grace')).toEqual(['post6', 'post14', 'post22', 'post30', 'post38'])
    expect(await find('editors.id ?= @request.auth.id && tags:length = 4', 'bob')).toEqual(
      await find('editors ~ "bob000000000001" && tags:length = 4', 'bob'),
    )
    expect(await find('author.user.role = @request.auth.role && views < 50', 'bob')).toEqual(
      await find('author.user.role = "writer" && views < 50', 'bob'),
    )
  })
})
