import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { recordRow, recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'

const server = shareServer()
const untouched = shareServer({ sample: 'empty' })

const posts = '#/collections?collectionId=mgposts00000001'

/** At 390 and 360 pixels. */
async function expectToFit(page: Page) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ ...phone, width })
    await expectNoSidewaysScroll(page)
  }
}

test('pages for the signed out fit into a phone', async () => {
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

test('the records of every collection fit into a phone, with the panel of one of them', async () => {
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
    const box = await panel.boundingBox()
    expect(box?.width).toBe(360)
  }
})

test('on a phone the sidebar is a drawer, and menus, questions and selection fit', async () => {
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
