import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCoffer } from '../test/harness/coffer.ts'
import { copySample } from '../test/harness/copySample.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { saveButton, sentChanges } from './harness/settings.ts'
import type { SampleServer } from './harness/startSample.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const variables = {
  COFFER_SETTINGS_META_APP_NAME: 'From outside',
  COFFER_SETTINGS_META_HIDE_CONTROLS: 'false',
  COFFER_SETTINGS_SMTP_ENABLED: 'true',
  COFFER_SETTINGS_SMTP_HOST: 'mail.example',
  COFFER_SETTINGS_SMTP_PORT: '2525',
  COFFER_SETTINGS_SMTP_PASSWORD: 'open-sesame',
  COFFER_SETTINGS_SMTP_TLS: 'true',
  COFFER_SETTINGS_BACKUPS_CRON: '0 3 * * *',
  COFFER_SETTINGS_RECORD_AUTH_TOKEN_DURATION: '3600',
  COFFER_SETTINGS_GOOGLE_AUTH_ENABLED: 'false',
}

let server: SampleServer
beforeAll(async () => {
  const { dataDir, remove } = await copySample('magazine')
  const { port, end } = await startCoffer(dataDir, [], { env: { ...process.env, ...variables } })
  server = {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    setupCode: undefined,
    stop: async () => {
      await end('SIGTERM')
      await remove()
    },
  }
})
afterAll(() => server.stop())

const reason = (variable: string) => `Set by the environment variable COFFER_SETTINGS_${variable}.`

test('a setting that the environment fixes is read-only and names its variable, while others can be saved', async () => {
  const { page } = await openPage({ server, path: '#/settings' })
  const calls = watchCalls(page)
  await page.getByText(reason('META_APP_NAME')).waitFor()
  const name = input(page, 'Application name')
  expect(await name.inputValue()).toBe('From outside')
  expect(await name.isEditable()).toBe(false)
  expect(await name.getAttribute('aria-describedby')).not.toBeNull()
  const switches = page.getByRole('switch', { name: 'Hide collection create and edit controls' })
  expect(await switches.isDisabled()).toBe(true)
  await expectAccessible(page)
  await input(page, 'Application URL').fill('https://other.example')
  await saveButton(page).click()
  await toast(page, 'Successfully saved application settings.').waitFor()
  expect(sentChanges(calls)).toEqual([['/api/settings', { meta: { appUrl: 'https://other.example' } }]])
})

test('fixed numbers, secrets, selects and switches are read-only on all settings pages', async () => {
  const { page, go } = await openPage({ server, path: '#/settings/mail', viewport: phone, theme: 'dark' })
  await page.getByText(reason('SMTP_PORT')).waitFor()
  expect(await page.getByRole('switch', { name: /^Use SMTP/ }).isDisabled()).toBe(true)
  expect(await input(page, 'Port').isEditable()).toBe(false)
  expect(await input(page, 'Password').isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: 'Set new value' }).count()).toBe(0)
  expect(await input(page, 'Username').isEditable()).toBe(true)
  await page.getByRole('button', { name: 'Show more options' }).click()
  expect(await page.getByRole('combobox', { name: 'TLS encryption' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await go('#/settings/backups')
  await page.getByRole('button', { name: 'Backups options' }).click()
  await page.getByText(reason('BACKUPS_CRON')).first().waitFor()
  expect(await page.getByRole('switch', { name: 'Enable auto backups' }).isDisabled()).toBe(true)
  expect(await input(page, 'Cron expression').isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: 'Presets' }).count()).toBe(0)
  await go('#/settings/tokens')
  await page.getByText(reason('RECORD_AUTH_TOKEN_DURATION')).waitFor()
  expect(await input(page, 'Auth record authentication token duration').isEditable()).toBe(false)
  await expectAccessible(page)
  // The form proposes to enable a provider without a client id.
  await go('#/settings/auth-providers?provider=google')
  await page.getByText(reason('GOOGLE_AUTH_ENABLED')).waitFor()
  expect(await page.getByRole('switch', { name: 'Enable' }).isChecked()).toBe(false)
})
