import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { columnNames, recordRow, recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes its own records. */
const server = shareServer()

const tags = '#/collections?collectionId=mgtags000000001'
const scratch = '#/collections?collectionId=mgscratch000001'

const editTag = (page: Page) => page.getByRole('dialog', { name: 'Edit tags record' })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
/** Whether the form has nothing to save. While it is being saved, its button is only marked as disabled. */
const isSaved = (page: Page) => save(page).evaluate((button: { disabled: boolean }) => button.disabled)
const question = (page: Page, text: string) => page.getByRole('alertdialog', { name: text })
const leaveQuestion = 'You have unsaved changes. Do you really want to close the panel?'
const discardQuestion = 'You have unsaved changes. Do you really want to discard them?'

test('M05.6 M07.1–3 M07.6–8 a row opens its record with a click or Enter, and closing returns to the row', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  const row = recordRow(page, 'tag000000000003')
  const calls = watchCalls(page)
  await row.getByText('Lisbon').click()
  await editTag(page).waitFor()
  await eventually(() => address(page).query.recordId).toBe('tag000000000003')
  expect(await input(editTag(page), 'id').inputValue()).toBe('tag000000000003')
  expect(await input(editTag(page), 'id').isEditable()).toBe(false)
  expect(await input(editTag(page), 'name').inputValue()).toBe('Lisbon')
  expect(await input(editTag(page), 'kind').textContent()).toContain('place')
  // A plain input becomes an editor with syntax colors once the editor is loaded.
  const meta = await input(editTag(page), 'meta').evaluate(
    (shown: { value?: string; textContent: string }) => shown.value ?? shown.textContent,
  )
  expect(JSON.parse(meta)).toEqual({ lat: 38.72, lng: -9.14 })
  expect(await save(page).isDisabled()).toBe(true)
  const reads = () => calls.filter(({ path }) => path === '/api/collections/mgtags000000001/records/tag000000000003')
  expect(reads().map(({ method, query }) => [method, query])).toEqual([['GET', {}]])

  await page.keyboard.press('Escape')
  await eventually(() => editTag(page).count()).toBe(0)
  await eventually(() => address(page).query.recordId).toBeUndefined()
  await eventually(() => hasFocus(row)).toBe(true)
  await page.keyboard.press('Enter')
  await editTag(page).waitFor()
  await eventually(() => reads().length).toBe(2)
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(row)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await eventually(() => address(page).query.recordId).toBe('tag000000000002')

  // The buttons and keys of the panel move through the list.
  await page.getByRole('button', { name: 'Previous record' }).click()
  await eventually(() => input(editTag(page), 'name').inputValue()).toBe('Lisbon')
  await page.keyboard.press('k')
  await eventually(() => input(editTag(page), 'name').inputValue()).toBe('Köln')
  await input(editTag(page), 'name').fill('Cologne')
  const next = page.getByRole('button', { name: 'Next record' })
  await next.click()
  await question(page, leaveQuestion).getByRole('button', { name: 'No' }).click()
  expect(address(page).query.recordId).toBe('tag000000000004')
  expect(await input(editTag(page), 'name').inputValue()).toBe('Cologne')
  await next.click()
  await question(page, leaveQuestion).getByRole('button', { name: 'Yes' }).click()
  await eventually(() => input(editTag(page), 'name').inputValue()).toBe('Lisbon')
  expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0)
  expect(await save(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await eventually(() => editTag(page).count()).toBe(0)
})

test('M07.2 a record that cannot be read closes its panel and shows its id', async () => {
  const { page } = await openPage({ server: server(), path: `${tags}&recordId=gone`, allowedErrors: [/status of 404/] })
  await toast(page, 'Unable to load record with id "gone"').waitFor()
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created' })
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
})

test('M07.8–11 M07.13–14 M04.18 a save sends only the change, as a form, and the list shows it', async () => {
  const { page, client } = await openPage({ server: server(), path: `${tags}&recordId=tag000000000001` })
  const name = input(editTag(page), 'name')
  await name.fill('journeys')
  await eventually(() => save(page).isEnabled()).toBe(true)
  await name.fill('travel')
  await eventually(() => save(page).isDisabled()).toBe(true)
  await name.fill('journeys')
  const forms = await watchForms(page)
  await save(page).click()
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => editTag(page).count()).toBe(0)
  await recordRow(page, 'tag000000000001').getByText('journeys').waitFor()
  await totalFound(page, 8).waitFor()
  expect(forms).toEqual([
    {
      method: 'PATCH',
      path: '/api/collections/mgtags000000001/records/tag000000000001',
      values: { name: 'journeys' },
      parts: [],
    },
  ])
  expect(await client.collection('tags').getOne('tag000000000001')).toMatchObject({ name: 'journeys', kind: 'topic' })
})

