import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { filterBar } from './harness/filterBar.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRow, recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'

const server = shareServer({ prepare: [{ sql: 'DELETE FROM secrets' }] })
const untouched = shareServer({ sample: 'empty' })

const posts = '#/collections?collectionId=mgposts00000001'
const users = '#/collections?collectionId=_pb_users_auth_'

const signedOutScreens = [
  { path: '#/login', submit: 'Login' },
  { path: '#/request-password-reset', submit: 'Send recovery link' },
  { path: '#/confirm-password-reset/token', submit: 'Set new password' },
]

test('the sign-in, recovery and not-found screens are accessible, also with error messages', async () => {
  const { page, go } = await openPage({ server: server(), signedIn: false, path: '#/nowhere' })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expectAccessible(page)
  for (const { path, submit } of signedOutScreens) {
    await go(path)
    await page.getByRole('button', { name: submit }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: submit }).click()
    await page
      .getByText(/cannot be blank/)
      .first()
      .waitFor()
    await expectAccessible(page)
  }
})

test('the installer is accessible, also with error messages', async () => {
  const { page } = await openPage({ server: untouched(), signedIn: false })
  await page.getByRole('button', { name: 'Create and login' }).click()
  await page.getByText('Email cannot be blank.').waitFor()
  await expectAccessible(page)
})

test('the record list is accessible while it loads and when it is loaded', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, request => request.url().includes('/api/collections?'))
  await load(posts)
  await page.getByText('Loading collections...').waitFor()
  await expectAccessible(page)
  const heldList = await holdCalls(page, request => request.url().includes('/records'))
  held.release()
  await recordTable(page, 'posts').waitFor()
  // The placeholder of a row ends within the window, although the table is wider.
  const line = recordTable(page, 'posts').locator('tbody td').first().locator('span').last()
  const { x = 0, width = 0 } = (await line.boundingBox()) ?? {}
  expect(x + width).toBeLessThan(1440)
  await expectAccessible(page)
  heldList.release()
  await totalFound(page, 40).waitFor()
  await expectAccessible(page)
})

test('the record list is accessible with an error in the filter, when it is empty, and when it cannot be loaded', async () => {
  const allowedErrors = [/status of (400|500)/, /not be loaded/]
  const { page } = await openPage({ server: server(), path: posts, allowedErrors })
  await totalFound(page, 40).waitFor()
  const bar = filterBar(page)
  await bar.fill('title =')
  await bar.press('Enter')
  await page.getByRole('search').getByText('Expected a field or a value after =.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'secrets' }).click()
  await recordTable(page, 'secrets').getByText('No records found.').waitFor()
  await expectAccessible(page)
  const response = { status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } }
  await page.route('**/api/collections/*/records**', route => route.fulfill(response))
  await page.getByRole('link', { name: 'authors' }).click()
  await page.getByText('The records could not be loaded.').waitFor()
  await toast(page, 'The disk is gone.').waitFor()
  await expectAccessible(page)
})

test('row selection, menus, tooltips and dialogs are accessible', async () => {
  const { page } = await openPage({ server: server(), path: users })
  await totalFound(page, 8).waitFor()
  await page.getByRole('button', { name: 'Pin tags', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select alice0000000001' }).check()
  await page.getByRole('region', { name: 'Selection' }).waitFor()
  await recordRow(page, 'alice0000000001').getByRole('time').first().hover()
  await page.getByRole('tooltip').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'No' }).click()
  for (const name of ['Toggle columns', `Account of ${editor.email}`]) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('menu').count()).toBe(0)
  }
})

test.each(['base', 'auth', 'view'])('the record panel is accessible for every %s collection', async wanted => {
  const { page, client, go } = await openPage({ server: server(), path: posts })
  await totalFound(page, 40).waitFor()
  const collections = (await client.collections.getFullList({ sort: 'name' })).filter(({ type }) => type === wanted)
  expect(collections.length).toBeGreaterThan(0)
  for (const { id, name, type } of collections) {
    const [record] = (await client.collection(id).getList(1, 1, { sort: type === 'view' ? '' : 'id' })).items
    await go(`#/collections?collectionId=${id}&recordId=${record?.id ?? 'new'}`)
    const panel = page.getByRole('dialog', { name })
    await (type === 'view' ? panel.getByText(record?.id ?? '') : input(panel, 'id')).first().waitFor()
    await expectAccessible(page, 'layer')
  }
})

test('the record panel is accessible with its menu, its option lists, its error messages and its dialogs open', async () => {
  const { page } = await openPage({ server: server(), path: `${users}&recordId=new`, allowedErrors: [/status of 400/] })
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await panel.getByText('Cannot be blank.').first().waitFor()
  await expectAccessible(page)
  await input(panel, 'role').click()
  await page.getByRole('option', { name: 'writer' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'writer' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes' }).click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await recordRow(page, 'bob000000000001').click()
  await page.getByRole('checkbox', { name: 'Change password' }).check()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page)
})

/** Measures the brightness of the page background, 0 to 255, from a screenshot, which does not depend on the CSS color notation. */
const brightness = (page: Page) =>
  page.evaluate<number>(`(() => {
    const paper = document.createElement('canvas').getContext('2d')
    paper.fillStyle = getComputedStyle(document.body).backgroundColor
    paper.fillRect(0, 0, 1, 1)
    return paper.getImageData(0, 0, 1, 1).data[0]
  })()`)

const isDark = async (page: Page) => (await brightness(page)) < 128

test('the theme is chosen in the avatar menu, survives a reload, and is applied to other tabs', async () => {
  const { page, origin } = await openPage({ server: server(), path: '#/collections' })
  const other = await page.context().newPage()
  await other.goto(`${origin}/_/#/collections`)
  await page.bringToFront()
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: `Account of ${editor.email}` }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  expect(await isDark(page)).toBe(false)
  await choose('Dark')
  await eventually(() => isDark(page)).toBe(true)
  await eventually(() => isDark(other)).toBe(true)
  await page.reload()
  await eventually(() => isDark(page)).toBe(true)
  await choose('System')
  await eventually(() => isDark(page)).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(() => isDark(page)).toBe(true)
  await choose('Light')
  await eventually(() => isDark(page)).toBe(false)
  await eventually(() => isDark(other)).toBe(false)
})

test('a stored theme is applied before the first paint', async () => {
  const { page, load } = await openPage({ server: server(), path: '#/collections', theme: 'light', ownContext: true })
  await page.evaluate(`localStorage.setItem('coffer.theme', 'dark')`)
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.theme !== 'dark') return
    observer.disconnect()
    window.themedAt = performance.now()
  }).observe(document, { attributes: true, childList: true, subtree: true })`)
  await load('#/collections')
  await totalFound(page, 5).waitFor()
  const paint = () => page.evaluate<number>(`performance.getEntriesByName('first-paint')[0]?.startTime ?? 0`)
  await eventually(paint).toBeGreaterThan(0)
  const themedAt = await page.evaluate<number>('window.themedAt')
  expect(themedAt).toBeGreaterThan(0)
  expect(themedAt).toBeLessThan(await paint())
})

test('the content security policy blocks inline scripts, and the test harness sees the violation', async () => {
  const violations: string[] = []
  const { page } = await openPage({ server: server(), path: '#/login', allowedErrors: [/Content Security Policy/] })
  page.on('console', message => message.type() === 'error' && violations.push(message.text()))
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'window.intruded = true'
    document.body.append(script)
  }`)
  await eventually(() => violations.join()).toMatch(/Content Security Policy/)
  expect(await page.evaluate('window.intruded')).toBeUndefined()
})
