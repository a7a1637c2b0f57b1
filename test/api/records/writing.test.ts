import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestOptions } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { auth, base, field, relation, type ServedCollections, serveCollections } from './serveCollections.ts'

const secret = { password: '12345678', passwordConfirm: '12345678' }

let server: ServedCollections
let alice: string
beforeAll(async () => {
  server = await serveCollections([
    base('plain', [field('text', 'text'), field('number', 'number')]),
    auth('people', []),
    auth('broken_names', [relation('plain', 'plain')], { manageRule: 'gone = 1' }),
    auth('broken_words', [relation('plain', 'plain')], { manageRule: 'username =' }),
    base('pointing', [
      relation('plain', 'plain'),
      relation('broken_names', 'broken_names'),
      relation('broken_words', 'broken_words'),
    ]),
  ])
  alice = signToken(server.dataDir, 'auth', 'users:alice')
})
afterAll(() => server.close())

const codesOf = (data: unknown) =>
  Object.fromEntries(Object.entries(data as Record<string, { code: string }>).map(([name, { code }]) => [name, code]))

describe('modifiers', () => {
  test.each([
    ['a number that causes an overflow', 1.7e308, 1.7e308],
    ['NaN', 1, 'NaN'],
    ['-Infinity', 1, '-Infinity'],
  ])('adding %s is rejected and does not change the number', async (_, before, added) => {
    const { id } = await server.create('plain', { number: before })
    const response = await server.ask('PATCH', `plain/records/${id}`, { body: { 'number+': added } })
    expect([response.status, codesOf(response.json.data)]).toEqual([400, { number: 'validation_nan' }])
    expect((await server.ask('GET', `plain/records/${id}`)).json.number).toBe(before)
  })
})

describe('auth records', () => {
  test('an old password of digits can be sent as a number', async () => {
    const { id } = await server.create('people', secret)
    const body = { oldPassword: 12345678, password: 'another one', passwordConfirm: 'another one' }
    expect((await server.ask('PATCH', `people/records/${id}`, { body })).status).toBe(200)
    const again = await server.ask('PATCH', `people/records/${id}`, { body })
    expect(codesOf(again.json.data)).toEqual({ oldPassword: 'validation_invalid_old_password' })
  })

  test.each(['broken_names', 'broken_words'])(
    'an invalid manage rule hides emails and expanded relations: %s',
    async collection => {
      const { id: plain } = await server.create('plain', { text: 'x' })
      const shown = async (method: string, path: string, requestOptions?: RequestOptions) => {
        const { status, text, json } = await server.ask(method, `${path}?expand=plain,${collection}`, requestOptions)
        expect(status, text).toBe(200)
        return { email: json.email, expand: json.expand, items: json.items, id: json.id }
      }
      const hidden = { email: undefined, expand: undefined, items: undefined }
      const body = { ...secret, email: `${collection}@readers.example`, plain }
      const { id, ...made } = await shown('POST', `${collection}/records`, { body })
      const path = `${collection}/records/${id}`
      const { id: _, ...changed } = await shown('PATCH', path, { body: { plain } })
      expect([made, changed]).toEqual([hidden, hidden])
      expect(await shown('GET', path)).toEqual({ ...hidden, id })
      expect((await shown('GET', `${collection}/records`)).items).toEqual([expect.not.objectContaining({ email: body.email })])
      const owner = { token: signToken(server.dataDir, 'auth', `${collection}:${id}`) }
      expect(await shown('GET', path, owner)).toMatchObject({ email: body.email, expand: undefined })
      const admin = { token: server.admin }
      expect(await shown('GET', path, admin)).toMatchObject({ email: body.email, expand: { plain: { text: 'x' } } })
      const pointing = await server.create('pointing', { [collection]: id, plain })
      expect((await shown('GET', `pointing/records/${pointing.id}`)).expand).toEqual({
        plain: expect.objectContaining({ text: 'x' }),
      })
    },
  )

  test.each(['broken_names', 'broken_words'])('an invalid manage rule grants access to no one: %s', async collection => {
    const made = await server.ask('POST', `${collection}/records`, { body: secret, token: server.admin })
    const path = `${collection}/records/${made.json.id}`
    await server.ask('PATCH', path, { body: { emailVisibility: true }, token: alice })
    const shown = await server.ask('GET', path, { token: server.admin })
    expect(shown.json).toMatchObject({ emailVisibility: true, verified: false })
    const refused = await server.ask('PATCH', path, { body: { verified: true }, token: alice })
    expect(codesOf(refused.json.data)).toEqual({ verified: 'validation_in_invalid' })
  })
})
