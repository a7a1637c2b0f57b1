import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from './serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
  await magazine.change('POST', '', { name: 'shows', type: 'view', options: { query: 'select id, title from media' } })
})
afterAll(() => magazine.close())

describe('requests with ?explain=1', () => {
  test('?explain=1 returns the position of the error in each rule', async () => {
    const rules = { listRule: 'kind = "é" && missing = 1', viewRule: 'name ==', createRule: '(', updateRule: 'name = 1' }
    const { status, json } = await magazine.ask('PATCH', '/tags?explain=1', rules)
    expect([status, json]).toEqual([
      400,
      {
        code: 400,
        message: 'Something went wrong while processing your request.',
        data: {
          listRule: {
            code: 'validation_invalid_rule',
            message: 'Invalid filter rule. Raw error: invalid left operand "missing" - unknown field "missing".',
            position: { start: 14, end: 21 },
          },
          viewRule: {
            code: 'validation_invalid_rule',
            message: 'Invalid filter rule. Raw error: invalid sign operator "==".',
            position: { start: 5, end: 7 },
          },
          createRule: {
            code: 'validation_invalid_rule',
            message: 'Invalid filter rule. Raw error: invalid formatted group - missing 1 closing bracket(s).',
            position: { start: 0, end: 1 },
          },
        },
      },
    ])
  })

  test('?explain=1 returns the position of the error in a manage rule', async () => {
    const { json } = await magazine.ask('PATCH', '/users?explain=1', { options: { manageRule: 'id = nothing' } })
    expect(json.data).toEqual({
      options: {
        manageRule: {
          code: 'validation_invalid_rule',
          message: 'Invalid filter rule. Raw error: invalid right operand "nothing" - unknown field "nothing".',
          position: { start: 5, end: 12 },
        },
      },
    })
  })

  test.each<[string, string, object | undefined, RegExp]>([
    ['DELETE', '/registry', undefined, /^System collection "registry" cannot be deleted\.$/],
    ['DELETE', '/tags', undefined, /^"tags" is referenced by posts\.tags\.$/],
    ['DELETE', '/authors', undefined, /^"authors" is referenced by post_stats\.author, posts\.author\.$/],
    ['DELETE', '/media', undefined, /^This would break the view "shows": .*media/],
    ['PATCH', '/tags', { schema: [{ name: 'UPDATED', type: 'text' }], listRule: '', createRule: null, indexes: [] }, /UPDATED/],
    ['POST', '', { name: 'sqlite_x', schema: [{ name: 'a', type: 'text' }] }, /sqlite_x/],
  ])('?explain=1 returns the reason why %s %s %j fails', async (method, path, body, reason) => {
    const { status, json } = await magazine.ask(method, `${path}?explain=1`, body)
    expect([status, json]).toEqual([
      400,
      { code: 400, message: expect.stringMatching(/^Failed to /), data: {}, reason: expect.stringMatching(reason) },
    ])
  })

  test('?explain=1 names the views that block a change', async () => {
    const schema = [{ id: 'fresh_one', name: 'other', type: 'text' }]
    const body = { schema, listRule: '', viewRule: '', createRule: null, updateRule: null, deleteRule: null }
    const { json } = await magazine.ask('PATCH', '/media?explain=1', body)
    expect(json).toMatchObject({ message: 'Failed to update the collection.', reason: expect.stringContaining('shows') })
  })
})

describe('invalid filters and sorts', () => {
  const invalid: [string, RegExp][] = [
    ['filter=titel = 1', /titel/],
    ['filter=name', /^Expected an operator such as = or ~\.$/],
    ['sort=-missing', /missing/],
  ]

  test.each(invalid)('?explain=1 tells an admin what is wrong with %s', async (query, reason) => {
    const { status, json } = await magazine.ask('GET', `/tags/records?explain=1&${encodeURI(query)}`)
    expect([status, json]).toEqual([400, { ...(await plain(query)), reason: expect.stringMatching(reason) }])
  })

  test.each(invalid)('?explain=1 does not tell a guest what is wrong with %s', async query => {
    const url = `/api/collections/tags/records?explain=1&${encodeURI(query)}`
    expect((await askApi(magazine.port, 'GET', url)).json).toEqual(await plain(query))
  })

  const plain = async (query: string) => (await magazine.ask('GET', `/tags/records?${encodeURI(query)}`)).json
})

test('without ?explain=1 an error has only the keys of the protocol', async () => {
  const { json } = await magazine.ask('PATCH', '/tags', { listRule: 'missing = 1' })
  expect(json).toEqual({
    code: 400,
    message: 'Something went wrong while processing your request.',
    data: {
      listRule: {
        code: 'validation_invalid_rule',
        message: 'Invalid filter rule. Raw error: invalid left operand "missing" - unknown field "missing".',
      },
    },
  })
})
