import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(magazine.port, method, `/api/${path}`, requestOptions)

beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const password = 'a long password'
const withFields = (topic: string) => `${topic}?options=${encodeURIComponent(JSON.stringify({ query: { fields: 'id,email' } }))}`

interface Received {
  event: string
  json: { record: Record<string, unknown> }
}

/** Creates an auth collection with two users, and returns the id and the token of each. */
async function createUsers(collection: string, manageRule: string | null) {
  const options = { allowEmailAuth: true, minPasswordLength: 8, manageRule }
  const body = { name: collection, type: 'auth', listRule: '', viewRule: '', schema: [], options }
  expect((await ask('POST', 'collections', { token: magazine.admin, body })).status).toBe(200)
  const users = ['anna', 'ben'].map(async username => {
    const email = `${username}@example.com`
    const values = { username, email, password, passwordConfirm: password }
    const { json } = await ask('POST', `collections/${collection}/records`, { token: magazine.admin, body: values })
    const signedIn = await ask('POST', `collections/${collection}/auth-with-password`, { body: { identity: email, password } })
    return { id: String(json.id), token: String(signedIn.json.token) }
  })
  return Promise.all(users)
}

test.each([
  [
    'events show a hidden email only to its owner, who may manage the record',
    'managed',
    'id = @request.auth.id',
    'anna@example.com',
  ],
  ['events show a hidden email to nobody if its owner may not manage the record', 'unmanaged', null, undefined],
] as const)('%s', async (_, collection, manageRule, seen) => {
  const [anna, ben] = await createUsers(collection, manageRule)
  const topic = `${collection}/${anna?.id}`
  const topics = [topic, withFields(topic)]
  const listeners = await Promise.all(
    [anna?.token, ben?.token, magazine.admin, undefined].map(async token => {
      const listener = await openListener(magazine.port)
      const body = { clientId: listener.clientId, subscriptions: topics }
      expect((await ask('POST', 'realtime', { body, ...(token !== undefined && { token }) })).status).toBe(204)
      return listener
    }),
  )
  /** Changes the record, and returns the email in the events of each listener, for both topics. */
  const emailsAfter = async (values: object) => {
    expect(
      (await ask('PATCH', `collections/${collection}/records/${anna?.id}`, { token: magazine.admin, body: values })).status,
    ).toBe(200)
    for (const { arrived } of listeners) await expect.poll(arrived).toBe(topics.length)
    return listeners.map(({ take }) => {
      const events = take() as unknown as Received[]
      return topics.map(name => events.find(({ event }) => event === name)?.json.record.email)
    })
  }
  expect(await emailsAfter({ emailVisibility: false })).toEqual(
    [seen, undefined, undefined, undefined].map(email => [email, email]),
  )
  expect(await emailsAfter({ emailVisibility: true })).toEqual(listeners.map(() => ['anna@example.com', 'anna@example.com']))
  for (const { close } of listeners) close()
})
