import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRow, totalFound } from './harness/records.ts'
import { toast } from './harness/toast.ts'
import { undoByKey } from './harness/undoByKey.ts'

const posts = '#/collections?collectionId=mgposts00000001'
const ids = ['post00000000040', 'post00000000039', 'post00000000038']

const foot = (page: Page) => page.getByRole('contentinfo')
const panel = (page: Page) => page.getByRole('dialog', { name: /^Edit \d records?$/ })
const change = (page: Page, name: string) =>
  panel(page)
    .getByRole('button', { name: `Change ${name}`, exact: true })
    .click()

async function select(page: Page) {
  await totalFound(page, 40).waitFor()
  for (const id of ids) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await page.getByRole('button', { name: 'Edit selected' }).click()
}

async function apply(page: Page) {
  await panel(page).getByRole('button', { name: 'Change 3 records' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change 3 records' }).click()
  await toast(page, 'Successfully changed 3 records.').waitFor()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
}

test('z undoes a bulk edit and restores exactly the changed fields', async () => {
  const { page, client } = await openPage({ path: posts })
  const read = async () =>
    (await client.collection('posts').getFullList({ sort: 'id' })).map(({ updated: _, ...values }) => values)
  const before = await read()
  await select(page)
  await change(page, 'views')
  await panel(page).getByRole('button', { name: 'Set: how views changes' }).click()
  await page.getByRole('menuitemradio', { name: 'Add', exact: true }).click()
  await input(panel(page), 'views').fill('1000')
  await change(page, 'title')
  await input(panel(page), 'title').fill('One title for all')
  await apply(page)
  await recordRow(page, ids[0] ?? '')
    .getByText('One title for all')
    .waitFor()
  await foot(page).getByText('Changed 3 records of posts').waitFor()
  await expectAccessible(page)
  await client.collection('posts').update(ids[0] ?? '', { summary: 'Written in the meantime' })

  await undoByKey(page)
  await toast(page, 'The changes of all 3 records were undone.').waitFor()
  await eventually(() =>
    recordRow(page, ids[0] ?? '')
      .getByText('One title for all')
      .count(),
  ).toBe(0)
  await eventually(() => foot(page).getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await read()).toEqual(
    before.map(values => (values.id === ids[0] ? { ...values, summary: 'Written in the meantime' } : values)),
  )
})

test('undoing a bulk edit skips the records that were changed again and names them', async () => {
  const { page, client } = await openPage({ path: posts, theme: 'dark' })
  const [again = ''] = ids
  const before = await client.collection('posts').getFullList({ sort: 'id' })
  await select(page)
  await change(page, 'title')
  await input(panel(page), 'title').fill('One title for all')
  await apply(page)
  await client.collection('posts').update(again, { title: 'Another title' })

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Undo the change of 3 records In posts' }).waitFor()
  await page.keyboard.press('Enter')
  await toast(page, `The changes of 2 of 3 records were undone.\n${again}: The field "title" was changed again.`).waitFor()
  await foot(page).getByText('Changed a record of posts').waitFor()
  await expectAccessible(page)
  const titles = (records: Record<string, unknown>[]) => records.map(({ title }) => title)
  expect(titles(await client.collection('posts').getFullList({ sort: 'id' }))).toEqual(
    titles(before.map(record => (record.id === again ? { ...record, title: 'Another title' } : record))),
  )

  await foot(page).getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'The change could not be undone. The field "title" was changed again.').waitFor()
})

test('undoing a bulk edit restores the files that it deleted', async () => {
  const { page, client, origin } = await openPage({ path: posts })
  const covers = () => Promise.all(ids.map(async id => (await client.collection('posts').getOne(id)).cover as string))
  for (const [index, id] of ids.entries()) {
    await client
      .collection('posts')
      .update(id, { cover: new File([`<svg xmlns="http://www.w3.org/2000/svg" id="c${index}"/>`], `cover${index}.svg`) })
  }
  const before = await covers()
  await select(page)
  await change(page, 'cover')
  await panel(page).getByText('Will be cleared.').waitFor()
  await apply(page)
  expect(await covers()).toEqual(['', '', ''])
  await undoByKey(page)
  await toast(page, 'The changes of all 3 records were undone.').waitFor()
  expect(await covers()).toEqual(before)
  const file = await fetch(`${origin}/api/files/posts/${ids[1]}/${before[1]}`)
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('id="c1"')])
})
