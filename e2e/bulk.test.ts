import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRow, recordRows, shownIds, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { undoByKey } from './harness/undoByKey.ts'
import { watchCalls } from './harness/watchCalls.ts'

/** Each test changes records of its own collection. */
const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'
const categories = '#/collections?collectionId=mgcategories001'

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const box = (page: Page, id: string) => page.getByRole('checkbox', { name: `Select ${id}` })
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all loaded records' })
const undo = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Undo' })
const selectedIds = (page: Page) =>
  recordRows(page)
    .filter({ has: page.getByRole('checkbox', { checked: true }) })
    .getByRole('rowheader')
    .allInnerTexts()

test('M06.1–2 records are selected one at a time, all at once, and deselected', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await totalFound(page, 8).waitFor()
  expect(await bar(page).count()).toBe(0)
  await box(page, 'tag000000000002').check()
  await bar(page).getByText('Selected 1 record', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await box(page, 'tag000000000004').check()
  await bar(page).getByText('Selected 2 records').waitFor()
  const isMixed = () => all(page).evaluate((input: { indeterminate: boolean }) => input.indeterminate)
  expect(await isMixed()).toBe(true)
  await all(page).click()
  await bar(page).getByText('Selected 8 records').waitFor()
  expect(await isMixed()).toBe(false)
  expect(await selectedIds(page)).toEqual(await shownIds(page))
  await all(page).click()
  await eventually(() => bar(page).count()).toBe(0)
  await box(page, 'tag000000000002').check()
  await bar(page).getByRole('button', { name: 'Reset' }).click()
  await eventually(() => bar(page).count()).toBe(0)
  expect(await selectedIds(page)).toEqual([])
})

test('M06.2 "select all" selects the loaded rows, a second press all matching rows, which can be downloaded, and deleted until canceled', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/collections?collectionId=mgcomments00001' })
  await totalFound(page, 60).waitFor()
  await all(page).check()
  await bar(page).getByText('Selected 40 records').waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await eventually(() => all(page).isChecked()).toBe(false)
  await all(page).check()
  await bar(page).getByText('Selected 60 records').waitFor()
  await all(page).uncheck()

  await page.reload()
  await all(page).check()
  await bar(page).getByText('Selected 40 records').waitFor()
  await bar(page).getByRole('button', { name: 'Select all 60' }).click()
  await bar(page).getByText('Selected 60 records').waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await eventually(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  expect(await all(page).isChecked()).toBe(true)

  const downloading = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Download as JSON' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('comments_60_records.json')
  const records: { id: string }[] = JSON.parse(await readFile(await download.path(), 'utf8'))
  const stored = await client.collection('comments').getFullList()
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect(records.toSorted(byId)).toEqual(stored.map(record => ({ ...record })).toSorted(byId))

  const held = await holdCalls(page, request => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete 60 records' }).click()
  await held.arrived
  await page.getByText('0 of 60 records').waitFor()
  await expectAccessible(page, 'layer')
  await page.getByRole('button', { name: 'Stop' }).click()
  held.release()
  await toast(page, 'Deleted 4 of 60 records; the others stay selected.').waitFor()
  await bar(page).getByText('Selected 56 records').waitFor()
  await totalFound(page, 56).waitFor()
  await undo(page).click()
  await toast(page, 'All 4 records were restored.').waitFor()
  await totalFound(page, 60).waitFor()
  expect((await client.collection('comments').getFullList()).map(record => ({ ...record })).toSorted(byId)).toEqual(
    stored.map(record => ({ ...record })).toSorted(byId),
  )
})

test('Shift with the arrow keys selects a range of rows, Space a single row', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  // The count is a separate request and can arrive before the list.
  await eventually(() => recordRows(page).count()).toBe(8)
  const ids = await shownIds(page)
  await recordRow(page, ids[1] ?? '').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await eventually(() => selectedIds(page)).toEqual(ids.slice(1, 4))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await eventually(() => selectedIds(page)).toEqual([...ids.slice(1, 4), ids[5]])
  await page.keyboard.press('Space')
  await eventually(() => selectedIds(page)).toEqual(ids.slice(1, 4))
})

