import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMailServer } from '../test/harness/openMailServer.ts'
import { openS3 } from '../test/harness/openS3.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { holdTimeouts } from './harness/holdTimeouts.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page) => button(page, 'Save changes')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
const sent = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ path, request }) => [path, request.postDataJSON()])

test('M29.1–16 the application settings send only changed values, and leaving asks about unsaved ones', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  const before = await client.settings.getAll()
  const held = await holdCalls(page, request => request.url().includes('/api/settings'))
  const calls = watchCalls(page)
  await page.goto(`${server().origin}/_/#/settings`)
  await page.getByRole('status', { name: 'Loading settings...' }).waitFor()
  held.release()
  const name = input(page, 'Application name')
  await name.waitFor()
  expect(await page.title()).toBe('Application - Small Magazine - Coffer')
  expect((await pages(page).allTextContents()).map(text => text.trim())).toEqual(
    expect.arrayContaining(['Application', 'Mail settings', 'Files storage', 'Export collections', 'Import collections']),
  )
  expect(await save(page).isDisabled()).toBe(true)
  expect(await button(page, 'Cancel').count()).toBe(0)
  await expectAccessible(page)

  await name.fill('')
  await save(page).click()
  await page.getByText('Cannot be blank.').waitFor()
  expect(await hasFocus(name)).toBe(true)
  await input(page, 'Application URL').fill('no address')
  await name.fill('Other')
  await save(page).click()
  await page.getByText('Must be a valid URL.').waitFor()
  await button(page, 'Cancel').click()
  await eventually(() => name.inputValue()).toBe('Small Magazine')

  await name.fill('Large Magazine')
  const hide = page.getByRole('switch', { name: 'Hide collection create and edit controls' })
  await hide.check()
  await pages(page).filter({ hasText: 'Mail settings' }).click()
  const question = page.getByRole('alertdialog', { name: /^You have unsaved changes\./ })
  await question.getByRole('button', { name: 'No' }).click()
  expect(sent(calls)).toEqual([])
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully saved application settings.').waitFor()
  expect(sent(calls)).toEqual([['/api/settings', { meta: { appName: 'Large Magazine', hideControls: true } }]])
  await eventually(() => page.title()).toBe('Application - Large Magazine - Coffer')
  expect(await save(page).isDisabled()).toBe(true)
  await eventually(() => pages(page).filter({ hasText: 'collections' }).count()).toBe(0)
  const { meta } = await client.settings.getAll()
  expect(meta).toEqual({ ...before.meta, appName: 'Large Magazine', hideControls: true })
  // Hidden is not forbidden: the server accepts changes, and the pages open at their addresses.
  await client.collections.update('mgregistry00001', { listRule: '' })
  await load('#/settings/export-collections')
  await page.getByRole('heading', { name: 'Export collections' }).waitFor()
  await load('#/settings')
  await hide.uncheck()
  await save(page).click()
  await eventually(() => pages(page).filter({ hasText: 'collections' }).count()).toBe(2)
})

test('M30.1–20 the mail settings are configured, their templates edited and a test email sent', async () => {
  const mailServer = await openMailServer()
  try {
    const { page, client } = await openPage({ server: server(), path: '#/settings/mail', allowedErrors: [/status of 400/] })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const calls = watchCalls(page)
    await page.getByText('Configure common settings for sending emails.').waitFor()
    expect(await button(page, 'Send test email').isVisible()).toBe(true)
    expect(await save(page).count()).toBe(0)

    await input(page, 'Sender address').fill('nobody')
    await page.getByText('Default "Password reset" email template').click()
    const template = page.getByRole('group').filter({ hasText: 'Default "Password reset"' })
    await input(template, 'Action URL').fill('https://magazine.example/reset')
    await save(page).click()
    await page.getByText('Must be a valid email address.').waitFor()
    await page.getByText('Missing required parameter "{TOKEN}".').waitFor()
    await template.getByRole('button', { name: 'Copy {TOKEN} (required)' }).first().click()
    await toast(page, 'Copied {TOKEN} to clipboard').waitFor()
    await input(template, 'Action URL').fill('https://magazine.example/reset/{TOKEN}')
    await input(page, 'Sender address').fill('desk@magazine.example')

    await page.getByRole('switch', { name: /^Use SMTP mail server/ }).check()
    await input(page, 'SMTP server host').fill('127.0.0.1')
    for (const [port, problem] of [
      ['0', 'Must be greater than 0.'],
      ['70000', 'Must be no greater than 65535.'],
      ['', 'Cannot be blank.'],
    ] as const) {
      await input(page, 'Port').fill(port)
      await save(page).click()
      await page.getByText(problem, { exact: true }).waitFor()
      expect(await input(page, 'Port').inputValue()).toBe(port)
    }
    await input(page, 'Port').fill(String(mailServer.port))
    await input(page, 'Username').fill('')
    await eventually(() => input(page, 'Password').getAttribute('placeholder')).toBe('******')
    await eventually(() => input(page, 'Password').inputValue()).toBe('')
    await button(page, 'Set new value').click()
    await eventually(() => hasFocus(input(page, 'Password'))).toBe(true)
    await button(page, 'Keep the stored value').click()
    await button(page, 'Show more options').click()
    const choice = (label: string) => page.getByRole('combobox', { name: label }).textContent()
    expect(await choice('AUTH method')).toBe('PLAIN (default)')
    expect(await choice('TLS encryption')).toBe('Auto (StartTLS)')
    expect(await input(page, 'EHLO/HELO domain').getAttribute('placeholder')).toBe('Default to localhost')
    await expectAccessible(page)
    await save(page).click()
    await toast(page, 'Successfully saved mail settings.').waitFor()
    expect(sent(calls)).toEqual([
      [
        '/api/settings',
        {
          meta: { resetPasswordTemplate: { actionUrl: 'https://magazine.example/reset/{TOKEN}' } },
          smtp: { enabled: true, host: '127.0.0.1', port: mailServer.port, username: '' },
        },
      ],
    ])

    await button(page, 'Send test email').click()
    const dialog = page.getByRole('dialog', { name: 'Send test email' })
    await expectAccessible(page, 'layer')
    await dialog.getByLabel('"Password reset" template').check()
    await input(dialog, 'To email address').fill('reader')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Must be a valid email address.').waitFor()
    await input(dialog, 'To email address').fill('reader@magazine.example')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await toast(page, 'Successfully sent test email.').waitFor()
    const [mail] = await mailServer.expectTaken(1)
    expect([mail?.from, mail?.to]).toEqual(['desk@magazine.example', ['reader@magazine.example']])
    expect(calls.at(-1)?.request.postDataJSON()).toMatchObject({ email: 'reader@magazine.example', template: 'password-reset' })
    await client.settings.update({ meta: { verificationTemplate: { hidden: true } } })
    await page.reload()
    await button(page, 'Send test email').waitFor()
    expect(await page.getByText(/^Default ".*" email template$/).allTextContents()).toEqual([
      'Default "Password reset" email template',
      'Default "Confirm email change" email template',
    ])
    await button(page, 'Send test email').click()
    await eventually(() => input(dialog, 'To email address').inputValue()).toBe('reader@magazine.example')
    const timeOut = await holdTimeouts(page)
    const { arrived } = await holdCalls(page, () => true, '**/api/settings/test/email')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await arrived
    await timeOut(30_000)
    await page.getByText('Test email send timeout.').first().waitFor()
    expect((await client.settings.getAll()).smtp?.password).toBe('******')
  } finally {
    await mailServer.close()
  }
})

