import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

async function lifetimes() {
  const { adminAuthToken, adminPasswordResetToken, adminFileToken } = await magazine.asAdmin('GET', '/api/settings')
  return [adminAuthToken, adminPasswordResetToken, adminFileToken].map(token => (token as { duration: number }).duration)
}

async function names() {
  const { items } = await magazine.asAdmin('GET', '/api/collections?perPage=500&sort=name')
  return (items as { name: string }[]).map(({ name }) => name)
}

const drafts = { name: 'drafts', schema: [{ name: 'title', type: 'text' }] }

test('an import in the format of 0.22 stores collections and the tokens of superusers together', async () => {
  const [, reset, file] = await lifetimes()
  const superusers = { authToken: { duration: 86_400 }, fileToken: { duration: file } }
  expect(await magazine.ask('PUT', '/import', { collections: [drafts], superusers })).toMatchObject({ status: 204 })
  expect(await names()).toContain('drafts')
  expect(await lifetimes()).toEqual([86_400, reset, file])
})

test('an import can contain only tokens of superusers, and without them needs a collection', async () => {
  const before = await names()
  const only = { collections: [], superusers: { passwordResetToken: { duration: 900 } } }
  expect(await magazine.ask('PUT', '/import', only)).toMatchObject({ status: 204 })
  expect([(await lifetimes())[1], await names()]).toEqual([900, before])
  for (const superusers of [undefined, null, {}])
    expect(await magazine.ask('PUT', '/import', { collections: [], superusers })).toMatchObject({
      status: 400,
      json: { data: { collections: { code: 'validation_required' } } },
    })
})

test.each<[string, object, string | RegExp]>([
  ['a short lifetime', { authToken: { duration: 1 } }, /^authToken\.duration: /],
  ['an unknown part of a token', { fileToken: { seconds: 9 } }, 'fileToken: There is no "fileToken.seconds". Leave it out.'],
  ['a rule', { listRule: '' }, 'listRule: System collection API rule cannot be changed.'],
  ['one-time passwords', { otp: { enabled: true } }, 'otp: Admins sign in with email and password only.'],
])('an import with %s of superusers is rejected with the reason, and changes nothing', async (_, superusers, reason) => {
  const before = [await names(), await lifetimes()]
  const other = { name: 'others', schema: drafts.schema }
  const { status, json } = await magazine.ask('PUT', '/import', { collections: [other], superusers })
  const { collections } = json.data as Record<string, { code: string; message: string }>
  const [head, line] = collections?.message.split('\n') ?? []
  expect([status, head]).toEqual([400, 'The collection "_superusers" cannot be imported.'])
  expect(line).toMatch(reason)
  expect([await names(), await lifetimes()]).toEqual(before)
})

test('an import whose tokens of superusers are no object is rejected', async () => {
  expect(await magazine.ask('PUT', '/import', { collections: [drafts], superusers: 'all' })).toMatchObject({ status: 400 })
})

test('an import with a collection that is rejected does not change tokens of superusers', async () => {
  const before = await lifetimes()
  const broken = { name: 'broken', schema: [{ name: 'title', type: 'text' }], listRule: 'nothing = 1' }
  const superusers = { authToken: { duration: 3600 } }
  expect(await magazine.ask('PUT', '/import', { collections: [broken], superusers })).toMatchObject({ status: 400 })
  expect(await lifetimes()).toEqual(before)
})
