import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from './openProvider.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

async function exchange(code: object) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: JSON.stringify(code) })
  return fetch(`http://${provider.host}/token`, { method: 'POST', body, headers: { Authorization: `Basic ${btoa('id:key')}` } })
}

test('the code determines the user', async () => {
  const { access_token } = JSON.parse(await (await exchange({ id: '7', name: 'Ada' })).text())
  const user = await fetch(`http://${provider.host}/user`, { headers: { Authorization: `Bearer ${access_token}` } })
  expect(await user.json()).toEqual({ id: '7', name: 'Ada' })
})

test('the code determines the responses', async () => {
  expect((await exchange({ $status: 503 })).status).toBe(503)
  expect((await exchange({ $basic: false })).status).toBe(401)
  expect(await (await exchange({ $token: { refresh_token: null }, $type: 'text/plain' })).text()).toContain('token_type=Bearer')
})

test('a code that is not JSON is rejected', async () => {
  const response = await fetch(`http://${provider.host}/token`, { method: 'POST', body: new URLSearchParams({ code: 'x' }) })
  expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_grant' }])
})
