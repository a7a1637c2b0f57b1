import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openMailServer } from '../harness/openMailServer.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { startWithAdmin } from './harness/startWithAdmin.ts'

test('a mail is sent once after an outage of the database', async () => {
  const postgres = await openPostgres()
  onTestFinished(() => postgres.close())
  const mailServer = await openMailServer({ reactions: [{ status: 451 }] })
  onTestFinished(() => mailServer.close())
  const { server, token, email } = await startWithAdmin(await postgres.createDatabase())
  const ask = (method: string, path: string, body: object, token?: string) =>
    askApi(server.port, method, `/api/${path}`, { body, token })
  const smtp = { enabled: true, host: '127.0.0.1', port: mailServer.port, tls: false, username: '', password: '' }
  expect(await ask('PATCH', 'settings', { smtp }, token)).toMatchObject({ status: 200 })

  expect(await ask('POST', 'admins/request-password-reset', { email })).toMatchObject({ status: 204 })
  await expect.poll(() => mailServer.count.connections).toBe(1)
  await postgres.kill()
  await wait(1_500)
  await postgres.start()
  await mailServer.expectTaken(1)
  await expect
    .poll(async () => (await ask('POST', 'admins/request-password-reset', { email })).status, { interval: 200 })
    .toBe(204)
  await server.end('SIGTERM')
  expect(mailServer.taken).toHaveLength(1)
})
