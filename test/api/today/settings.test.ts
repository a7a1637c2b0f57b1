import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

function save(body: object, form?: true) {
  const token = signToken(magazine.dataDir, 'auth', 'admin', { type: 'auth', collectionId: 'pbc_3142635823' })
  if (!form) return askApi(magazine.port, 'PATCH', '/api/settings', { token, body })
  const data = new FormData()
  data.append('@jsonPayload', JSON.stringify(body))
  return fetch(`http://127.0.0.1:${magazine.port}/api/settings`, {
    method: 'PATCH',
    body: data,
    headers: { Authorization: token },
  }).then(async response => ({ status: response.status, json: await response.json() }))
}

const cannot = { code: 'validation_not_supported', message: expect.any(String) }

test.each([
  ['a proxy header', { trustedProxy: { headers: ['X-Real-IP'] } }, undefined, { trustedProxy: cannot }],
  ['ids of users in a form', { logs: { logAuthId: true } }, true, { logs: { logAuthId: cannot } }],
  ['an accent color', { meta: { appName: 'Taken', accentColor: '#fff' } }, undefined, { meta: { accentColor: cannot } }],
  ['an unknown group', { surprise: {} }, undefined, { surprise: cannot }],
  ['an unknown key', { batch: { surprise: 1 } }, undefined, { batch: { surprise: cannot } }],
  ['a token of 0.22', { adminAuthToken: { duration: 60 } }, undefined, { adminAuthToken: cannot }],
  ['a template of 0.22', { meta: { verificationTemplate: {} } }, undefined, { meta: { verificationTemplate: cannot } }],
] as const)('%s is rejected with a sentence, and nothing is saved', async (_, body, form, data) => {
  const { status, json } = await save(body, form)
  expect([status, json]).toEqual([400, { status: 400, message: 'An error occurred while saving the new settings.', data }])
  const saved = (await save({})).json as { meta: { appName: string } }
  expect(saved.meta.appName).toBe('Small Magazine')
})

test('settings are saved and shown by their names of today, without secrets, and 0.22 shows the same values', async () => {
  const { status, json } = await save({
    meta: { appURL: 'https://today.example' },
    logs: { logIP: false },
    smtp: { password: 'x' },
  })
  expect([status, json]).toMatchObject([200, { meta: { appURL: 'https://today.example' }, logs: { logIP: false } }])
  expect(JSON.stringify(json)).not.toMatch(/password|secret|Template|Token/)
  const { json: old } = await askApi(magazine.port, 'GET', '/api/settings', { token: magazine.admin })
  expect(old).toMatchObject({ meta: { appUrl: 'https://today.example' }, logs: { logIp: false }, smtp: { password: '******' } })
  expect(old).not.toHaveProperty('coffer')
})

test('limits of batches are stored, also when 0.22 saves settings afterwards', async () => {
  expect((await save({ batch: { enabled: true, maxRequests: 7 } })).status).toBe(200)
  const changed = { token: magazine.admin, body: { meta: { appName: 'Small Magazine' }, coffer: { batch: { maxRequests: 1 } } } }
  expect((await askApi(magazine.port, 'PATCH', '/api/settings', changed)).status).toBe(200)
  expect((await save({})).json).toMatchObject({ batch: { enabled: true, maxRequests: 7, timeout: 3, maxBodySize: 0 } })
})

test('settings that are saved as they were read stay the same', async () => {
  const { json } = await save({})
  expect((await save(json as object)).json).toEqual(json)
})

test.each([
  ['limits of requests', { rateLimits: { enabled: true } }, ['rateLimits']],
  ['batches and addresses of admins', { BATCH: { enabled: true }, superuserIPs: ['127.0.0.1'] }, ['BATCH', 'superuserIPs']],
  ['a proxy header', { trustedProxy: { headers: ['X-Real-IP'] }, surprise: 1 }, ['trustedProxy']],
  ['an accent color', { meta: { appName: 'Taken', accentColor: '#fff' } }, ['meta.accentColor']],
])('%s in a request of 0.22 are rejected with the address that changes them, and nothing is saved', async (_, sent, keys) => {
  const { json: before } = await save({})
  const form = new FormData()
  form.append('@jsonPayload', JSON.stringify(sent))
  for (const body of [sent, form]) {
    const { status, json } = await sendOlder(body)
    const paths = keys.map(key => key.split('.'))
    const messages = paths.map(path => path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], json.data))
    const texts = keys.map(key => expect.stringMatching(`^"${key}" is a setting of .*/today/api/settings, or with the header`))
    expect([status, messages]).toEqual([400, texts.map(message => ({ code: 'validation_not_supported', message }))])
    expect(Object.keys(json.data)).toEqual(paths.map(([key]) => key))
  }
  expect((await save({})).json).toEqual(before)
})

async function sendOlder(body: object) {
  const isForm = body instanceof FormData
  const response = await fetch(`http://127.0.0.1:${magazine.port}/api/settings`, {
    method: 'PATCH',
    body: isForm ? body : JSON.stringify(body),
    headers: { Authorization: magazine.admin, ...(!isForm && { 'Content-Type': 'application/json' }) },
  })
  return { status: response.status, json: (await response.json()) as { data: Record<string, unknown> } }
}

test('settings that neither version has are ignored in the dialect of 0.22, as by PocketBase', async () => {
  expect((await sendOlder({ surprise: { a: 1 }, meta: { surprise: 1 } })).status).toBe(200)
})
