import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { editCollection, question } from './harness/collectionEditor.ts'
import { descriptionOf } from './harness/descriptionOf.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRows, totalFound } from './harness/records.ts'
import { toast } from './harness/toast.ts'
import { changesIn, watchCalls } from './harness/watchCalls.ts'

const media = '#/collections?collectionId=mgmedia00000001'

const asked = (page: Page, name: string) => question(page, `Do you really want to delete all records of collection "${name}"?`)

/** Chooses Truncate in the menu of an editor. Opens the editor of the current collection unless there is one. */
async function truncate(page: Page, opened?: Locator): Promise<Locator> {
  const editor = opened ?? (await editCollection(page))
  await editor.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Truncate' }).click()
  return editor
}

async function close(page: Page, editor: Locator) {
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'hidden' })
}

test('the question before a truncation counts the records and files, and asks for the name of the collection', async () => {
  const { page, client } = await openPage({ path: media })
  await totalFound(page, 6).waitFor()
  await truncate(page)
  const dialog = asked(page, 'media')
  const described = '6 records and 16 files are deleted permanently. No other records are deleted.'
  await eventually(() => descriptionOf(dialog)).toBe(described)
  await expectAccessible(page, 'layer')
  const confirm = dialog.getByRole('button', { name: 'Delete all records' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('medi')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'No' }).click()
  expect((await client.collection('media').getList(1, 1)).totalItems).toBe(6)
})

test('the question before a truncation opens while the records are counted, and closes when the address changes', async () => {
  const { page } = await openPage({ path: media })
  await totalFound(page, 6).waitFor()
  const preview = (path: string) => new URL(path).pathname === '/api/deletions/preview'
  const { arrived, release } = await holdCalls(page, request => preview(request.url()))
  const editor = await truncate(page)
  await arrived
  const dialog = asked(page, 'media')
  await dialog.getByText('Counting the records and files to delete...').waitFor()
  await dialog.getByRole('button', { name: 'No' }).click()
  await eventually(() => dialog.count()).toBe(0)

  await truncate(page, editor)
  await dialog.getByText('Counting the records and files to delete...').waitFor()
  await page.goBack()
  await eventually(() => dialog.count()).toBe(0)
  release()
  await totalFound(page, 6).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('after the question before a truncation or a deletion, the focus is on the button of the menu, also when it was asked before', async () => {
  const { page } = await openPage({ path: media })
  const editor = await editCollection(page)
  const more = editor.getByRole('button', { name: 'More' })
  for (const entry of ['Truncate', 'Truncate', 'Delete', 'Delete']) {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('alertdialog').count()).toBe(0)
    await eventually(() => hasFocus(more)).toBe(true)
  }
  await truncate(page, editor)
  await asked(page, 'media').getByRole('textbox').fill('media')
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully truncated collection "media".').waitFor()
  await eventually(() => hasFocus(more)).toBe(true)
})

test('a truncation empties the list behind the editor, which keeps what was typed', async () => {
  const { page, client } = await openPage({ path: media })
  await totalFound(page, 6).waitFor()
  const editor = await editCollection(page)
  await input(editor, 'Name').fill('pictures')
  await truncate(page, editor)
  const dialog = asked(page, 'media')
  await dialog.getByRole('textbox').fill('media')
  const calls = watchCalls(page)
  await dialog.getByRole('button', { name: 'Delete all records' }).click()
  await toast(page, 'Successfully truncated collection "media".').waitFor()
  expect(changesIn(calls).map(({ method, path }) => [method, path])).toEqual([
    ['DELETE', '/today/api/collections/mgmedia00000001/truncate'],
  ])
  expect((await client.collection('media').getList(1, 1)).totalItems).toBe(0)
  expect(await input(editor, 'Name').inputValue()).toBe('pictures')
  await page.keyboard.press('Escape')
  await question(page, /^You have unsaved changes/)
    .getByRole('button', { name: 'Yes' })
    .click()
  await totalFound(page, 0).waitFor()
  await eventually(() => recordRows(page).count()).toBe(0)
})

test('the question before a truncation counts what cascades, and what prevents it', async () => {
  const { page, client, go } = await openPage({
    path: '#/collections?collectionId=mgauthors000001',
    allowedErrors: [/status of 400/],
  })
  const totalOf = async (name: string) => (await client.collection(name).getList(1, 1)).totalItems
  const [authors, posts, comments] = [await totalOf('authors'), await totalOf('posts'), await totalOf('comments')]
  const editor = await truncate(page)
  const first = asked(page, 'authors')
  await first.getByText(`${comments} records of comments and ${posts} records of posts are deleted too.`).waitFor()
  await first.getByRole('button', { name: 'No' }).click()
  await eventually(() => first.count()).toBe(0)
  await close(page, editor)

  await go('#/collections?collectionId=mgcategories001')
  await totalFound(page, 6).waitFor()
  await truncate(page)
  const dialog = asked(page, 'categories')
  await dialog.getByText(`Its records can't be deleted while ${posts} records of posts require them.`).waitFor()
  await dialog.getByRole('textbox').fill('categories')
  await dialog.getByRole('button', { name: 'Delete all records' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/required relation reference/)
    .waitFor()
  await expectAccessible(page, 'layer')
  await dialog.getByRole('button', { name: 'No' }).click()
  expect([await totalOf('authors'), await totalOf('categories')]).toEqual([authors, 6])
})

test('a view cannot be truncated, and a missing count does not prevent the truncation of a collection', async () => {
  const { page, go } = await openPage({
    path: '#/collections?collectionId=mgpoststats0001',
    allowedErrors: [/status of 503/],
  })
  const editor = await editCollection(page)
  await editor.getByRole('button', { name: 'More' }).click()
  const items = page.getByRole('menuitem')
  await eventually(async () => (await items.allInnerTexts()).map(item => item.trim())).toEqual(['Duplicate', 'Delete'])
  await page.keyboard.press('Escape')
  await eventually(() => items.count()).toBe(0)
  await close(page, editor)

  await go(media)
  await totalFound(page, 6).waitFor()
  const effects = { deleted: [], requiredBy: [], isComplete: true }
  await page.route('**/api/deletions/preview', route => route.fulfill({ json: effects }))
  const opened = await truncate(page)
  const uncounted =
    'All of its records and files are deleted permanently. Counting them took too long. No other records are deleted.'
  await asked(page, 'media').getByText(uncounted).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => asked(page, 'media').count()).toBe(0)

  await page.unroute('**/api/deletions/preview')
  await page.route('**/api/deletions/preview', route => route.fulfill({ status: 503, json: { code: 503 } }))
  await truncate(page, opened)
  const dialog = asked(page, 'media')
  await dialog.getByText("Couldn't count its records and files.").waitFor()
  await dialog.getByRole('textbox').fill('media')
  await dialog.getByRole('button', { name: 'Delete all records' }).click()
  await toast(page, 'Successfully truncated collection "media".').waitFor()
})