test('M31.1–12 the file storage is switched to S3 after a connection test', async () => {
  const storage = await openS3('magazine')
  try {
    const { page } = await openPage({ server: server(), path: '#/settings/storage', allowedErrors: [/status of 400/] })
    const calls = watchCalls(page)
    const s3 = page.getByRole('switch', { name: 'Use S3 storage' })
    await s3.check()
    await page.getByText(/migrated manually from the local file system to the S3 storage/).waitFor()
    await save(page).click()
    await eventually(() => page.getByText('Cannot be blank.').count()).toBe(5)
    await expectAccessible(page)
    const { endpoint } = storage.settings('magazine')
    await input(page, 'Endpoint').fill(String(endpoint))
    await input(page, 'Bucket').fill('missing')
    await input(page, 'Region').fill('us-east-1')
    await input(page, 'Access key').fill('S3RVER')
    await input(page, 'Secret').fill('S3RVER')
    await page.getByRole('switch', { name: /^Force path-style/ }).check()
    await save(page).click()
    await toast(page, 'Successfully saved but failed to establish S3 connection.').waitFor()
    const badge = page.getByText('Failed to establish S3 connection', { exact: true })
    await badge.hover()
    await page
      .getByRole('tooltip')
      .getByText(/^Failed to test the S3 filesystem: NoSuchBucket: /)
      .waitFor()
    await input(page, 'Bucket').fill('magazine')
    await eventually(() => badge.count()).toBe(0)
    await save(page).click()
    await toast(page, 'Successfully saved files storage settings.').waitFor()
    await page.getByText('S3 connected successfully').waitFor()
    await expectAccessible(page)
    const tests = calls.filter(({ path }) => path === '/api/settings/test/s3')
    expect(tests.map(({ request }) => request.postDataJSON())).toEqual([{ filesystem: 'storage' }, { filesystem: 'storage' }])
    expect(sent(calls).at(-1)).toEqual(['/api/settings', { s3: { bucket: 'magazine' } }])
    await page.reload()
    await page.getByText('S3 connected successfully').waitFor()
    await s3.uncheck()
    await page.getByText(/migrated manually from the S3 storage to the local file system/).waitFor()
    await button(page, 'Reset').click()
    await eventually(() => s3.isChecked()).toBe(true)
    await s3.uncheck()
    await save(page).click()
    await toast(page, 'Successfully saved files storage settings.').waitFor()

    await s3.check()
    const timeOut = await holdTimeouts(page)
    const { arrived } = await holdCalls(page, () => true, '**/api/settings/test/s3')
    await save(page).click()
    await arrived
    await timeOut(30_000)
    await badge.hover()
    await page.getByRole('tooltip').getByText('S3 test connection timeout.').waitFor()
  } finally {
    await storage.close()
  }
})

test('M29.3 the breadcrumb of every settings screen fits on a phone without truncating the title', async () => {
  // The file storage page tests the S3 server of an earlier test, which is closed, if the page stays open long enough.
  const { page } = await openPage({ server: server(), path: '#/settings', viewport: phone, allowedErrors: [/status of 400/] })
  const heading = page.getByRole('heading', { level: 1 })
  await button(page, 'Settings list').click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await drawer.getByRole('link').first().waitFor()
  const titles = (await drawer.getByRole('link').allTextContents()).map(text => text.trim())
  expect(titles).toHaveLength(9)
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
  await save(page).click()
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
  await save(page).click()
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
  expect(sent(calls).map(([, body]) => body)).toEqual([
    { meta: { appUrl: 'https://here.example' } },
    { googleAuth: { clientId: 'made here' } },
  ])
})
