import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
/** A token of an admin, until the last test. */
let token: string
beforeAll(async () => {
  magazine = await serveMagazine('inline', [fastPasswords])
  token = await signIn()
})
afterAll(() => magazine.close())

const path = '/today/api/collections/_superusers'
const change = (body: object, by = token) => askApi(magazine.port, 'PATCH', path, { token: by, body })

async function signIn(): Promise<string> {
  const body = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
  return String((await askApi(magazine.port, 'POST', `${path}/auth-with-password`, { body })).json.token)
}

function secondsOf(issued: unknown): number {
  const { exp } = JSON.parse(Buffer.from(String(issued).split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
  return Math.round(exp - Date.now() / 1000)
}

/** Returns the settings in the dialect of 0.22, which has the tokens of admins. */
const settings = async () =>
  (await askApi(magazine.port, 'GET', '/api/settings', { token, headers: { 'X-Dialect': '0.22' } })).json

test('the lifetimes of the tokens of superusers are changed by their collection, and are the ones of admins in the settings', async () => {
  const changed = await change({ authToken: { duration: 3600 }, fileToken: { duration: 60 } })
  expect([changed.status, changed.json]).toEqual([
    200,
    expect.objectContaining({
      authToken: { duration: 3600 },
      fileToken: { duration: 60 },
      passwordResetToken: { duration: 1800 },
    }),
  ])
  expect((await askApi(magazine.port, 'GET', path, { token })).json).toEqual(changed.json)
  expect(await settings()).toMatchObject({ adminAuthToken: { duration: 3600 }, recordAuthToken: { duration: 1_209_600 } })
  const seconds = secondsOf(await signIn())
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3600)
  const { json } = await askApi(magazine.port, 'POST', '/today/api/files/token', { token })
  expect(secondsOf(json.token)).toBeLessThanOrEqual(60)
})

test.each([
  [
    'a lifetime of a second',
    { authToken: { duration: 1 } },
    { authToken: { duration: { code: 'validation_min_greater_equal_than_required' } } },
  ],
  ['a short secret', { fileToken: { secret: 'short' } }, { fileToken: { secret: { code: 'validation_length_out_of_range' } } }],
  [
    'an unknown part',
    { authToken: { seconds: 60 } },
    { authToken: { message: 'There is no "authToken.seconds". Leave it out.' } },
  ],
  [
    'a token that superusers do not have',
    { verificationToken: { duration: 60 } },
    { verificationToken: { message: '"verificationToken" of "_superusers" is the same on every server. Leave it out.' } },
  ],
  ['a rule beside a valid lifetime', { authToken: { duration: 99 }, listRule: '' }, { listRule: {} }],
])('tokens of superusers with %s are rejected, and nothing is changed', async (_, body, data) => {
  const before = await settings()
  const { status, json } = await change(body)
  expect([status, json]).toMatchObject([400, { message: 'Failed to update collection.', data }])
  expect(await settings()).toEqual(before)
})

test('a new secret revokes the tokens of superusers, and is in no response', async () => {
  const same = await change({ authToken: { secret: '', duration: 3601 } })
  expect([same.status, (await change({})).status]).toEqual([200, 200])
  const secret = 'n'.repeat(40)
  const changed = await change({ authToken: { secret } })
  expect([changed.status, changed.text.includes(secret)]).toEqual([200, false])
  expect((await change({})).status).toBe(401)
  expect((await change({}, await signIn())).json).toMatchObject({ authToken: { duration: 3601 } })
})
