import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samplesDir } from '../test/harness/paths.ts'
import { eventually } from './harness/eventually.ts'
import { filterBar } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { columnHeader, recordRow, shownIds, totalFound } from './harness/records.ts'
import { choice, relatedNames, relation } from './harness/relations.ts'
import { richText, richTools, tool } from './harness/richText.ts'
import { runWhenRoleAppears } from './harness/runWhenRoleAppears.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'
import { tabTo } from './harness/tabTo.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

test('an admin signs in, opens a collection, sorts and filters it with the keyboard alone', async () => {
  const { page } = await openPage({ server: server(), signedIn: false })
  await eventually(() => hasFocus(input(page, 'Email'))).toBe(true)
  await page.keyboard.type(editor.email)
  await tabTo(page, input(page, 'Password'))
  await page.keyboard.type(editor.password)
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('link', { name: 'tags', exact: true }))
  await page.keyboard.press('Enter')
  await totalFound(page, 8).waitFor()

  await tabTo(page, columnHeader(page, 'id').getByRole('button', { name: 'id', exact: true }))
  await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(columnHeader(page, 'name').getByRole('button', { name: 'name', exact: true }))).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => columnHeader(page, 'name').getAttribute('aria-sort')).toBe('descending')
  await page.keyboard.press('Enter')
  await eventually(() => columnHeader(page, 'name').getAttribute('aria-sort')).toBe('ascending')

  await page.keyboard.press('/')
  await eventually(() => hasFocus(filterBar(page))).toBe(true)
  await page.keyboard.type('kind = "place"')
  await page.keyboard.press('Enter')
  await totalFound(page, 2).waitFor()
  // The count is a separate request and can arrive before the list.
  await eventually(() => shownIds(page)).toEqual(['tag000000000004', 'tag000000000003'])
})

test('an admin changes, creates and deletes a record with the keyboard alone', async () => {
  const path = '#/collections?collectionId=mgtags000000001&filter=kind%3D%22place%22&sort=name'
  const { page, client } = await openPage({ server: server(), path })
  const panel = page.getByRole('dialog')
  await totalFound(page, 2).waitFor()
  await tabTo(page, recordRow(page, 'tag000000000004'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, input(panel, 'name'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Lisboa')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => hasFocus(recordRow(page, 'tag000000000003'))).toBe(true)

  await page.keyboard.press('n')
  await eventually(() => hasFocus(input(panel, 'name'))).toBe(true)
  await page.keyboard.type('Porto')
  await tabTo(page, input(panel, 'kind'))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'place' }).waitFor()
  await page.keyboard.type('pl')
  await page.keyboard.press('Enter')
  await tabTo(page, panel.getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully created record.').waitFor()
  await totalFound(page, 3).waitFor()
  const porto = await client.collection('tags').getFirstListItem('name = "Porto"')
  expect(porto.kind).toBe('place')

  await recordRow(page, porto.id).waitFor()
  await tabTo(page, recordRow(page, 'tag000000000003'))
  await page.keyboard.press('End')
  await eventually(() => hasFocus(recordRow(page, porto.id))).toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'More' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('End')
  await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Delete' }))).toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete record' }))
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully deleted record.').waitFor()
  await totalFound(page, 2).waitFor()
  const names = (await client.collection('tags').getFullList({ filter: 'kind = "place"', sort: 'name' })).map(({ name }) => name)
  expect(names).toEqual(['Köln', 'Lisboa'])
})

test('an admin changes the theme with the keyboard alone', async () => {
  const { page } = await openPage({ server: server() })
  await tabTo(page, page.getByRole('button', { name: `Account of ${editor.email}` }))
  const brightness = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await brightness()
  await recordFocus(page, 'menuitemradio')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
  expect(await page.evaluate('window.focusAtFirst.role')).toMatch(/^menu/)
  // Not the whole word: if half a second passes before its "k", the menu moves to "Keyboard shortcuts".
  await page.keyboard.type('da')
  await eventually(() => hasFocus(page.getByRole('menuitemradio', { name: 'Dark' }))).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(brightness).not.toBe(light)
})

