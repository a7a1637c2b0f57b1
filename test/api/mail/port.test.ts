import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'

let server: MailingServer
beforeAll(async () => {
  server = await serveMails({ port: 2525 })
})
afterAll(() => server.stop())

test.each([
  [0, 'validation_required', 'Cannot be blank.'],
  [-1, 'validation_min_greater_equal_than_required', 'Must be no less than 0.'],
  [65_536, 'validation_max_less_equal_than_required', 'Must be no greater than 65535.'],
])('the settings reject %j as the port of the mail server', async (port, code, message) => {
  const { status, json } = await server.patchSettings({ smtp: { enabled: true, port } })
  expect([status, json.data]).toEqual([400, { smtp: { port: { code, message } } }])
})

test('the settings accept the highest port number', async () => {
  expect((await server.patchSettings({ smtp: { enabled: true, port: 65_535 } })).status).toBe(200)
})
