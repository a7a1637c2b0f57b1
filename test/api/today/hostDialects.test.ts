import OldPocketBase from 'pocketbase'
import PocketBase from 'pocketbase-today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('inline', [], ['--dialects', 'localhost=today,127.0.0.1=0.22'])
})
afterAll(() => magazine.close())

const responseOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: { response: object }) => error.response,
  )

test('apps of both SDKs get the dialect of the host that they call, guests included', async () => {
  const today = new PocketBase(`http://localhost:${magazine.port}`)
  const old = new OldPocketBase(`http://127.0.0.1:${magazine.port}`)
  expect(await responseOf(today.collection('nothing').getList())).toMatchObject({ status: 404 })
  expect(await responseOf(old.collection('nothing').getList())).toMatchObject({ code: 404 })
  await today.collection('users').authWithPassword('bob@readers.example', 'password-bob')
  await old.collection('users').authWithPassword('bob@readers.example', 'password-bob')
  const typeOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).type
  expect([typeOf(today.authStore.token), typeOf(old.authStore.token)]).toEqual(['auth', 'authRecord'])
  // The host counts more than the token, so an app that has moved to another SDK with an old session gets what it asks for.
  today.authStore.save(old.authStore.token)
  expect(await responseOf(today.collection('nothing').getList())).toMatchObject({ status: 404 })
})

test('the prefix or the header of a request wins over its host, and a host has only the routes of its dialect', async () => {
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    Object.keys((await askApi(magazine.port, 'GET', `${path}/collections/nothing/records`, { headers })).json).sort()
  expect(await ask('/api')).toEqual(['code', 'data', 'message'])
  expect(await ask('/today/api')).toEqual(['data', 'message', 'status'])
  expect(await ask('/api', { 'X-Dialect': 'today' })).toEqual(['data', 'message', 'status'])
  expect((await askApi(magazine.port, 'GET', '/api/crons', { token: magazine.admin })).status).toBe(404)
  const crons = await askApi(magazine.port, 'GET', '/api/crons', { token: magazine.admin, headers: { 'X-Dialect': 'today' } })
  expect(crons.status).toBe(200)
})