/** Picks a record for a relation field: searches for a term and selects the record with the label. */
async function pick(page: Page, form: Locator, name: string, collection: string, term: string, label: string) {
  const field = relation(form, name)
  await tabTo(page, field.getByRole('button', { name: 'Open picker' }))
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: `Select ${collection} records` })
  await eventually(() => hasFocus(filterBar(picker))).toBe(true)
  await page.keyboard.type(term)
  await page.keyboard.press('Enter')
  await eventually(() => picker.getByRole('radio').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(choice(picker, label))).toBe(true)
  await page.keyboard.press('Space')
  await eventually(() => choice(picker, label).isChecked()).toBe(true)
  await tabTo(page, picker.getByRole('button', { name: 'Set selection' }))
  await page.keyboard.press('Enter')
  await eventually(() => relatedNames(field)).toEqual([label])
  await eventually(() => hasFocus(field.getByRole('button', { name: 'Open picker' }))).toBe(true)
}
/** Types rich text and turns on bold from the toolbar. */
async function typeBold(page: Page, form: Locator) {
  await tabTo(page, richText(form, 'body'))
  await page.keyboard.type('Plain and ')
  await page.keyboard.press('Alt+F10')
  await eventually(() => hasFocus(tool(richTools(form, 'body'), 'Kind of block: Paragraph'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(tool(richTools(form, 'body'), 'Bold'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(richText(form, 'body'))).toBe(true)
  await page.keyboard.type('bold')
}

/** Uploads a cover and previews it. */
async function uploadCover(page: Page, form: Locator) {
  const cover = form.getByRole('group', { name: 'cover', exact: true })
  await tabTo(page, cover.getByRole('button', { name: 'Upload new file' }))
  await page.keyboard.press('Enter')
  await cover.getByText('wide.png').waitFor()
  await tabTo(page, cover.getByRole('button', { name: 'Preview wide.png' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'wide.png' }).getByText('160 × 90').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(cover.getByRole('button', { name: 'Preview wide.png' }))).toBe(true)
}

test('an article with author, category, file and rich text can be created with the keyboard alone', async () => {
  const { page, client } = await openPage({
    server: server(),
    path: '#/collections?collectionId=mgposts00000001',
    ownContext: true,
  })
  const form = page.getByRole('dialog', { name: 'New posts record' })
  // Registered early, because a key press can be faster than the registration of a file chooser handler.
  page.on('filechooser', chooser => chooser.setFiles(join(samplesDir, 'files', 'wide.png')))
  await totalFound(page, 40).waitFor()
  await page.keyboard.press('n')
  await tabTo(page, input(form, 'title'))
  await page.keyboard.type('By hand')

  await typeBold(page, form)
  await tabTo(page, input(form, 'status'))
  await recordFocus(page, 'option')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'review' }).waitFor()
  expect(await page.evaluate('window.focusAtFirst.ariaLabel')).toBe('Search options')
  await page.keyboard.type('rev')
  await page.keyboard.press('Enter')

  await uploadCover(page, form)
  await pick(page, form, 'category', 'categories', 'culture', 'Culture')
  await pick(page, form, 'author', 'authors', 'birch', 'Bob Birch')
  await tabTo(page, form.getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully created record.').waitFor()
  const made = await client.collection('posts').getFirstListItem('title = "By hand"')
  expect(made).toMatchObject({
    body: '<p>Plain and <strong>bold</strong></p>',
    status: 'review',
    cover: expect.stringMatching(/^wide_\w{10}\.png$/),
    author: 'author000000002',
  })
  expect((await client.collection('categories').getOne(made.category)).name).toBe('Culture')
  await recordRow(page, made.id).waitFor()
  await eventually(() => page.evaluate<boolean>('document.activeElement.closest("main") !== null')).toBe(true)
})

test('a panel and a question receive the keys that are pressed before the browser draws their first frame', async () => {
  const { page, load } = await openPage({ server: server(), path: null, ownContext: true })
  await page.addInitScript('requestAnimationFrame = callback => setTimeout(() => callback(performance.now()), 1000)')
  await load('#/collections?collectionId=mgtags000000001')
  await totalFound(page, 8).waitFor()
  const form = page.getByRole('dialog', { name: 'New tags record' })
  await page.keyboard.press('n')
  await input(form, 'name').waitFor()
  await page.keyboard.type('Porto')
  expect(await input(form, 'name').inputValue()).toBe('Porto')

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: /^You have unsaved changes/ })
  await question.waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await input(form, 'name').inputValue()).toBe('Porto')
})

/** Records which element receives keys typed as soon as an element of a role appears. */
const recordFocus = (page: Page, role: string) => runWhenRoleAppears(page, role, 'window.focusAtFirst = document.activeElement')
