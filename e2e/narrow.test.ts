import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { columnNames, recordRow, recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'

const server = shareServer()
const untouched = shareServer({ sample: 'empty' })

const posts = '#/collections?collectionId=mgposts00000001'

/** Checks for horizontal scrolling at 390 and 360 pixels. */
async function expectToFit(page: Page) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ ...phone, width })
    await expectNoSidewaysScroll(page)
  }
}

test('the pages for signed-out visitors fit on a phone', async () => {
  const { page, go } = await openPage({ server: server(), signedIn: false, viewport: phone })
  const screens = {
    '#/login': 'Admin sign in',
    '#/request-password-reset': 'Forgotten admin password',
    '#/confirm-password-reset/token': 'Reset your admin password',
    '#/nowhere': 'Page not found',
  }
  for (const [path, heading] of Object.entries(screens)) {
    await go(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await expectToFit(page)
  }
  const installer = await openPage({ server: untouched(), signedIn: false, viewport: phone })
  await installer.page.getByRole('heading', { level: 1 }).waitFor()
  await expectToFit(installer.page)
})

test('the records of every collection and the panel of one of them fit on a phone', async () => {
  const { page, client, go } = await openPage({ server: server(), viewport: phone, path: '#/collections' })
  for (const { id, name, type } of await client.collections.getFullList({ sort: 'name' })) {
    const { totalItems, items } = await client.collection(id).getList(1, 1, { sort: type === 'view' ? '' : '-created' })
    await go(`#/collections?collectionId=${id}`)
    await recordTable(page, name).waitFor()
    await totalFound(page, totalItems).waitFor()
    await expectToFit(page)
    await page.getByRole('rowheader').first().waitFor()
    await go(`#/collections?collectionId=${id}&recordId=${items[0]?.id}`)
    const panel = page.getByRole('dialog', { name })
    await (type === 'view' ? panel.getByRole('term').first() : input(panel, 'id')).waitFor()
    await expectToFit(page)
    await eventually(async () => (await panel.boundingBox())?.width).toBe(360)
  }
})

test('the titles of pages are complete on a phone', async () => {
  const { page, go } = await openPage({ server: server(), viewport: phone, path: '#/logs' })
  const titles = {
    '#/logs': 'Logs',
    '#/access': 'Access',
    '#/settings': 'Application',
    '#/settings/web-hooks': 'Web hooks',
    '#/settings/import-collections': 'Import collections',
    '#/settings/auth-providers': 'Auth providers',
  }
  const clipped = `[...document.querySelectorAll('h1 span')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`
  for (const [path, name] of Object.entries(titles)) {
    await go(path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    for (const width of [390, 360]) {
      await page.setViewportSize({ ...phone, width })
      await eventually(() => page.evaluate<number>(clipped)).toBe(0)
    }
  }
})

test('on a phone the sidebar is a drawer, and menus, dialogs and the selection bar fit', async () => {
  const { page } = await openPage({ server: server(), viewport: phone, path: posts })
  await totalFound(page, 40).waitFor()
  const chip = page.getByRole('button', { name: 'Copy id post00000000040' }).locator('span')
  await eventually(() =>
    chip.evaluate((text: { scrollWidth: number; clientWidth: number }) => text.scrollWidth - text.clientWidth),
  ).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Collections list' }).click()
  const drawer = page.getByRole('dialog', { name: 'Collections' })
  await drawer.waitFor()
  await expectToFit(page)
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'tags', exact: true }).click()
  await totalFound(page, 8).waitFor()
  await eventually(() => drawer.count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Select tag000000000001' }).check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.waitFor()
  await expectToFit(page)
  expect((await selection.boundingBox())?.height, 'the bar has one line').toBeLessThan(70)
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectToFit(page)
  await page.getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: `Account of ${editor.email}` }).click()
  await page.getByRole('menu').waitFor()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await recordRow(page, 'tag000000000001').click()
  await page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await expectAccessible(page)
})