test('M06.3–5 selected records are deleted after a confirmation, the list reloads, and undo on another page restores them', async () => {
  const { page, client, go } = await openPage({ server: server(), path: scratch })
  const doomed = ['scratch00000003', 'scratch00000005', 'scratch00000008']
  await totalFound(page, 20).waitFor()
  for (const id of doomed) await box(page, id).check()
  const calls = watchCalls(page)
  const held = await holdCalls(page, request => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Delete selected' }).click()
  const question = page.getByRole('alertdialog', { name: 'Do you really want to delete the selected records?' })
  await question.getByRole('button', { name: 'Delete 3 records' }).click()
  await question.getByRole('button', { name: 'Delete 3 records', disabled: true }).waitFor()
  held.release()
  await toast(page, 'Successfully deleted the selected records.').waitFor()
  await totalFound(page, 17).waitFor()
  expect(await bar(page).count()).toBe(0)
  expect(await selectedIds(page)).toEqual([])
  expect(await shownIds(page)).not.toEqual(expect.arrayContaining([doomed[0]]))
  const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(deleted.toSorted()).toEqual(doomed.map(id => `/api/collections/mgscratch000001/records/${id}`))
  expect(calls.filter(({ method, query }) => method === 'GET' && query.perPage === '40').length).toBeGreaterThan(0)
  expect((await client.collection('scratch').getList(1, 1)).totalItems).toBe(17)

  await go('#/logs')
  await page.getByRole('heading', { name: 'Logs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Undo the deletion of 3 records In scratch' }).waitFor()
  await page.keyboard.press('Enter')
  await toast(page, 'All 3 records were restored.').waitFor()
  await go(scratch)
  await totalFound(page, 20).waitFor()
  // The count is a separate request and can arrive before the list.
  await eventually(() => shownIds(page)).toEqual(expect.arrayContaining(doomed))
})

test('M06.3 M06.5 M23.2 the toast of a deletion closes after 3 s, while its undo stays in the footer until the admin signs out', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&filter=id%3D%22scratch00000020%22` })
  await box(page, 'scratch00000020').check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  const question = page.getByRole('alertdialog', { name: 'Do you really want to delete the selected record?' })
  await question.getByRole('button', { name: 'No' }).click()
  await eventually(() => question.count()).toBe(0)
  expect(await box(page, 'scratch00000020').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await question.getByRole('button', { name: 'Delete record' }).click()
  await toast(page, 'Successfully deleted the selected record.').waitFor()
  await totalFound(page, 0).waitFor()
  await eventually(() => toast(page, 'Successfully deleted the selected record.').count()).toBe(0)
  await page.getByRole('contentinfo').getByText('Deleted a record of scratch').waitFor()
  await expectAccessible(page)
  expect(await undo(page).count()).toBe(1)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await eventually(() => undo(page).count()).toBe(0)
})

test('M06.4 records that cannot be deleted stay selected, and the reason is shown', async () => {
  const { page, client } = await openPage({ server: server(), path: categories, allowedErrors: [/status of 400/] })
  await totalFound(page, 6).waitFor()
  // Posts require a category, and "empty shelf" is the only category without posts.
  await box(page, 'category0000005').check()
  await box(page, 'category0000006').check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete 2 records' }).click()
  await toast(page, 'Deleted 1 of 2 records; the others stay selected.').waitFor()
  const report = page.getByRole('dialog', { name: '1 record could not be deleted' })
  await report
    .getByRole('listitem')
    .filter({ hasText: /^Books — .*required/ })
    .waitFor()
  await expectAccessible(page, 'layer')
  await report.getByRole('button', { name: 'Close' }).last().click()
  await totalFound(page, 5).waitFor()
  await bar(page).getByText('Selected 1 record', { exact: true }).waitFor()
  expect(await selectedIds(page)).toEqual(['category0000005'])
  expect((await client.collection('categories').getFullList()).map(({ id }) => id)).toContain('category0000005')
  await undoByKey(page)
  await toast(page, 'The record was restored.').waitFor()
  await totalFound(page, 6).waitFor()
  expect(await selectedIds(page)).toEqual(['category0000005'])
})

/** Selects three posts and opens the panel that edits them. */
async function editThreePosts(allowedErrors: RegExp[] = []) {
  const { page, client } = await openPage({
    server: server(),
    path: '#/collections?collectionId=mgposts00000001',
    allowedErrors,
  })
  const ids = ['post00000000040', 'post00000000039', 'post00000000038']
  const posts = client.collection('posts')
  const read = () => Promise.all(ids.map(id => posts.getOne(id)))
  const before = await read()
  await totalFound(page, 40).waitFor()
  for (const id of ids) await box(page, id).check()
  await bar(page).getByRole('button', { name: 'Edit selected' }).click()
  return { page, ids, read, before, panel: page.getByRole('dialog', { name: 'Edit 3 records' }) }
}

test('a bulk edit sets, clears and adds values in the selected records', async () => {
  const { page, ids, read, before, panel } = await editThreePosts()
  const change = (name: string) => panel.getByRole('button', { name: `Change ${name}`, exact: true }).click()
  const choose = async (name: string, way: string) => {
    await panel.getByRole('button', { name: `Set: how ${name} changes` }).click()
    await page.getByRole('menuitemradio', { name: way, exact: true }).click()
  }
  expect(await panel.getByRole('button', { name: 'Change 3 records' }).isDisabled()).toBe(true)

  await change('views')
  await eventually(() => hasFocus(input(panel, 'views'))).toBe(true)
  await page.keyboard.type('-7')
  await page.keyboard.press('Control+s')
  await panel.getByText('Must be larger than 0').first().waitFor()
  await choose('views', 'Add')
  await input(panel, 'views').fill('5')
  await change('flags')
  await choose('flags', 'Add')
  await input(panel, 'flags').click()
  await page.getByRole('option', { name: 'longread' }).click()
  await page.keyboard.press('Escape')
  await change('summary')
  await panel.getByRole('button', { name: 'Change 3 records' }).click()
  await panel.getByText('Missing value. To empty the field, choose "Clear".').waitFor()
  await eventually(() => hasFocus(input(panel, 'summary'))).toBe(true)
  await choose('summary', 'Clear')
  await panel.getByText('Will be cleared.').waitFor()
  await change('score')
  await panel.getByRole('button', { name: 'Leave score unchanged' }).click()
  await eventually(() => hasFocus(panel.getByRole('button', { name: 'Change score' }))).toBe(true)
  await expectAccessible(page, 'layer')

  const calls = watchCalls(page)
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Change 3 fields of 3 records?' })
  await question.waitFor()
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual([
    'Clear "summary"',
    'Add 5 to "views"',
    'Add "longread" to "flags"',
  ])
  await question.getByRole('button', { name: 'Change 3 records' }).click()
  await toast(page, 'Successfully changed 3 records.').waitFor()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  const bodies = calls.filter(({ method }) => method === 'PATCH').map(({ request }) => request.postDataJSON())
  expect(bodies).toEqual(ids.map(() => ({ summary: '', 'views+': 5, 'flags+': ['longread'] })))
  const values = ({ summary, views, flags, title }: Record<string, unknown>) => ({ summary, views, flags, title })
  const added = (flags: string[]) => [...new Set([...flags, 'longread'])]
  expect((await read()).map(values)).toEqual(
    before.map(({ views, flags, title }) => ({ summary: '', views: views + 5, flags: added(flags), title })),
  )
  await eventually(() => recordRow(page, ids[2] ?? '').textContent()).not.toContain(before[2]?.summary.slice(0, 12))
  await bar(page).getByText('Selected 3 records').waitFor()
})

test('a bulk edit lists the records that fail, and keeps them selected', async () => {
  const { page, before, panel } = await editThreePosts([/status of 400/])
  await panel.getByRole('button', { name: 'Change slug', exact: true }).click()
  await page.keyboard.type('one-for-all')
  await panel.getByRole('button', { name: 'Change 3 records' }).click()
  await page
    .getByRole('alertdialog', { name: 'Set "slug" to "one-for-all" on 3 records?' })
    .getByRole('button', { name: 'Change 3 records' })
    .click()
  const left = page.getByRole('dialog', { name: 'Edit 2 records' })
  await left.getByRole('alert').getByText('Changed 1 of 3 records; the others stay selected.').waitFor()
  const [first, ...others] = await left.getByRole('alert').getByRole('listitem').allInnerTexts()
  const shown = before.map(({ title }) => `${title} — slug: Value must be unique.`)
  expect(others).toHaveLength(1)
  expect(shown).toEqual(expect.arrayContaining([first, ...others]))
  await expectAccessible(page, 'layer')
  await left.getByRole('alert').getByRole('button').first().click()
  const nested = page.getByRole('dialog', { name: 'Edit posts record' })
  await nested.getByRole('button', { name: 'Cancel' }).click()
  await left.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('alertdialog', { name: /unsaved changes/ })
    .getByRole('button', { name: 'Yes' })
    .click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await bar(page).getByText('Selected 2 records').waitFor()
})
