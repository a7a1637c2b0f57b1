import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let admin: string
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  admin = magazine.admin
  const body = { name: 'private', listRule: '@request.auth.id != ""', schema: [{ name: 'title', type: 'text' }] }
  await magazine.asAdmin('POST', '/api/collections', body)
})
afterAll(() => magazine.close())

async function send(method: string, path: string, body: object) {
  const { status, text, json } = await askApi(magazine.port, method, path, { token: admin, body })
  expect([status, text]).toEqual([200, text])
  return json
}

async function listen(token: string | undefined) {
  const listener = await openListener(magazine.port)
  const body = { clientId: listener.clientId, subscriptions: ['private/*'] }
  expect((await askApi(magazine.port, 'POST', '/api/realtime', { token, body })).status).toBe(204)
  let isOpen = true
  void listener.ended.then(() => {
    isOpen = false
  })
  return { ...listener, isOpen: () => isOpen }
}

/** Opens the streams of a user, a client and an admin, and returns which are open after a change, and which then receive an event. */
async function streamsAfter(change: () => Promise<unknown>) {
  const tokens = [
    signToken(magazine.dataDir, 'auth', 'users:alice'),
    signToken(magazine.dataDir, 'auth', 'clients:client_1'),
    admin,
  ]
  const streams = await Promise.all(tokens.map(listen))
  await change()
  const again = await listen(tokens[0])
  await send('POST', '/api/collections/private/records', { title: 'after the change' })
  await expect.poll(() => streams.every(({ isOpen, arrived }) => !isOpen() || arrived() > 0)).toBe(true)
  const open = streams.map(({ isOpen, arrived }) => [isOpen(), arrived()])
  const arrived = again.arrived()
  for (const { close } of [...streams, again]) close()
  return { open, arrived }
}

const [isOpen, hasEnded] = [
  [true, 1],
  [false, 0],
]
const usersOf = '/today/api/collections/users'

test('a new secret of a collection ends the streams of its users, and makes their tokens worthless', async () => {
  const secret = 'a'.repeat(40)
  const { open, arrived } = await streamsAfter(() => send('PATCH', usersOf, { authToken: { secret, duration: 1000 } }))
  expect([open, arrived]).toEqual([[hasEnded, isOpen, isOpen], 0])
})

test('a new rule for sign-ins revokes the tokens of its collection, and saving it again does not', async () => {
  for (const [options, ended] of [
    [{ authRule: 'name != "nobody"' }, true],
    [{ authRule: 'name != "nobody"' }, false],
    [{ authRule: 'verified = true' }, true],
  ] as const) {
    const signedIn = await openUser()
    expect(await isUser(signedIn)).toBe(true)
    const listener = await listen(signedIn)
    await send('PATCH', usersOf, options)
    expect(await isUser(signedIn)).toBe(!ended)
    await expect.poll(listener.isOpen).toBe(!ended)
    listener.close()
  }
  const shown = await send('GET', '/api/collections/users', {}).catch(() => ({}))
  expect(JSON.stringify(shown)).not.toMatch(/"secret":"[^"]/)
  await send('PATCH', usersOf, { authRule: '' })
})

test('an import with a new rule for sign-ins revokes the tokens of its collection', async () => {
  const token = await openUser()
  const { json: stored } = await askApi(magazine.port, 'GET', usersOf, { token: admin })
  const collections = [{ ...stored, authRule: 'name != "other"' }]
  const imported = await askApi(magazine.port, 'PUT', '/today/api/collections/import', { token: admin, body: { collections } })
  expect([imported.status, imported.text]).toEqual([204, ''])
  expect(await isUser(token)).toBe(false)
})

test('new secrets in the settings end the streams of users, or of admins', async () => {
  const signIn = () => signToken(magazine.dataDir, 'auth', 'clients:client_1')
  const listener = await listen(signIn())
  const ofAdmin = await listen(admin)
  await send('PATCH', '/api/settings', { recordAuthToken: { secret: 'b'.repeat(40), duration: 1000 } })
  await expect.poll(listener.isOpen).toBe(false)
  expect(ofAdmin.isOpen()).toBe(true)
  await send('PATCH', '/api/settings', { adminAuthToken: { secret: 'c'.repeat(40), duration: 1000 } })
  await expect.poll(ofAdmin.isOpen).toBe(false)
  expect((await askApi(magazine.port, 'GET', '/api/settings', { token: admin })).status).toBe(401)
})

/** Returns a token that the server has issued, because the secret of the collection is not known. */
async function openUser(): Promise<string> {
  const path = '/today/api/collections/users/impersonate/alice0000000001'
  return String((await send('POST', path, {})).token)
}

async function isUser(token: string): Promise<boolean> {
  return (
    (await askApi(magazine.port, 'GET', '/api/collections/private/records', { token })).status === 200 &&
    (await askApi(magazine.port, 'POST', `${usersOf}/auth-refresh`, { token })).status === 200
  )
}
