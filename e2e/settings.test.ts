import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { saveButton, sentChanges } from './harness/settings.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('M29.3 the breadcrumb of every settings screen fits on a phone without truncating the title', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings', viewport: phone })
  const heading = page.getByRole('heading', { level: 1 })
  await button(page, 'Settings list').click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await drawer.getByRole('link').first().waitFor()
  const titles = (await drawer.getByRole('link').allTextContents()).map(text => text.trim())
  expect(titles).toHaveLength(15)
  await page.keyboard.press('Escape')
  for (const title of titles) {
    await button(page, 'Settings list').click()
    await drawer.getByRole('link', { name: title, exact: true }).click()
    const name = heading.getByText(title, { exact: true })
    await name.waitFor()
    await heading.getByText('Settings', { exact: true }).waitFor()
    const isCut = await name.evaluate(
      (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth > element.clientWidth,
    )
    expect(isCut, title).toBe(false)
  }
  await expectNoSidewaysScroll(page)
})

test('Space on a switch keeps the focus on the switch, and a secret input gets it only when it is to be replaced', async () => {
  const { page, client, load } = await openPage({ path: null })
  const s3 = { enabled: false, endpoint: 'http://s3.example', bucket: 'b', region: 'r', accessKey: 'a', secret: 'stored' }
  await client.settings.update({
    googleAuth: { enabled: true, clientId: 'id', clientSecret: 'stored' },
    smtp: { enabled: true, host: 'mail.example', port: 25, username: 'u', password: 'stored' },
    s3,
    backups: { cron: '0 0 * * *', cronMaxKeep: 3, s3 },
  })
  const expectFocusStays = async (name: string) => {
    const toggle = page.getByRole('switch', { name, exact: true })
    await toggle.focus()
    const isOn = await toggle.isChecked()
    for (const next of [!isOn, isOn]) {
      await page.keyboard.press('Space')
      await eventually(() => toggle.isChecked()).toBe(next)
      expect(await hasFocus(toggle)).toBe(true)
    }
  }
  await load('#/settings/auth-providers?provider=google')
  const panel = page.getByRole('dialog', { name: 'Google provider' })
  await expectFocusStays('Enable')
  await panel.getByRole('button', { name: 'Set new value' }).click()
  await eventually(() => hasFocus(input(panel, 'Client secret'))).toBe(true)
  await panel.getByRole('button', { name: 'Keep the stored value' }).click()
  await eventually(() => hasFocus(panel.getByRole('button', { name: 'Set new value' }))).toBe(true)
  await expectFocusStays('Enable')
  await load('#/settings/mail')
  await expectFocusStays('Use SMTP mail server (recommended)')
  await load('#/settings/storage')
  await expectFocusStays('Use S3 storage')
  await load('#/settings/backups')
  await button(page, 'Backups options').click()
  await expectFocusStays('Enable auto backups')
  await expectFocusStays('Store backups in S3 storage')
})

test('settings forms show the stored values, not the ones the page loaded earlier, and save only the changed ones', async () => {
  const { page, client, go } = await openPage({ path: '#/settings' })
  const calls = watchCalls(page)
  const expectFresh = async (open: () => Promise<void>, field: Locator, value: string) => {
    const held = await holdCalls(page, request => request.url().includes('/api/settings'))
    await open()
    await held.arrived
    expect(await field.count()).toBe(0)
    held.release()
    await eventually(() => field.inputValue()).toBe(value)
  }
  await input(page, 'Application name').waitFor()
  await go('#/settings/mail')
  await input(page, 'Sender name').waitFor()
  await client.settings.update({ meta: { appName: 'Named elsewhere' } })
  await expectFresh(() => go('#/settings'), input(page, 'Application name'), 'Named elsewhere')
  await input(page, 'Application URL').fill('https://here.example')
  await saveButton(page).click()
  await toast(page, 'Successfully saved application settings.').waitFor()

  await go('#/settings/auth-providers')
  const google = button(page, 'Google settings')
  await google.waitFor()
  const panel = page.getByRole('dialog', { name: 'Google provider' })
  await client.settings.update({ googleAuth: { enabled: true, clientId: 'elsewhere', clientSecret: 'kept' } })
  await expectFresh(() => google.click(), input(panel, 'Client ID'), 'elsewhere')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await client.settings.update({ googleAuth: { enabled: true, clientId: 'elsewhere again' } })
  await expectFresh(() => google.click(), input(panel, 'Client ID'), 'elsewhere again')
  await input(panel, 'Client ID').fill('made here')
  await saveButton(page).click()
  await panel.waitFor({ state: 'detached' })

  await go('#/settings/backups')
  const options = button(page, 'Backups options')
  await options.waitFor()
  await client.settings.update({ backups: { cron: '7 3 * * *' } })
  await expectFresh(() => options.click(), input(page, 'Cron expression'), '7 3 * * *')

  await go('#/logs')
  const logs = page.getByRole('dialog', { name: 'Logs settings' })
  await client.settings.update({ logs: { maxDays: 17 } })
  await expectFresh(() => button(page, 'Logs settings').click(), input(logs, 'Max days retention'), '17')
  expect(sentChanges(calls).map(([, body]) => body)).toEqual([
    { meta: { appUrl: 'https://here.example' } },
    { googleAuth: { clientId: 'made here' } },
  ])
})
