import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { saveButton, sentChanges } from './harness/settings.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const pages = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')

test('M29.1–4 M29.7 M29.10–11 M29.15 the application settings are loaded, validated at their inputs, and reset with Cancel', async () => {
  const { page } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  const held = await holdCalls(page, request => request.url().includes('/api/settings'))
  await page.goto(`${server().origin}/_/#/settings`)
  await page.getByRole('status', { name: 'Loading settings...' }).waitFor()
  held.release()
  const name = input(page, 'Application name')
  await name.waitFor()
  expect(await page.title()).toBe('Application - Small Magazine - Coffer')
  expect((await pages(page).allTextContents()).map(text => text.trim())).toEqual(
    expect.arrayContaining(['Application', 'Mail settings', 'Files storage', 'Export collections', 'Import collections']),
  )
  expect(await saveButton(page).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  await expectAccessible(page)

  await name.fill('')
  await saveButton(page).click()
  await page.getByText('Cannot be blank.').waitFor()
  expect(await hasFocus(name)).toBe(true)
  await input(page, 'Application URL').fill('no address')
  await name.fill('Other')
  await saveButton(page).click()
  await page.getByText('Must be a valid URL.').waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await eventually(() => name.inputValue()).toBe('Small Magazine')
})

test('M29.2 M29.5–9 M29.12–14 M29.16 a save sends only the changed application settings, and leaving asks about unsaved ones', async () => {
  const { page, client, load } = await openPage({ server: server(), path: '#/settings' })
  const before = await client.settings.getAll()
  const calls = watchCalls(page)
  const name = input(page, 'Application name')
  await name.fill('Large Magazine')
  const hide = page.getByRole('switch', { name: 'Hide collection create and edit controls' })
  await hide.check()
  await pages(page).filter({ hasText: 'Mail settings' }).click()
  const question = page.getByRole('alertdialog', { name: /^You have unsaved changes\./ })
  await question.waitFor()
  expect(sentChanges(calls)).toEqual([])
  // The key arrives while the focus is still in the closed dialog, which leaves the page in the next frame.
  await page.evaluate(`{
    const no = [...document.querySelectorAll('[role=alertdialog] button')].find(({ textContent }) => textContent === 'No')
    const key = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true })
    no.click()
    queueMicrotask(() => no.dispatchEvent(key))
  }`)
  await toast(page, 'Successfully saved application settings.').waitFor()
  expect(sentChanges(calls)).toEqual([['/api/settings', { meta: { appName: 'Large Magazine', hideControls: true } }]])
  await eventually(() => page.title()).toBe('Application - Large Magazine - Coffer')
  expect(await saveButton(page).isDisabled()).toBe(true)
  await eventually(() => pages(page).filter({ hasText: 'collections' }).count()).toBe(0)
  const { meta } = await client.settings.getAll()
  expect(meta).toEqual({ ...before.meta, appName: 'Large Magazine', hideControls: true })
  // Hidden is not forbidden: the server accepts changes, and the pages open at their addresses.
  await client.collections.update('mgregistry00001', { listRule: '' })
  await load('#/settings/export-collections')
  await page.getByRole('heading', { name: 'Export collections' }).waitFor()
  await load('#/settings')
  await hide.uncheck()
  await saveButton(page).click()
  await eventually(() => pages(page).filter({ hasText: 'collections' }).count()).toBe(2)
})