test('M07.14 M23.3 Ctrl+S saves and keeps the panel open with the stored record', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000009` })
  const text = input(page.getByRole('dialog'), 't')
  for (const value of ['  first  ', '  second  ']) {
    await text.fill(value)
    await page.keyboard.press('Control+s')
    await eventually(async () => (await client.collection('scratch').getOne('scratch00000009')).t).toBe(value)
    await eventually(() => isSaved(page)).toBe(true)
  }
  // Changes saved while a save is in progress are sent after it.
  const held = await holdCalls(page, request => request.method() === 'PATCH')
  await text.fill('third')
  await page.keyboard.press('Control+s')
  await held.arrived
  await text.fill('  second, later  ')
  await page.keyboard.press('Control+s')
  held.release()
  await eventually(async () => (await client.collection('scratch').getOne('scratch00000009')).t).toBe('  second, later  ')
  await eventually(() => isSaved(page)).toBe(true)
  expect(await toast(page, 'Successfully updated record.').count()).toBe(1)
  expect(await page.getByRole('dialog', { name: 'Edit scratch record' }).count()).toBe(1)
  expect(await hasFocus(text)).toBe(true)
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await recordRow(page, 'scratch00000009').getByText('second, later').waitFor()
})

test('M07.17–18 M23.8 every way out of the panel asks about unsaved changes', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await recordRow(page, 'tag000000000005').click()
  const name = input(editTag(page), 'name')
  await name.fill('Grace')
  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => editTag(page).getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]
  for (const leave of waysOut) {
    await leave()
    await question(page, leaveQuestion).waitFor()
    await eventually(() => hasFocus(page.getByRole('button', { name: 'No' }))).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => question(page, leaveQuestion).count()).toBe(0)
    expect(await name.inputValue()).toBe('Grace')
    await eventually(() => address(page).query.recordId).toBe('tag000000000005')
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await name.inputValue()).toBe('Grace')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await recordRow(page, 'tag000000000005').click()
  await eventually(() => name.inputValue()).toBe('Ada')
  expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0)
})

test('M07.20–21 a duplicate starts without the id and files of the record, and asks about unsaved changes first', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000019` })
  const edited = page.getByRole('dialog', { name: 'Edit scratch record' })
  const copy = page.getByRole('dialog', { name: 'New scratch record' })
  const duplicate = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  await edited.getByText('odd_name_1_t_UglxpuCXeF.PNG').waitFor()
  await input(edited, 't').fill('changed')
  await duplicate()
  await question(page, discardQuestion).waitFor()
  await page.getByRole('button', { name: 'No' }).click()
  await eventually(() => question(page, discardQuestion).count()).toBe(0)
  expect(await input(edited, 't').inputValue()).toBe('changed')
  await duplicate()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await copy.waitFor()
  expect(await input(copy, 'id').inputValue()).toBe('')
  expect(await input(copy, 't').inputValue()).toBe('with files')
  expect(await copy.getByText(/odd_name|noextension/).count()).toBe(0)
  expect(await copy.getByText('Created').count()).toBe(0)
  // The duplicated values are part of the draft, because after a reload the duplicate is an ordinary new record.
  await input(copy, 'n').fill('19')
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await eventually(() => input(copy, 't').inputValue()).toBe('with files')
  await page.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'Successfully created record.').waitFor()
  const { items } = await client.collection('scratch').getList(1, 2, { filter: 't = "with files"', sort: '-created' })
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ n: 19, f1: '', f2: [] })
  await client.collection('scratch').delete(items[0]?.id ?? '')
})

test('M06.3 M07.22 M23.9 a record is deleted after a dialog that stays until it is done, and can be restored unless its id is taken', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch })
  const doomed = await client.collection('scratch').create({ t: 'doomed' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await recordRow(page, doomed.id).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = question(page, 'Do you really want to delete the selected record?')
  await asked.waitFor()
  const released = Promise.withResolvers<void>()
  await page.route('**/records/**', async route => {
    await released.promise
    await route.continue()
  })
  await asked.getByRole('button', { name: 'Delete record' }).click()
  await asked.getByRole('button', { name: 'Delete record', disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => asked.getByRole('button', { name: 'No' }).isDisabled()).toBe(true)
  await eventually(() => asked.count()).toBe(1)
  released.resolve()
  await toast(page, 'Successfully deleted record.').waitFor()
  await eventually(() => recordRow(page, doomed.id).count()).toBe(0)
  await eventually(() => asked.count()).toBe(0)
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await expect(client.collection('scratch').getOne(doomed.id)).rejects.toMatchObject({ status: 404 })

  await client.collection('scratch').create({ id: doomed.id, t: 'in its place' })
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Undo the deletion of a record In scratch' }).waitFor()
  await page.keyboard.press('Enter')
  const reason = 'Another record in "scratch" has the same id.'
  await toast(page, `The record could not be restored. ${reason}`).waitFor()
  await client.collection('scratch').delete(doomed.id)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'The record was restored.').waitFor()
  await recordRow(page, doomed.id).waitFor()
  expect(await client.collection('scratch').getOne(doomed.id)).toEqual(doomed)
  await client.collection('scratch').delete(doomed.id)
})

test('M08.1–2 a row of a view opens a read-only preview', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgpoststats0001' })
  await recordTable(page, 'post_stats').waitFor()
  const names = await columnNames(page)
  await recordRow(page, 'post00000000040').click()
  const preview = page.getByRole('dialog', { name: 'post_stats record preview' })
  await preview.getByText('published').waitFor()
  expect((await preview.getByRole('term').allInnerTexts()).map(name => name.trim())).toEqual(names)
  expect(await preview.getByRole('textbox').count()).toBe(0)
  expect(await preview.getByRole('button', { name: /save|delete|more/i }).count()).toBe(0)
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await eventually(() => preview.count()).toBe(0)
  await eventually(() => hasFocus(recordRow(page, 'post00000000040'))).toBe(true)
})
