import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

async function ask(method: string, path: string, body: object, user?: string) {
  const token = user && signToken(magazine.dataDir, 'auth', `users:${user}`)
  const { status, json } = await askApi(magazine.port, method, `/api/collections${path}`, { body, ...(token ? { token } : {}) })
  return { status, json }
}

const signIn = (collection: string, identity: string, password: string) =>
  ask('POST', `/${collection}/auth-with-password`, { identity, password })

test('M15.10 the create rule is evaluated for the record that the submitted data would create', async () => {
  await magazine.change('PATCH', '/scratch', { createRule: 't = "fits" && n = 3 && id != "" && b = false' })
  // Neither the parsed number nor the two default values are in the submitted data.
  const { status, json } = await ask('POST', '/scratch/records', { t: 'fits', n: '3' })
  expect([status, json.n]).toEqual([200, 3])
  expect((await ask('POST', '/scratch/records', { t: 'other', n: '3' })).status).toBe(400)
  expect(magazine.query("SELECT count(*) FROM scratch WHERE t = 'other'")).toEqual([[0]])
})

test('M15.11 M15.12 a requester who passes the manage rule and the update rule can write auth records like an admin', async () => {
  const passwords = { password: 'set-by-alice', passwordConfirm: 'set-by-alice' }
  const changed = { ...passwords, email: 'erin@elsewhere.example', verified: true }
  const write = () => ask('PATCH', '/users/records/erin00000000001', changed, 'alice')
  const chief = '@request.auth.role = "chief"'

  await magazine.change('PATCH', '/users', { updateRule: chief, options: { manageRule: null } })
  const { status, json } = await write()
  expect([status, Object.keys(json.data as object)]).toEqual([400, ['email', 'oldPassword', 'verified']])
  await magazine.change('PATCH', '/users', { updateRule: null, options: { manageRule: chief } })
  expect((await write()).status).toBe(403)
  await magazine.change('PATCH', '/users', { updateRule: 'id = @request.auth.id' })
  expect((await write()).status).toBe(404)

  await magazine.change('PATCH', '/users', { updateRule: chief })
  expect(await write()).toMatchObject({ status: 200, json: { email: 'erin@elsewhere.example', verified: true } })
  expect((await signIn('users', 'erin', 'set-by-alice')).status).toBe(200)

  const account = { username: 'hired', verified: true, ...passwords }
  await magazine.change('PATCH', '/users', { createRule: null })
  expect((await ask('POST', '/users/records', account, 'alice')).status).toBe(403)
  await magazine.change('PATCH', '/users', { createRule: '' })
  expect((await ask('POST', '/users/records', account, 'bob')).status).toBe(400)
  expect(await ask('POST', '/users/records', account, 'alice')).toMatchObject({ status: 200, json: { verified: true } })
})

test('M16.5 with onlyVerified, sign-in of an unverified auth record gets a 403', async () => {
  expect((await signIn('clients', 'office@client-c.example', 'client-password-c')).status).toBe(403)
  expect((await signIn('clients', 'office@client-a.example', 'client-password-a')).status).toBe(200)
  await magazine.change('PATCH', '/clients', { options: { onlyVerified: false } })
  expect((await signIn('clients', 'office@client-c.example', 'client-password-c')).status).toBe(200)
})

test('M15.13 a view has only list and view rules', async () => {
  for (const rule of ['createRule', 'updateRule', 'deleteRule']) {
    const { status, json } = await magazine.ask('PATCH', '/post_stats', { [rule]: '' })
    expect([status, json.data]).toMatchObject([400, { [rule]: { code: 'validation_nil' } }])
  }
})
