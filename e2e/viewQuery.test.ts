import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, startCollection } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { recordTable } from './harness/records.ts'
import { rewrite } from './harness/rewrite.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

const labels = async (page: Page) => (await page.locator('.cm-completionLabel').allInnerTexts()).join(' ')
const rows = (preview: Locator) => preview.getByRole('row').allInnerTexts()

test('M14.1–5 M15.13 a view is written with suggestions and previewed before it is saved, and errors are shown at their position', async () => {
  const path = '#/collections?collectionId=mgtags000000001'
  const { page, client } = await openPage({ server: server(), path, allowedErrors: [/status of 400/] })
  const editor = await startCollection(page)
  await choose(page, input(editor, 'Type'), 'View collection')
  await input(editor, 'Name').fill('by_kind')
  const query = input(editor, 'Select query')
  const preview = editor.getByRole('region', { name: /^Preview/ })
  for (const help of [/Wildcard columns/, /A unique id column is required/, /Expressions need an alias/]) {
    await editor.getByRole('listitem').filter({ hasText: help }).waitFor()
  }

  await query.focus()
  await eventually(() => query.evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)).toBe(true)
  await page.keyboard.type('select t.id, t. from ta')
  await eventually(() => labels(page)).toBe('tags')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' t')
  for (let step = 0; step < ' from tags t'.length; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('k')
  await eventually(() => labels(page)).toBe('kind')
  await page.keyboard.press('Enter')
  await preview
    .getByText('the first 10 records')
    .or(preview.getByText(/^all \d+ records/))
    .waitFor()
  const { items } = await client.collection('tags').getList(1, 10)
  expect((await rows(preview))[0]).toMatch(/^id\s+kind\s+select$/)
  expect((await rows(preview)).length).toBe(items.length + 1)
  expect((await rows(preview)).slice(1)).toContain(`${items[0]?.id}\t${items[0]?.kind}`)
  await expectAccessible(page, 'layer')

  await rewrite(query, 'select id, knd from tags')
  await preview.getByText('Invalid query - no such column: knd.').waitFor()
  await eventually(() => editor.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['knd'])
  await rewrite(query, 'select id, kind as expand from tags')
  await preview.getByText('The column name “expand” is reserved. Rename it with AS.').waitFor()

  await rewrite(query, 'select * from tags')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor.getByRole('group', { name: 'List/Search rule' }).getByRole('button').click()
  await eventually(() => editor.getByRole('group', { name: 'Create rule' }).count()).toBe(0)
  await rewrite(input(editor, 'List/Search rule'), '@request.auth.id != ""')
  await page.keyboard.press('Control+Enter')
  await editor.getByText(/^Invalid query - wildcard columns/).waitFor()
  await editor.getByRole('tab', { name: 'Query (Has errors)' }).waitFor()
  await eventually(() => hasFocus(query)).toBe(true)

  // The rules can use the columns of the current query.
  await rewrite(query, 'select (ROW_NUMBER() OVER()) as id, kind as sort, count(*) as total from tags group by kind')
  await preview.getByText('total').waitFor()
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await rewrite(input(editor, 'List/Search rule'), 'total > 1')
  await editor.getByText('Everyone, where total is more than 1').waitFor()
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Control+Enter')
  await recordTable(page, 'by_kind').waitFor()
  expect(await client.collections.getOne('by_kind')).toMatchObject({ type: 'view', listRule: 'total > 1', createRule: null })
})

test('Enter right after a letter accepts the suggestion for the longer word instead of breaking the line', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  const editor = await startCollection(page)
  await choose(page, input(editor, 'Type'), 'View collection')
  const query = input(editor, 'Select query')
  await query.focus()
  await eventually(() => query.evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)).toBe(true)
  await page.keyboard.type('select id from t')
  await eventually(() => labels(page)).toBe('tags')
  await Promise.all(['a', 'g', 'Enter'].map(key => page.keyboard.press(key)))
  await page.keyboard.type(' where')
  await eventually(() => query.textContent()).toBe('select id from tags where')
})

test('M14.5 after a rejected save, a list has one sentence for each column that cannot be a field', async () => {
  const path = '#/collections?collectionId=mgtags000000001'
  const { page } = await openPage({ server: server(), path, allowedErrors: [/status of 400/] })
  const editor = await startCollection(page)
  await choose(page, input(editor, 'Type'), 'View collection')
  await input(editor, 'Name').fill('odd_columns')
  await rewrite(input(editor, 'Select query'), 'select id, length(name), kind as expand, name as `full name` from tags')
  await page.keyboard.press('Control+Enter')
  await editor.getByText('This query has 3 errors, listed below.').waitFor()
  const preview = editor.getByRole('region', { name: /^Preview/ })
  expect(await preview.getByRole('listitem').allInnerTexts()).toEqual([
    '“length(name)” needs a name of letters, digits and underscores. Add one with AS.',
    'The column name “expand” is reserved. Rename it with AS.',
    '“full name” needs a name of letters, digits and underscores. Add one with AS.',
  ])
  await expectAccessible(page, 'layer')
})
