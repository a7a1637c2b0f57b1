import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signToken } from '../../harness/signToken.ts'
import { type WatchedServer, watchServer } from '../../harness/watchServer.ts'

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer()
})
afterAll(() => server.close())

const records = '/api/collections/scratch/records'
const longText = '<p>é & 🙂</p>'.repeat(20_000)
const tree = (a: string) => ({ z: 1, a, items: Array.from({ length: 20_000 }, (_, index) => ({ index, text: `<${index}>` })) })

/** The values of a record as JSON or as a form; either is too large to be parsed by the writer thread. */
const bodies: [string, (values: Record<string, unknown>) => object][] = [
  ['JSON', values => values],
  [
    'a form',
    values => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) {
        for (const one of name === 's2' ? (value as string[]) : [value]) {
          form.append(name, typeof one === 'string' ? one : JSON.stringify(one))
        }
      }
      return form
    },
  ],
  [
    'a form with a JSON payload',
    values => {
      const form = new FormData()
      form.append('@jsonPayload', JSON.stringify(values))
      return form
    },
  ],
]

describe.each(bodies)('a large record sent as %s', (_, bodyOf) => {
  test('a large record is stored completely and returned like a view of it', async () => {
    const values = { t: longText, n: 1.5, b: true, ed: longText, j: tree('x'), r1: 'scratch00000002' }
    const created = await server.ask('POST', `${records}?expand=r1`, { body: bodyOf(values) })
    expect(created.status).toBe(200)
    expect(created.json).toMatchObject(values)
    const path = `${records}/${created.json.id}`
    expect((await server.ask('GET', `${path}?expand=r1`)).json).toEqual(created.json)

    const query = '?expand=r1,rN&fields=id,t:excerpt(20,true),ed:excerpt(10),expand.r1.id'
    const changed = await server.ask('PATCH', path + query, { body: bodyOf({ j: tree('y'), t: `${longText}!` }) })
    expect(changed.status).toBe(200)
    expect((await server.ask('GET', path + query)).json).toEqual(changed.json)
    expect((await server.ask('GET', path)).json).toMatchObject({ ...values, t: `${longText}!`, j: tree('y') })
    await server.ask('DELETE', path)
  })

  test('a large record with invalid values is rejected', async () => {
    const { json } = await server.ask('POST', records, { body: bodyOf({ t: longText, n: 'x', e: 'no address', j: tree('x') }) })
    expect(json).toMatchObject({ code: 400, data: { e: { code: 'validation_invalid_email' } } })
  })
})

test('a rule can read the JSON of a large body', async () => {
  const setRule = (createRule: string) =>
    server.ask('PATCH', '/api/collections/scratch', { body: { createRule }, token: server.admin })
  await setRule('@request.data.j.a = "x" && @request.data.t:isset = true')
  expect((await server.ask('POST', records, { body: { t: longText, j: tree('x') } })).status).toBe(200)
  expect((await server.ask('POST', records, { body: { t: longText, j: tree('y') } })).status).toBe(400)
  expect((await server.ask('POST', records, { body: { ed: longText, j: tree('x') } })).status).toBe(400)
  await setRule('')
})

test("the response to a new password with an expanded relation includes the requester's own email", async () => {
  const token = signToken(server.dataDir, 'auth', 'users:bob')
  const body = { oldPassword: 'password-bob', password: 'another-password', passwordConfirm: 'another-password' }
  const { status, json } = await server.ask('PATCH', '/api/collections/users/records/bob000000000001?expand=x', { body, token })
  expect(status).toBe(200)
  expect(json.email).toEqual(expect.stringContaining('@'))
})
