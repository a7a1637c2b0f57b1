import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { openMailServer } from '../harness/openMailServer.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'

test('a mail is sent once after an outage of the database', async () => {
  const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const postgres = await openPostgres()
  onTestFinished(() => postgres.close())
  const mailServer = await openMailServer({ reactions: [{ status: 451 }] })
  onTestFinished(() => mailServer.close())
  const database = ['--database', await postgres.createDatabase()]
  const dir = join(folder, 'pb_data')
  const server = await startCoffer(dir, database)
  onTestFinished(() => server.end('SIGKILL').then(() => undefined))
  const identity = 'admin@example.com'
  await runCoffer(['admin', 'create', identity, 'a secret password', '--dir', dir, ...database])
  const ask = (method: string, path: string, body: object, token?: string) =>
    askApi(server.port, method, `/api/${path}`, { body, token })
  const signedIn = await ask('POST', 'admins/auth-with-password', { identity, password: 'a secret password' })
  const smtp = { enabled: true, host: '127.0.0.1', port: mailServer.port, tls: false, username: '', password: '' }
  expect(await ask('PATCH', 'settings', { smtp }, String(signedIn.json.token))).toMatchObject({ status: 200 })

  expect(await ask('POST', 'admins/request-password-reset', { email: identity })).toMatchObject({ status: 204 })
  await expect.poll(() => mailServer.count.connections).toBe(1)
  await postgres.kill()
  await wait(1_500)
  await postgres.start()
  await mailServer.expectTaken(1)
  await expect
    .poll(async () => (await ask('POST', 'admins/request-password-reset', { email: identity })).status, { interval: 200 })
    .toBe(204)
  await server.end('SIGTERM')
  expect(mailServer.taken).toHaveLength(1)
})
