import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../../harness/askApi.ts'
import { fastPasswords } from '../../../harness/fastPasswords.ts'
import { type ServedMagazine, serveMagazine } from '../../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('inline', [{ db: 'data', ...fastPasswords }])
})
afterAll(() => magazine.close())

const change = (collection: string, body: object) =>
  askApi(magazine.port, 'PATCH', `/today/api/collections/${collection}`, { token: magazine.admin, body })

async function signIn(collection: string, identity: string, password: string): Promise<string> {
  const path = `/today/api/collections/${collection}/auth-with-password`
  return String((await askApi(magazine.port, 'POST', path, { body: { identity, password } })).json.token)
}
const asUser = () => signIn('users', 'alice', 'password-alice')
const asClient = () => signIn('clients', 'office@client-a.example', 'client-password-a')

const refresh = async (collection: string, token: string) =>
  (await askApi(magazine.port, 'POST', `/today/api/collections/${collection}/auth-refresh`, { token })).status

function secondsOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
  return Math.round(exp - Date.now() / 1000)
}

test('a collection has lifetimes of its own, and others follow the settings', async () => {
  const changed = await change('users', { authToken: { duration: 600 }, fileToken: { duration: 30 } })
  expect(changed.json).toMatchObject({
    authToken: { duration: 600 },
    fileToken: { duration: 30 },
    passwordResetToken: { duration: 1800 },
  })
  const token = await asUser()
  expect(secondsOf(token)).toBeGreaterThan(595)
  expect(secondsOf(token)).toBeLessThan(605)
  const { json } = await askApi(magazine.port, 'POST', '/today/api/files/token', { token })
  expect(secondsOf(String(json.token))).toBeLessThan(35)
  expect(secondsOf(await asClient())).toBeGreaterThan(100_000)
  // A lifetime in the settings still applies where the collection has none.
  const settings = { recordAuthToken: { duration: 7200 }, recordPasswordResetToken: { duration: 900 } }
  await askApi(magazine.port, 'PATCH', '/api/settings', { token: magazine.admin, body: settings })
  expect(secondsOf(await asClient())).toBeLessThan(7205)
  expect(secondsOf(await asUser())).toBeLessThan(605)
  expect((await change('users', {})).json).toMatchObject({ authToken: { duration: 600 }, passwordResetToken: { duration: 900 } })
})

test('a new secret of a collection revokes its tokens of this kind, and no others', async () => {
  const [user, client] = [await asUser(), await asClient()]
  expect([await refresh('users', user), await refresh('clients', client)]).toEqual([200, 200])
  const changed = await change('users', { authToken: { secret: 'n'.repeat(40) } })
  expect([changed.status, changed.text.includes('nnnn')]).toEqual([200, false])
  expect([await refresh('users', user), await refresh('clients', client)]).toEqual([401, 200])
  const again = await asUser()
  expect(await refresh('users', again)).toBe(200)
  // Neither a mask nor a body without the secret replaces it, in either dialect.
  await change('users', { authToken: { secret: '******', duration: 601 } })
  await change('users', { authToken: { secret: '', duration: 602 } })
  const { options } = await magazine.change('GET', '/users?coffer=true')
  expect(JSON.stringify(options)).not.toContain('nnnn')
  await magazine.change('PATCH', '/users', { options })
  expect(await refresh('users', again)).toBe(200)
})

test('null removes the own token of a collection, so that the settings apply again', async () => {
  await change('users', { authToken: { duration: 600, secret: 'm'.repeat(40) } })
  const own = await asUser()
  await magazine.change('PATCH', '/users', { options: { coffer: { tokens: { authToken: null } } } })
  expect(await refresh('users', own)).toBe(401)
  expect(secondsOf(await asUser())).toBeGreaterThan(7100)
  expect((await magazine.change('GET', '/users?coffer=true')).options).toMatchObject({
    coffer: { tokens: { fileToken: { duration: 30 } } },
  })
})