test('on a touch screen the rich text toolbar shows that it scrolls, and scrolls to its last tool', async () => {
  const { page } = await openPage({ server: server(), viewport: phone, isTouch: true, path: `${posts}&recordId=post00000000040` })
  const toolbar = page.getByRole('toolbar', { name: 'Tools of body' })
  await toolbar.getByRole('button', { name: 'Bold' }).waitFor()
  /** Returns the opacities of the scroll hints at the start and at the end of the toolbar. */
  const signs = () =>
    page.evaluate<string[]>(`['', ' [aria-label="View"]'].map(
      part => getComputedStyle(document.querySelector('[aria-label="Tools of body"]' + part), '::before').opacity,
    )`)
  await eventually(signs).toEqual(['0', '1'])
  await expectAccessible(page)
  await toolbar.getByRole('button', { name: 'Redo' }).scrollIntoViewIfNeeded()
  await eventually(async () => (await signs())[0]).toBe('1')
})

test('a touch screen shows no keyboard shortcuts', async () => {
  const { page } = await openPage({ server: server(), viewport: phone, isTouch: true, path: posts })
  await totalFound(page, 40).waitFor()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Go to...' }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  const shownKeys = () => page.locator('kbd:visible').count()
  expect(await shownKeys()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Options of title' }).click()
  await page.getByRole('menuitem', { name: 'Move right' }).waitFor()
  expect(await shownKeys()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter syntax' }).click()
  await page.getByRole('dialog', { name: 'Filter syntax' }).waitFor()
  expect(await shownKeys()).toBe(0)
})

test('a column header keeps its sort arrow in view at any column width', async () => {
  const { page } = await openPage({ server: server(), viewport: phone, isTouch: true, path: `${posts}&sort=published` })
  await totalFound(page, 40).waitFor()
  const head = page.getByRole('columnheader', { name: 'published' })
  const border = head.getByRole('separator')
  await page.setViewportSize({ width: 700, height: 844 })
  await head.scrollIntoViewIfNeeded()
  await border.press('Home')
  for (const width of [700, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const boxes = async () => {
      const arrow = await head.getByRole('button', { name: 'published', exact: true }).locator('svg').last().boundingBox()
      const menu = await head.getByRole('button', { name: 'Options of published' }).boundingBox()
      return { arrow: (arrow?.x ?? 0) + (arrow?.width ?? 0), menu: menu?.x ?? 0, size: arrow?.width }
    }
    // The table lays its columns out again after the window has its new size.
    await eventually(async () => {
      const { arrow, menu, size } = await boxes()
      return { size, isInView: arrow <= menu }
    }).toEqual({ size: 14, isInView: true })
  }
})

test('on a phone the first column other than id stays in view, and id is the last column', async () => {
  const { page } = await openPage({ server: server(), viewport: phone, path: posts })
  await totalFound(page, 40).waitFor()
  const names = await columnNames(page)
  expect([names[0], names.at(-1)]).toEqual(['title', 'id'])
  const title = page.getByRole('cell', { name: 'Copper harbour', exact: true })
  const before = await title.boundingBox()
  await page.getByRole('button', { name: 'Copy id post00000000040' }).scrollIntoViewIfNeeded()
  expect(await title.boundingBox()).toEqual(before)
  expect(before?.x).toBeLessThan(60)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await eventually(async () => (await columnNames(page))[0]).toBe('id')
})

test('a touch screen shows why the S3 connection failed without a tooltip', async () => {
  const allowedErrors = [/status of 400/]
  const { page, client, load } = await openPage({ path: null, viewport: phone, isTouch: true, allowedErrors })
  const s3 = { enabled: true, endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', accessKey: 'a', secret: 's' }
  await client.settings.update({ s3 })
  await load('#/settings/storage')
  await page
    .getByRole('status')
    .getByText(/^Failed to test the S3 filesystem: /)
    .waitFor()
  await expectAccessible(page)
})
