import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
let sink: MailSink
let bob: string
beforeAll(async () => {
  sink = await openMailSink()
  magazine = await serveMagazine('pool', [sendMailTo(sink.port)])
  bob = signToken(magazine.dataDir, 'auth', 'users:bob')
  await magazine.asAdmin('PATCH', '/today/api/collections/users', { otp: { enabled: true } })
  const body = { email: 'bob@readers.example' }
  const requested = await askApi(magazine.port, 'POST', '/today/api/collections/users/request-otp', { body })
  expect(requested.status).toBe(200)
})
afterAll(async () => {
  await magazine.close()
  await sink.close()
})

/** Returns how many one-time passwords a list has, or the status of its error. */
async function found(filter: string, token: string, sort = ''): Promise<unknown> {
  const query = new URLSearchParams({ filter, sort })
  const { status, json } = await askApi(magazine.port, 'GET', `/today/api/collections/_otps/records?${query}`, { token })
  return status === 200 ? json.totalItems : status
}

test('filters of system records know fields with modifiers', async () => {
  for (const token of [bob, magazine.admin]) {
    expect(await found('recordRef:lower = "bob000000000001"', token)).toBe(1)
    expect(await found('collectionRef = "_pb_users_auth_" && recordRef:lower ~ "alice"', token)).toBe(0)
  }
  expect(await found('sentTo:lower = "bob@readers.example"', magazine.admin, '-sentTo')).toBe(1)
})

test.each([
  'sentTo ~ "b"',
  'sentTo:lower ~ "b"',
  'detail:lower ~ "b"',
  'kind:lower = "otp"',
  'keyDigest != ""',
  'constructor = ""',
])('users cannot filter system records by hidden fields, or by columns that are no fields, as in %s', async filter => {
  expect(await found('recordRef != ""', bob)).toBe(1)
  expect(await found(filter, bob)).toBe(400)
})

test('a system collection can be emptied, and leaves the rows of the others', async () => {
  const totalOf = async (name: string) => (await magazine.asAdmin('GET', `/today/api/collections/${name}/records`)).totalItems
  const truncate = (name: string, token: string) =>
    askApi(magazine.port, 'DELETE', `/today/api/collections/${name}/truncate`, { token })
  const links = await totalOf('_externalAuths')
  expect([await totalOf('_otps'), links]).toEqual([1, expect.any(Number)])
  expect(links).toBeGreaterThan(0)
  expect((await truncate('_otps', bob)).status).toBe(403)
  expect((await truncate('_authOrigins', magazine.admin)).status).toBe(204)
  expect(await totalOf('_otps')).toBe(1)
  expect((await truncate('pbc_1638494021', magazine.admin)).status).toBe(204)
  expect([await totalOf('_otps'), await totalOf('_externalAuths')]).toEqual([0, links])
  const rejected = await truncate('_superusers', magazine.admin)
  expect([rejected.status, rejected.json.message]).toEqual([400, "You can't delete the only existing superuser."])
  expect(await totalOf('_superusers')).toBeGreaterThan(0)
})
