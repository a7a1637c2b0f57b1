import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { collectionEditor, question } from './harness/collectionEditor.ts'
import { fieldGear, fieldRow } from './harness/collectionFields.ts'
import { eventually } from './harness/eventually.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, type PageOptions } from './harness/openPage.ts'
import { recordTable, totalFound } from './harness/records.ts'
import { editor as account } from './harness/signIn.ts'
import { tabTo } from './harness/tabTo.ts'
import { toast } from './harness/toast.ts'

/** Starts a server that has only the collection of every new installation, and an admin. */
const fresh: PageOptions = {
  sample: 'fresh',
  threads: 'pool',
  prepare: [
    {
      sql: `INSERT INTO _admins (id, email, avatar, tokenKey, passwordHash, lastResetSentAt, created, updated)
        VALUES ('${account.id}', '${account.email}', 0, '${'k'.repeat(50)}', 'x', '', '2022-01-01 00:00:00.000Z', '2022-01-01 00:00:00.000Z')`,
    },
  ],
}

const newCollection = (page: Page) => collectionEditor(page, 'New collection')

async function startCollection(page: Page, name: string): Promise<Locator> {
  await tabTo(page, page.getByRole('button', { name: 'New collection' }))
  await page.keyboard.press('Enter')
  const editor = newCollection(page)
  await eventually(() => hasFocus(input(editor, 'Name'))).toBe(true)
  await page.keyboard.type(name)
  return editor
}

/** Adds a field by typing the first letter of its type, and enters its name. */
async function addField(page: Page, editor: Locator, type: string, name: string): Promise<Locator> {
  await tabTo(page, editor.getByRole('button', { name: 'New field' }))
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: type, exact: true })
  await entry.waitFor()
  // Several types can start with the same letter.
  do await page.keyboard.press(type.slice(0, 1).toLowerCase())
  while (!(await hasFocus(entry)))
  await page.keyboard.press('Enter')
  const names = editor.getByRole('textbox', { name: 'Field name' })
  await eventually(() => hasFocus(names.last())).toBe(true)
  await page.keyboard.type(name)
  return fieldRow(editor, name)
}

async function chooseByKey(page: Page, control: Locator, option: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: option, exact: true }).waitFor()
  await page.keyboard.type(option)
  await page.keyboard.press('Enter')
}

async function saved(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await toast(page, text).last().waitFor()
}

test('an admin creates collections with fields of several types with the keyboard alone', async () => {
  const { page, client } = await openPage({ ...fresh, path: '#/collections' })
  let editor = await startCollection(page, 'writers')
  await addField(page, editor, 'Plain text', 'name')
  await saved(page, 'Successfully created collection.')
  await recordTable(page, 'writers').waitFor()

  editor = await startCollection(page, 'posts')
  await addField(page, editor, 'Plain text', 'title')
  await addField(page, editor, 'Rich editor', 'body')
  let row = await addField(page, editor, 'Select', 'topics')
  await tabTo(page, row.getByPlaceholder('Choices: eg. optionA, optionB'))
  await page.keyboard.type('news, travel, food')
  await chooseByKey(page, input(row, 'How many values'), 'Multiple')
  row = await addField(page, editor, 'Relation', 'writer')
  await chooseByKey(page, input(row, 'Collection'), 'writers')
  await saved(page, 'Successfully created collection.')
  await recordTable(page, 'posts').waitFor()
  const { schema } = await client.collections.getOne('posts')
  expect(schema.map(({ type, name }) => [type, name])).toEqual([
    ['text', 'title'],
    ['editor', 'body'],
    ['select', 'topics'],
    ['relation', 'writer'],
  ])

  // Until the editor has closed, its input has the focus, in which the key is text.
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'New posts record' })
  await tabTo(page, input(panel, 'title'))
  await page.keyboard.type('On the road')
  await saved(page, 'Successfully created record.')
  await totalFound(page, 1).waitFor()
})

