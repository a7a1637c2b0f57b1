import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

const ask = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, path, { token: magazine.admin, ...(body && { body }) })

const inToday = async (name: string) => (await ask('GET', `/today/api/collections/${name}`)).json as Record<string, unknown>
const optionsOf = async (path: string) => ((await ask('GET', path)).json as { options: Record<string, unknown> }).options

test('options that 0.22 does not have are absent until one is changed, and never in responses of 0.22', async () => {
  expect(await optionsOf('/api/collections/users?coffer=true')).not.toHaveProperty('coffer')
  const changed = await ask('PATCH', '/today/api/collections/users', { otp: { enabled: true, length: 6 } })
  expect([changed.status, changed.json]).toEqual([
    200,
    expect.objectContaining({ otp: expect.objectContaining({ enabled: true, duration: 180, length: 6 }) }),
  ])
  const asBefore = await optionsOf('/api/collections/users')
  expect(asBefore).not.toHaveProperty('coffer')
  expect(asBefore).toHaveProperty('onlyVerified')
  const listed = (await ask('GET', '/api/collections?perPage=200')).json as { items: { options: object }[] }
  expect(listed.items.filter(({ options }) => 'coffer' in options)).toEqual([])
  const { coffer } = await optionsOf('/api/collections/users?coffer=true')
  expect(coffer).toMatchObject({ otp: { enabled: true, length: 6 } })
  expect(coffer).not.toHaveProperty('authAlert')
})

test('a client of 0.22 that saves or imports a collection keeps options that it does not know', async () => {
  await ask('PATCH', '/today/api/collections/users', { otp: { enabled: true, length: 7 } })
  const seen = (await ask('GET', '/api/collections/users')).json as Record<string, unknown>
  expect((await ask('PATCH', '/api/collections/users', seen)).status).toBe(200)
  expect(await inToday('users')).toMatchObject({ otp: { enabled: true, length: 7 } })
  expect((await ask('PUT', '/api/collections/import', { collections: [seen] })).status).toBe(204)
  expect(await inToday('users')).toMatchObject({ otp: { enabled: true, length: 7 } })
  expect((await ask('PATCH', '/api/collections/users', { options: null })).status).toBe(200)
  expect(await inToday('users')).toMatchObject({ otp: { enabled: true, length: 7 } })
})

test('a client of 0.22 can change the options key by key, and back to their defaults', async () => {
  const change = (coffer: object) => ask('PATCH', '/api/collections/users?coffer=true', { options: { coffer } })
  const longer = await change({ otp: { duration: 600 } })
  expect((longer.json as { options: object }).options).toMatchObject({ coffer: { otp: { enabled: true, duration: 600 } } })
  const { otp } = (await inToday('clients')) as { otp: object }
  await change({ otp })
  expect(await optionsOf('/api/collections/users?coffer=true')).not.toHaveProperty('coffer')
})

test('invalid options get their issues where each dialect has the options', async () => {
  const body = { otp: { enabled: true, duration: 5, length: 3, emailTemplate: { subject: '', body: 'no placeholder' } } }
  const issues = {
    duration: { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 10.' },
    length: { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 4.' },
    emailTemplate: {
      subject: { code: 'validation_required', message: 'Cannot be blank.' },
      body: { code: 'validation_missing_required_param', message: 'Missing required parameter "{OTP}".' },
    },
  }
  const today = await ask('PATCH', '/today/api/collections/users', body)
  expect([today.status, today.json]).toMatchObject([400, { message: 'Failed to update collection.', data: { otp: issues } }])
  const older = await ask('PATCH', '/api/collections/users', { options: { coffer: body } })
  expect([older.status, older.json]).toMatchObject([400, { data: { options: { coffer: { otp: issues } } } }])
})

test('an import in the dialect of today stores the options of new collections', async () => {
  const { id: _, created: __, updated: ___, indexes: ____, ...users } = await inToday('users')
  const collections = [{ ...users, id: 'pbc_imported01', name: 'imported', otp: { enabled: true, duration: 60, length: 5 } }]
  expect(await ask('PUT', '/today/api/collections/import', { collections })).toMatchObject({ status: 204 })
  expect(await inToday('imported')).toMatchObject({ otp: { enabled: true, duration: 60, length: 5 } })
})
