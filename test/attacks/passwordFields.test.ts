import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'

let copy: SampleCopy
let server: RunningCoffer
let token: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startCoffer(copy.dataDir)
  token = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.end('SIGTERM')
  await copy.remove()
})

const passwordFields = (count: number, cost = 0) =>
  Array.from({ length: count }, (_, index) => ({ name: `pin${index}`, type: 'password', cost }))

const withAddress = (address: string) => ({ 'X-Forwarded-For': address })

test('a collection has at most as many password fields as one request can hash in two seconds', async () => {
  const ask = (method: string, path: string, body?: object) =>
    askApi(server.port, method, `/api/collections${path}`, { token, ...(body && { body }) })
  const today = (name: string, fields: object[]) =>
    askApi(server.port, 'POST', '/today/api/collections', { token, body: { name, fields } })
  const rejected = await today('vault100', passwordFields(100))
  expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('Use fewer password fields, or a lower cost.')])
  expect((await today('vault2', passwordFields(2, 15))).status).toBe(400)
  expect((await today('vault32', passwordFields(32))).status).toBe(200)
  const options = { min: 0, max: 0, pattern: '', cost: 0 }
  const schema = passwordFields(100).map(({ name, type }) => ({ name, type, options }))
  expect((await ask('POST', '', { name: 'vault0', type: 'base', schema })).status).toBe(400)
  const stored = (await ask('GET', '/vault32')).json as { schema: object[] }
  const more = await ask('PATCH', '/vault32', {
    schema: [...stored.schema, { name: 'more', type: 'password', options }],
  })
  expect(more.status).toBe(400)
  expect((await ask('PATCH', '/vault32', { schema: stored.schema, createRule: '' })).status).toBe(200)
})

test('a sign-up does not wait for the many records with passwords that another client creates', async () => {
  const fields = passwordFields(8)
  const create = { name: 'vault8', createRule: '', fields }
  expect((await askApi(server.port, 'POST', '/today/api/collections', { token, body: create })).status).toBe(200)
  const body = Object.fromEntries(fields.map(({ name }) => [name, 'a-long-password']))
  let created = 0
  const attack = async (): Promise<ApiResponse> => {
    const headers = withAddress('198.51.100.1')
    const response = await askApi(server.port, 'POST', '/api/collections/vault8/records', { body, headers })
    if (response.status === 200) created += 1
    return response
  }
  const attacks = Array.from({ length: 30 }, attack)
  await expect.poll(() => created, { timeout: 30_000 }).toBeGreaterThan(1)
  const before = created
  const password = 'a-new-password'
  const signUp = await askApi(server.port, 'POST', '/api/collections/users/records', {
    body: { username: 'newcomer', password, passwordConfirm: password },
    headers: withAddress('198.51.100.2'),
  })
  expect([signUp.status, created - before < 12]).toEqual([200, true])
  const statuses = new Set((await Promise.all(attacks)).map(({ status }) => status))
  // What gets no turn within 20 seconds is rejected.
  expect([...statuses].filter(status => status !== 503)).toEqual([200])
}, 120_000)
