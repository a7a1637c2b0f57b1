import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type DartRequest, sendAsDart as sendRequest } from '../../harness/sendAsDart.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const sendAsDart = (method: string, path: string, request?: DartRequest) => sendRequest(magazine.port, method, path, request)

const scratch = '/api/collections/scratch/records'

test('a record is created with values and files, listed, changed and deleted', async () => {
  const made = await sendAsDart('POST', scratch, {
    query: { expand: null, fields: null },
    body: { t: 'größer als "1 + 1"', n: 2 },
    files: [
      ['f2', 'one.txt', 'one'],
      ['f2', 'two.txt', 'two'],
    ],
  })
  expect(made.json, made.text).toMatchObject({ t: 'größer als "1 + 1"', n: 2 })
  expect(made.json.f2).toHaveLength(2)
  const filter = 't = "größer als \\"1 + 1\\"" && n > 1'
  const listed = await sendAsDart('GET', scratch, {
    query: { page: 1, perPage: 1, skipTotal: 'true', filter, sort: '-created', expand: null },
  })
  expect(listed.json).toEqual({ items: [made.json], page: 1, perPage: 1, totalItems: -1, totalPages: -1 })
  const one = `${scratch}/${made.json.id}`
  const changed = await sendAsDart('PATCH', one, { body: { 'n+': 3 }, files: [['f2+', 'three.txt', 'three']] })
  expect(changed.json).toMatchObject({ n: 5, f2: [...(made.json.f2 as string[]), expect.stringMatching(/^three_/)] })
  expect((await sendAsDart('GET', one, { query: { fields: 'id,n' } })).json).toEqual({ id: made.json.id, n: 5 })
  expect(await sendAsDart('DELETE', one)).toMatchObject({ status: 204, text: '' })
  expect((await sendAsDart('GET', one)).json).toEqual({
    status: 404,
    message: "The requested resource wasn't found.",
    data: {},
  })
})

test('a superuser signs in and refreshes the token, and the sign-in methods have the keys that the SDK reads', async () => {
  const methods = await sendAsDart('GET', '/api/collections/users/auth-methods', { query: { fields: 'mfa,otp,password,oauth2' } })
  expect(Object.keys(methods.json).sort()).toEqual(['mfa', 'oauth2', 'otp', 'password'])
  const editor = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
  const signedIn = await sendAsDart('POST', '/api/collections/_superusers/auth-with-password', { body: editor })
  expect(signedIn.json).toEqual({ token: expect.any(String), record: expect.objectContaining({ email: editor.identity }) })
  const token = String(signedIn.json.token)
  const refreshed = await sendAsDart('POST', '/api/collections/_superusers/auth-refresh', { token })
  expect(refreshed.json.record).toEqual(signedIn.json.record)
})

test('the client id of a stream is also the id of its first event, which the SDK reads', async () => {
  const response = await fetch(`http://127.0.0.1:${magazine.port}/today/api/realtime`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = (await reader?.read())?.value ?? ''
  await reader?.cancel()
  const id = /^id:\s*(\w+)$/m.exec(first)?.[1]
  expect(first).toContain(`{"clientId":"${id}"}`)
})

test('an event reaches the topic with options that the SDK subscribes to', async () => {
  const listener = await openListener(magazine.port, '/today')
  const topic = `scratch/*?options=${encodeURIComponent(JSON.stringify({ query: { fields: 'id,t' }, headers: {} }))}`
  const body = { clientId: listener.clientId, subscriptions: [topic] }
  expect((await sendAsDart('POST', '/api/realtime', { body })).status).toBe(204)
  const made = await sendAsDart('POST', scratch, { body: { t: 'heard' } })
  await expect.poll(listener.arrived).toBe(1)
  const record = { id: made.json.id, t: 'heard' }
  expect(listener.take()).toEqual([{ event: topic, json: { action: 'create', record } }])
  listener.close()
})