test('an admin adds an index and a public rule to a new collection with the keyboard alone', async () => {
  const { page, client } = await openPage({ ...fresh, path: '#/collections' })
  const editor = await startCollection(page, 'posts')
  await addField(page, editor, 'Plain text', 'title')
  await tabTo(page, editor.getByRole('button', { name: 'New index' }))
  await page.keyboard.press('Enter')
  const index = page.getByRole('dialog', { name: 'Create index' })
  await tabTo(page, index.getByRole('button', { name: 'title', exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page, index.getByRole('button', { name: 'Set index' }))
  await page.keyboard.press('Enter')
  await editor.getByRole('button', { name: 'title', exact: true }).waitFor()
  // Moves from the index back to the tabs, which come before it.
  while (!(await hasFocus(editor.getByRole('tab', { name: 'Fields' })))) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  const listRule = editor.getByRole('group', { name: 'List/Search rule' }).getByRole('button', { name: /^Admins only/ })
  await tabTo(page, listRule)
  await page.keyboard.press('Enter')
  await editor.getByText('Everyone', { exact: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  const asked = question(page, 'Confirm collection changes')
  await tabTo(page, asked.getByRole('textbox', { name: 'Type posts to confirm' }))
  await page.keyboard.type('posts')
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully created collection.').waitFor()
  await recordTable(page, 'posts').waitFor()
  const posts = await client.collections.getOne('posts')
  expect([posts.listRule, posts.viewRule]).toEqual(['', null])
  expect(posts.indexes).toEqual([expect.stringMatching(/^CREATE INDEX `idx_\w{7}` ON `posts` \(`title`\)$/)])
})

/** Creates a blog with two posts. */
async function createBlog(client: PocketBase) {
  const writers = await client.collections.create({ name: 'writers', type: 'base', schema: [{ name: 'name', type: 'text' }] })
  await client.collections.create({
    name: 'posts',
    type: 'base',
    schema: [
      { name: 'title', type: 'text' },
      { name: 'body', type: 'editor' },
      { name: 'topics', type: 'select', options: { maxSelect: 3, values: ['news', 'travel', 'food'] } },
      { name: 'writer', type: 'relation', options: { collectionId: writers.id, maxSelect: 1 } },
    ],
    indexes: ['CREATE INDEX `by_title` ON `posts` (`title`)'],
  })
  await client.collection('posts').create({ title: 'On the road', topics: ['news', 'travel'] })
  await client.collection('posts').create({ title: 'At home', topics: ['food'] })
}

test('an admin renames, converts and removes fields with the keyboard alone, after a question that says what is lost', async () => {
  const { page, client, load } = await openPage({ ...fresh, path: null })
  await createBlog(client)
  await load('#/collections')
  await tabTo(page, page.getByRole('link', { name: 'posts', exact: true }))
  await page.keyboard.press('Enter')
  await totalFound(page, 2).waitFor()
  await page.keyboard.press('e')
  const editor = collectionEditor(page, 'Edit collection')
  const row = fieldRow(editor, 'title')
  await tabTo(page, input(row, 'Field name'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('headline')
  await chooseByKey(page, input(fieldRow(editor, 'topics'), 'How many values'), 'Single')
  await tabTo(page, fieldGear(editor, 'body'))
  await page.keyboard.press('Enter')
  await tabTo(page, fieldRow(editor, 'body').getByRole('button', { name: 'Remove' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const asked = question(page, 'Confirm collection changes')
  await asked.getByText('Renamed field title to headline').waitFor()
  await asked.getByText('only the last value is kept in 1 record that has more than one').waitFor()
  const losing = await asked.getByRole('link', { name: '1 record' }).getAttribute('href')
  expect(new URLSearchParams(losing?.split('?')[1]).get('filter')).toMatch(/^\w+:length > 1$/)
  await asked.getByText('Removed field body: no record has a value').waitFor()
  await tabTo(page, asked.getByRole('button', { name: 'Confirm' }))
  await page.keyboard.press('Enter')
  await toast(page, 'Successfully updated collection.').waitFor()
  const records = await client.collection('posts').getFullList({ sort: 'headline' })
  expect(records.map(({ headline, topics }) => [headline, topics])).toEqual([
    ['At home', 'food'],
    ['On the road', 'travel'],
  ])
  expect((await client.collections.getOne('posts')).indexes[0]).toContain('(`headline`)')
})

test('an admin moves the collections to another server with the keyboard alone', async () => {
  const { page, client, load } = await openPage({ ...fresh, path: null })
  await createBlog(client)
  await load('#/collections')
  await tabTo(page, page.getByRole('link', { name: 'Settings' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Export collections' }))
  await page.keyboard.press('Enter')
  const download = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: 'Download as JSON' }))
  await page.keyboard.press('Enter')
  const text = await readFile(await (await download).path(), 'utf8')

  const other = await openPage({ ...fresh, path: '#/settings/import-collections' })
  await tabTo(other.page, other.page.getByRole('textbox', { name: 'Collections (required)' }))
  await other.page.keyboard.insertText(text)
  await tabTo(other.page, other.page.getByRole('button', { name: 'Review' }))
  await other.page.keyboard.press('Enter')
  await tabTo(other.page, other.page.getByRole('button', { name: 'Confirm and import' }))
  await other.page.keyboard.press('Enter')
  await toast(other.page, 'Successfully imported collections configuration.').waitFor()
  const described = async (on: typeof client) =>
    (await on.collections.getFullList({ sort: 'name' })).map(({ created: _created, updated: _updated, ...rest }) => rest)
  expect(await described(other.client)).toEqual(await described(client))
})
