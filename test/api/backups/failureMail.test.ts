import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample } from '../../harness/copySample.ts'
import { mailSettings } from '../../harness/openMailServer.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

/** Nothing listens on this port. */
const bucket = {
  enabled: true,
  bucket: 'b',
  region: 'r',
  endpoint: 'http://127.0.0.1:9',
  accessKey: 'a',
  secret: 's',
  forcePathStyle: true,
}

// Waits for the start of the next minute.
test('all admins get one mail about a failed automatic backup, with the reason and a link to the backups', async () => {
  const sink = await openMailSink()
  onTestFinished(sink.close)
  const { dataDir, remove } = await copySample('magazine', [mailSettings({ port: sink.port })])
  onTestFinished(remove)
  const { port, stop } = await startServer({ dataDir })
  onTestFinished(stop)
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string, body?: object) => askApi(port, method, path, { token, ...(body && { body }) })
  const meta = { appName: 'R&D <beta>', appUrl: 'https://magazine.example' }
  const backups = { cron: '* * * * *', s3: bucket }
  expect((await ask('PATCH', '/api/settings', { meta, backups })).status).toBe(200)

  const failed = async () =>
    ((await ask('GET', '/api/health')).json.data as Record<string, { error: string }>).lastAutomaticBackup?.error
  await expect.poll(failed, { timeout: 90_000, interval: 500 }).toMatch(/ECONNREFUSED/)
  const [mail, ...others] = await sink.take(1)
  expect(others).toEqual([])
  const admins = ((await ask('GET', '/api/admins')).json.items as { email: string }[]).map(({ email }) => email)
  expect(admins.length).toBeGreaterThan(1)
  expect(mail?.to.split(', ').sort()).toEqual(admins.sort())
  expect(mail?.subject).toBe('R&D <beta>: the automatic backup failed')
  expect(mail?.text).toMatch(/The automatic backup of R&D <beta> failed on \d{4}-\d\d-\d\d \d\d:\d\d UTC:\s+.*ECONNREFUSED/)
  expect(mail?.html).toContain('href="https://magazine.example/_/#/settings/backups"')
  expect(mail?.html).not.toContain('<beta>')
})
