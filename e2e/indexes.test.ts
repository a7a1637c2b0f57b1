import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { collectionEditor } from './harness/collectionEditor.ts'
import { fieldGear, fieldRow } from './harness/collectionFields.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { toast } from './harness/toast.ts'

const dialog = (page: Page, title: 'Create index' | 'Update index') => page.getByRole('dialog', { name: title, exact: true })
const unsaved = 'You have unsaved changes. Do you really want to discard them?'

/** Opens the editor of posts on a server of its own, whose indexes the test changes. */
async function openPosts(indexes: string[] = []) {
  const { page, client, load } = await openPage({ path: null, allowedErrors: [/status of 400/] })
  const stored = (await client.collections.getOne('posts')).indexes
  await client.collections.update('posts', { indexes: [...stored, ...indexes] })
  await load('#/collections?collectionId=mgposts00000001&panel=edit')
  const editor = collectionEditor(page, 'Edit collection')
  const add = editor.getByRole('button', { name: 'New index' })
  await add.waitFor()
  const save = async () => {
    await page.keyboard.press('Control+s')
    await toast(page, 'Successfully updated collection.').waitFor()
    return (await client.collections.getOne('posts')).indexes
  }
  return { page, client, editor, add, save }
}

test('M13.1–5 M13.8–9 an index is created by choosing columns, and leaving it asks about unsaved changes', async () => {
  const { page, client, editor, add, save } = await openPosts()
  await editor.getByRole('heading', { name: 'Unique constraints and indexes (5)' }).waitFor()
  await add.click()
  const created = dialog(page, 'Create index')
  await created.getByText(/CREATE INDEX `idx_\w{7}` ON `posts` \(\)/).waitFor()
  expect(await created.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  const set = created.getByRole('button', { name: 'Set index' })
  await set.hover()
  await page.getByRole('tooltip').getByText('Choose at least one column.').waitFor()
  await set.press('Enter')
  await eventually(() => created.count()).toBe(1)
  expect(await created.getByRole('group', { name: 'Columns' }).getByRole('button').allTextContents()).toEqual([
    ...(await client.collections.getOne('posts')).schema.map(({ name }) => name),
    'created',
    'updated',
  ])
  const column = (name: string) => created.getByRole('button', { name, exact: true })
  await column('views').click()
  await column('score').press('Enter')
  await column('score').press('Enter')
  await eventually(() => column('score').getAttribute('aria-pressed')).toBe('false')
  await column('slug').click()
  await created.getByRole('switch', { name: 'Unique' }).check()
  await created.getByText('UNIQUE', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: unsaved }).getByRole('button', { name: 'No' }).click()
  await set.click()
  await editor.getByRole('button', { name: 'Unique: views, slug' }).waitFor()
  await eventually(() => hasFocus(add)).toBe(true)
  const indexes = await save()
  expect(indexes).toHaveLength(6)
  expect(indexes.at(-1)).toMatch(/^CREATE UNIQUE INDEX `idx_\w{7}` ON `posts` \(\n {2}`views`,\n {2}`slug`\n\)$/)
})

test('M13.6–7 M13.11 an index statement is typed with suggestions, and an error of the server is shown at the index', async () => {
  const { page, editor, add, save } = await openPosts()
  const created = dialog(page, 'Create index')
  const statement = input(created, 'Statement')
  const set = created.getByRole('button', { name: 'Set index' })
  await add.click()
  await statement.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('create unique index if not exists by_sta')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nonsense')
  await created.getByText('Must be a CREATE INDEX statement with a name, a table and columns.').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await created.getByText('e.g. CREATE INDEX idx_test on posts (created)').waitFor()
  await page.keyboard.type('create unique index if not exists by_status on posts (sta')
  await page.getByRole('option', { name: /^status/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(" collate nocase desc) where status != 'draft'")
  await set.click()
  await page.keyboard.press('Control+s')
  const wrong = editor.getByRole('button', { name: 'Unique: status', exact: true })
  await eventually(() => hasFocus(wrong)).toBe(true)
  await editor.getByText(/Failed to create index .*UNIQUE constraint/).waitFor()
  await wrong.click()
  const updated = dialog(page, 'Update index')
  await updated.getByText(/Failed to create index/).waitFor()
  await expectAccessible(page, 'layer')
  await updated.getByRole('switch', { name: 'Unique' }).uncheck()
  await updated.getByRole('button', { name: 'Set index' }).click()
  await editor.getByRole('button', { name: 'status', exact: true }).waitFor()
  expect(await editor.getByText(/Failed to create index/).count()).toBe(0)
  const indexes = await save()
  expect(indexes).toHaveLength(6)
  expect(indexes.at(-1)).toBe(
    "CREATE INDEX IF NOT EXISTS `by_status` ON `posts` (`status` COLLATE nocase DESC) WHERE status != 'draft'",
  )
})

test('M13.9–10 M12.25 an index is removed, keeps its state when changes are discarded, and follows renamed fields', async () => {
  const { page, editor, add, save } = await openPosts(['CREATE UNIQUE INDEX `by_views` ON `posts` (`views`, `slug`)'])
  const updated = dialog(page, 'Update index')
  await editor.getByRole('button', { name: 'featured', exact: true }).click()
  await updated.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => editor.getByRole('button', { name: 'featured', exact: true }).count()).toBe(0)
  await eventually(() => hasFocus(add)).toBe(true)
  const lower = editor.getByRole('button', { name: 'lower(title)' })
  await lower.click()
  await updated.getByRole('switch', { name: 'Unique' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: unsaved }).getByRole('button', { name: 'Discard' }).click()
  await eventually(() => hasFocus(lower)).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => updated.getByRole('switch', { name: 'Unique' }).isChecked()).toBe(false)
  await page.keyboard.press('Escape')
  await input(fieldRow(editor, 'views'), 'Field name').fill('visits')
  await editor.getByRole('button', { name: 'Unique: visits, slug' }).waitFor()
  await fieldGear(editor, 'author').click()
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  await editor.getByText('Will be removed with the field “author”.').waitFor()
  await editor.getByRole('button', { name: 'Restore author' }).click()
  await eventually(() => editor.getByText('Will be removed with the field').count()).toBe(0)
  const saved = save()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  const indexes = await saved
  expect(indexes).toHaveLength(5)
  expect(indexes.at(-1)).toMatch(/^CREATE UNIQUE INDEX `by_views` ON `posts` \(\s*`visits`,\s*`slug`\s*\)$/)
})
