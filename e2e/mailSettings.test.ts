import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMailServer } from '../test/harness/openMailServer.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { holdTimeouts } from './harness/holdTimeouts.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { saveButton, sentChanges } from './harness/settings.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openMailSettings = () => openPage({ server: server(), path: '#/settings/mail', allowedErrors: [/status of 400/] })

test('M30.1–8 M30.14 the sender and the email templates are validated, and a save sends only what changed', async () => {
  const { page } = await openMailSettings()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const calls = watchCalls(page)
  await page.getByText('Configure common settings for sending emails.').waitFor()
  expect(await button(page, 'Send test email').isVisible()).toBe(true)
  expect(await saveButton(page).count()).toBe(0)

  await input(page, 'Sender address').fill('nobody')
  await page.getByText('Default "Password reset" email template').click()
  const template = page.getByRole('group').filter({ hasText: 'Default "Password reset"' })
  await input(template, 'Action URL').fill('https://magazine.example/reset')
  await saveButton(page).click()
  await page.getByText('Must be a valid email address.').waitFor()
  await page.getByText('Missing required parameter "{TOKEN}".').waitFor()
  await template.getByRole('button', { name: 'Copy {TOKEN} (required)' }).first().click()
  await toast(page, 'Copied {TOKEN} to clipboard').waitFor()
  await input(template, 'Action URL').fill('https://magazine.example/reset/{TOKEN}')
  await input(page, 'Sender address').fill('desk@magazine.example')
  await saveButton(page).click()
  await toast(page, 'Successfully saved mail settings.').waitFor()
  expect(sentChanges(calls)).toEqual([
    ['/api/settings', { meta: { resetPasswordTemplate: { actionUrl: 'https://magazine.example/reset/{TOKEN}' } } }],
  ])
})

test('M30.9–14 the SMTP settings are validated at their inputs, and the stored password is never shown', async () => {
  const { page, client } = await openMailSettings()
  const calls = watchCalls(page)
  await page.getByRole('switch', { name: /^Use SMTP mail server/ }).check()
  await input(page, 'SMTP server host').fill('127.0.0.1')
  for (const [port, problem] of [
    ['0', 'Must be greater than 0.'],
    ['70000', 'Must be no greater than 65535.'],
    ['', 'Cannot be blank.'],
  ] as const) {
    await input(page, 'Port').fill(port)
    await saveButton(page).click()
    await page.getByText(problem, { exact: true }).waitFor()
    expect(await input(page, 'Port').inputValue()).toBe(port)
  }
  await input(page, 'Port').fill('2526')
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
  await saveButton(page).click()
  await toast(page, 'Successfully saved mail settings.').waitFor()
  expect(sentChanges(calls)).toEqual([
    ['/api/settings', { smtp: { enabled: true, host: '127.0.0.1', port: 2526, username: '' } }],
  ])
  expect((await client.settings.getAll()).smtp?.password).toBe('******')
})

test('M30.15–20 a test email can be sent with each visible template, and an email that takes too long is reported', async () => {
  const mailServer = await openMailServer()
  try {
    const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
    const smtp = { enabled: true, host: '127.0.0.1', port: mailServer.port, username: '' }
    await client.settings.update({ meta: { senderAddress: 'desk@magazine.example' }, smtp })
    const calls = watchCalls(page)
    await load('#/settings/mail')
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
    const test = calls.findLast(({ path }) => path === '/api/settings/test/email')
    expect(test?.request.postDataJSON()).toMatchObject({ email: 'reader@magazine.example', template: 'password-reset' })
    await button(page, 'Send test email').click()
    await dialog.getByLabel('"One-time password" template').check()
    await dialog.getByRole('combobox', { name: 'Template of' }).click()
    await page.getByRole('option', { name: 'clients' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    const [, code] = await mailServer.expectTaken(2)
    expect(code?.source).toContain('123456')

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
  } finally {
    await mailServer.close()
  }
})
