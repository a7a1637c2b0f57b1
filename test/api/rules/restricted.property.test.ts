import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type RandomFilters, randomFilters } from '../../harness/randomFilters.ts'
import { readCollections } from '../../harness/readCollections.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

const requesters = [undefined, 'users:alice', 'users:bob', 'clients:client000000001']
const collections = ['posts', 'tags', 'authors', 'scratch', 'comments', 'secrets']

let copy: SampleCopy
let server: RunningServer
let random: RandomFilters
beforeAll(async () => {
  copy = await copySample('magazine')
  random = randomFilters(readCollections(copy.dataDir))
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const list = (who: string | undefined, collection: string, query: string): Promise<ApiResponse> =>
  askApi(server.port, 'GET', `/api/collections/${collection}/records?${query}`, {
    token: who === undefined ? undefined : signToken(copy.dataDir, 'auth', who),
  })

function hex(byte: number, isUpper: boolean): string {
  const digits = byte.toString(16).padStart(2, '0')
  return `%${isUpper ? digits.toUpperCase() : digits}`
}

/** Encodes a text for a query string, with random escapes of characters that need none. */
const encoded = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }).map(chances =>
    [...text]
      .map((letter, position) => {
        const chance = chances[position % chances.length] ?? 0
        if (letter === ' ' && chance < 3) return '+'
        if (/[\w.@~!*()]/.test(letter) && chance > 1) return letter
        return [...Buffer.from(letter)].map(byte => hex(byte, chance === 0)).join('')
      })
      .join(''),
  )

const forbidden = [
  '@request.auth.id',
  '@request.auth.email',
  '@request.data.x',
  '@request.query.filter',
  '@request.headers.authorization',
  '@request.method',
  '@collection.users.email',
  '@collection.secrets.payload',
  '@collection.users:a.tokenKey',
  '@collection.x.y',
]

/** A filter or sort with one restricted word: as an operand, in a text, or in a comment. */
const restrictedQuery = fc
  .tuple(fc.constantFrom(...collections), fc.constantFrom(...forbidden), fc.constantFrom('filter', 'sort'))
  .chain(([collection, word, parameter]) => {
    const filters = random
      .ownFilter('tags')
      .map(filter => [
        `${word} != ""`,
        `${filter} || ${word} ?~ "a"`,
        `name = "${word}"`,
        `name = '' // ${word}`,
        `((${word} = 1`,
      ])
    const sorts = fc.constant([word, `-name,${word}`, `+${word},-created`])
    const text = (parameter === 'sort' ? sorts : filters).chain(texts => fc.constantFrom(...texts))
    return fc.record({
      collection: fc.constant(collection),
      word: fc.constant(word),
      query: fc.tuple(
        encoded(parameter),
        text.chain(encoded),
        fc.constantFrom('', '&page=x', '&expand=author', '&filter=1=1', '&sort=id'),
      ),
    })
  })

describe('filters that only admins can use', () => {
  test('a restricted filter is rejected in every encoding, before any other error', async () => {
    await fc.assert(
      fc.asyncProperty(restrictedQuery, fc.constantFrom(...requesters), async ({ collection, word, query }, who) => {
        const [parameter, text, more] = query
        const { status, json } = await list(who, collection, `${parameter}=${text}${more}`)
        const message = `Only admins can filter by ${word.startsWith('@request') ? '@request.' : '@collection.'}`
        expect([status, json]).toEqual([403, { code: 403, message, data: {} }])
      }),
      { numRuns: 250 },
    )
  })

  test.each([
    '@Request.auth.id',
    '@REQUEST.method',
    '@Collection.users.id',
    '@request .method',
    '@request\n.method',
    '@ request.method',
    '@request// x\n.method',
    '＠request.method',
    '@request\u200b.method',
    '@request\0.method',
    '%40request.method',
    '@request%2Emethod',
    '#request.method',
    '_request.method',
    'request.method',
    'collection.users.id',
    '@request',
    '@collection',
    '@request:method',
    '@collection:users.id',
    '@collections.users.id',
    '`@request`.method',
    '"@request".method',
    "@request'.'method",
    '@REQUEST.METHOD',
  ])('%j is not accepted as a restricted identifier either', async word => {
    const queries = [`filter=${encodeURIComponent(`${word} != "x"`)}`, `sort=${encodeURIComponent(word)}`]
    for (const query of queries) {
      const { status, text } = await list('users:bob', 'scratch', query)
      expect([400, 403], text).toContain(status)
    }
  })

  test('only the effective parameter with a restricted filter is rejected, duplicates have no effect', async () => {
    const restricted = encodeURIComponent('@request.auth.id = ""')
    const plain = await list('users:bob', 'tags', 'filter=kind="topic"')
    expect(plain.json.totalItems).toBeGreaterThan(1)
    for (const query of [
      `filter=kind="topic"&filter=${restricted}`,
      `filter=kind="topic"&Filter=${restricted}&filter[]=${restricted}`,
    ]) {
      expect((await list('users:bob', 'tags', query)).text).toBe(plain.text)
    }
    expect((await list('users:bob', 'tags', `filter=${restricted}&filter=kind="topic"`)).status).toBe(403)
  })

  test('admins can use restricted identifiers in filters and sorts', async () => {
    const filter = encodeURIComponent('@request.auth.id = "" && @collection.users.username ?= "bob" && kind = "topic"')
    const { status, json } = await list('admin', 'tags', `filter=${filter}&sort=@collection.users.username`)
    expect([status, Number(json.totalItems) > 1]).toEqual([200, true])
  })
})
