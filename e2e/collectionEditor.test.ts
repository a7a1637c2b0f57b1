import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { choose, collectionEditor, editCollection, question, startCollection } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { changesIn, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const posts = '#/collections?collectionId=mgposts00000001'
const unsaved = 'You have unsaved changes. Do you really want to close the panel?'

test('M12.1–2 M12.4–9 the form of a new collection has the tabs and placeholders of the chosen type', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  const editor = await startCollection(page)
  const name = input(editor, 'Name')
  await eventually(() => hasFocus(name)).toBe(true)
  expect(await name.getAttribute('spellcheck')).toBe('false')
  expect(await name.getAttribute('placeholder')).toBe('eg. "posts"')
  expect(await editor.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
  expect(await editor.getByRole('tab').allInnerTexts()).toEqual(['Fields', 'API Rules'])
  await expectAccessible(page, 'layer')

  await choose(page, input(editor, 'Type'), 'Auth collection')
  expect(await name.getAttribute('placeholder')).toBe('eg. "users"')
  await editor.getByRole('tab', { name: 'Options' }).click()
  await choose(page, input(editor, 'Type'), 'View collection')
  expect(await editor.getByRole('tab').allInnerTexts()).toEqual(['Query', 'API Rules'])
  expect(await editor.getByRole('tab', { name: 'Query' }).getAttribute('aria-selected')).toBe('true')
  await choose(page, input(editor, 'Type'), 'Base collection')
})

test('M12.3–4 M12.13 the name of a new collection is slugified, and errors mark its input and its tab', async () => {
  const { page } = await openPage({ server: server(), path: posts, allowedErrors: [/status of 400/] })
  const editor = await startCollection(page)
  const name = input(editor, 'Name')
  await name.fill('pòsts')
  await eventually(() => name.inputValue()).toBe('posts')
  await page.keyboard.press('Escape')
  await question(page, unsaved).getByRole('button', { name: 'No' }).click()
  await name.press('Enter')
  // One message is the marker of the tab, the other is inside the tab.
  await editor.getByRole('alert').getByText('A collection needs at least one field.').waitFor()
  await editor.getByRole('tab', { name: 'Fields (A collection needs at least one field.)' }).waitFor()
  await choose(page, input(editor, 'Type'), 'Auth collection')
  await name.press('Enter')
  await editor.getByText('Collection name must be unique (case insensitive).').waitFor()
  await eventually(() => hasFocus(name)).toBe(true)
})

test('M02.5–6 M03.3–4 M12.6 M12.9–10 a new collection is created once, selected, and appears in other tabs', async () => {
  const { page, origin, client } = await openPage({ server: server(), path: posts })
  const other = await page.context().newPage()
  await other.goto(`${origin}/_/${posts}`)
  await recordTable(other, 'posts').waitFor()
  // A background tab renders only once a second.
  await page.bringToFront()

  let editor = await startCollection(page)
  await choose(page, input(editor, 'Type'), 'Auth collection')
  await input(editor, 'Name').fill('my notes')
  const calls = watchCalls(page)
  await editor.getByRole('button', { name: 'Create' }).dblclick()
  await toast(page, 'Successfully created collection.').waitFor()
  await recordTable(page, 'my_notes').waitFor()
  expect(await editor.count()).toBe(0)
  const stored = await client.collections.getOne('my_notes')
  expect(stored).toMatchObject({ type: 'auth', schema: [], indexes: [], listRule: null, options: { minPasswordLength: 8 } })
  await eventually(() => address(page).query).toEqual({ collectionId: stored.id, sort: '-created' })
  expect(changesIn(calls).map(({ method, path }) => [method, path])).toEqual([['POST', '/api/collections']])
  await other.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'my_notes' }).waitFor()
  await recordTable(other, 'posts').waitFor()
  // A background tab renders only once a second.
  await page.bringToFront()

  editor = await editCollection(page)
  expect(await input(editor, 'Type').isDisabled()).toBe(true)
  expect(await editor.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await page.goBack()
  await eventually(() => editor.count()).toBe(0)
  await page.close()
})

test('M12.11 M17.1–2 M17.11 M12.3 a save that renames a collection lists its effects and asks for confirmation', async () => {
  const { page, client } = await openPage({ server: server(), path: posts })
  const editor = await editCollection(page)
  await input(editor, 'Name').fill('articles')
  await page.keyboard.press('Control+s')
  const asked = question(page, 'Confirm collection changes')
  await asked.getByText('Renamed collection posts to articles').waitFor()
  await expectAccessible(page, 'layer')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect((await client.collections.getOne('mgposts00000001')).name).toBe('posts')

  await page.keyboard.press('Control+s')
  const calls = watchCalls(page)
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  expect(changesIn(calls).map(({ method, path }) => [method, path])).toEqual([['PATCH', '/api/collections/mgposts00000001']])
  const { indexes } = await client.collections.getOne('articles')
  expect(indexes.length).toBeGreaterThan(0)
  for (const statement of indexes) expect(statement).toContain('ON `articles`')
  // The editor stays open, with nothing left to save.
  expect(await editor.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'articles' }).waitFor()
  await client.collections.update('mgposts00000001', { name: 'posts' })
})

test('M17.5–9 M03.3–5 a collection can be duplicated, and is deleted once its name is typed', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/collections?collectionId=mgcategories001' })
  const original = await client.collections.getOne('mgcategories001')
  const editor = await editCollection(page)
  await editor.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = collectionEditor(page, 'New collection')
  expect(await input(copy, 'Name').inputValue()).toBe(`${original.name}_duplicate`)
  await copy.getByRole('button', { name: 'Create' }).click()
  // Everyone can list and view the records of the original, too.
  const opening = question(page, 'Confirm collection changes')
  await opening.getByRole('textbox').fill(`${original.name}_duplicate`)
  await opening.getByRole('button', { name: 'Confirm' }).click()
  await recordTable(page, `${original.name}_duplicate`).waitFor()
  const stored = await client.collections.getOne(`${original.name}_duplicate`)
  expect(stored.schema.map(({ name }) => name)).toEqual(original.schema.map(({ name }) => name))
  for (const [index, { id }] of stored.schema.entries()) expect(id).not.toBe(original.schema[index]?.id)
  expect(stored.indexes).toHaveLength(original.indexes.length)

  await client
    .collection(stored.id)
    .create({ name: 'One' }, { requestKey: null })
    .catch(() => undefined)
  const again = await editCollection(page)
  await again.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = question(page, `Do you really want to delete collection "${stored.name}" and all its records?`)
  const confirm = asked.getByRole('button', { name: 'Delete collection' })
  expect(await confirm.isDisabled()).toBe(true)
  await asked.getByRole('textbox').fill(stored.name)
  const calls = watchCalls(page)
  await confirm.click()
  await toast(page, `Successfully deleted collection "${stored.name}".`).waitFor()
  expect(calls.find(({ method }) => method === 'DELETE')).toMatchObject({ path: `/api/collections/${stored.id}` })
  await recordTable(page, 'author_totals').waitFor()
  await page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'author_totals' }).waitFor()
  await expect(client.collections.getOne(stored.id)).rejects.toThrow()
  expect(await page.getByText('There is no collection').count()).toBe(0)
})

test('the question before a collection is deleted opens while its records are counted, and closes when the address changes', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  const editor = await editCollection(page)
  const { arrived, release } = await holdCalls(page, request => request.url().includes('/collections/mgtags000000001/records'))
  const ask = async () => {
    await editor.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await ask()
  await arrived
  const asked = question(page, 'Do you really want to delete collection "tags" and all its records?')
  await asked.getByText('Counting its records...').waitFor()
  await page.goBack()
  await eventually(() => page.getByRole('alertdialog').or(editor).count()).toBe(0)
  release()
  await totalFound(page, 8).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)

  await editCollection(page)
  await ask()
  await asked.getByText('8 records and their files are deleted permanently.').waitFor()
  expect(await asked.getByRole('link', { name: '8 records' }).getAttribute('target')).toBe('_blank')
})

test('M12.15 a system collection keeps its name, and the form takes over changes of another admin', async () => {
  const sql = "UPDATE _collections SET system = 1 WHERE name = 'tags'"
  const { page, client } = await openPage({
    prepare: [{ sql }],
    path: '#/collections?collectionId=mgtags000000001',
    viewport: phone,
  })
  const editor = await editCollection(page)
  expect(await input(editor, 'Name').isDisabled()).toBe(true)
  await editor.getByText('System collection').waitFor()
  expect(await editor.getByRole('button', { name: 'More' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'hidden' })

  const read = page.waitForResponse(response => new URL(response.url()).pathname === '/api/collections/mgscratch000001')
  await page.evaluate("location.hash = '#/collections?collectionId=mgscratch000001&panel=edit'")
  await input(editor, 'Name').fill('notes')
  // An editor that opens reads the collection again, and would silently take over a change that comes before that.
  await read
  await client.collections.update('mgscratch000001', { listRule: 'id != ""' })
  await page.keyboard.press('Control+Enter')
  await toast(page, /was changed elsewhere since you opened it/).waitFor()
  expect((await client.collections.getOne('mgscratch000001')).name).toBe('scratch')
  await page.keyboard.press('Control+Enter')
  await question(page, 'Confirm collection changes').getByRole('button', { name: 'Confirm' }).click()
  await recordTable(page, 'notes').waitFor()
  expect(await client.collections.getOne('mgscratch000001')).toMatchObject({ name: 'notes', listRule: 'id != ""' })
})

test("a second admin who saves an outdated collection sees the first admin's change, and the save includes both", async () => {
  const { page, origin, client } = await openPage({
    path: '#/collections?collectionId=mgscratch000001',
    allowedErrors: [/status of 412/],
  })
  const other = await page.context().newPage()
  await other.goto(`${origin}/_/#/collections?collectionId=mgscratch000001`)
  await recordTable(other, 'scratch').waitFor()
  const theirs = await editCollection(other)
  await page.bringToFront()
  const mine = await editCollection(page)

  await input(mine, 'Name').fill('notes')
  await page.keyboard.press('Control+Enter')
  const asked = question(page, 'Confirm collection changes')
  await asked.waitFor()
  await other.bringToFront()
  await theirs.getByRole('tab', { name: 'API Rules' }).click()
  await theirs.getByRole('button', { name: 'Set Admins only: List/Search rule' }).click()
  await other.keyboard.press('Control+Enter')
  await toast(other, 'Successfully updated collection.').waitFor()

  await page.bringToFront()
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, /was changed elsewhere since you opened it/).waitFor()
  const changed = await client.collections.getOne('mgscratch000001')
  expect(changed.name).toBe('scratch')
  await page.keyboard.press('Control+Enter')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await recordTable(page, 'notes').waitFor()
  expect(await client.collections.getOne('mgscratch000001')).toMatchObject({ name: 'notes', listRule: changed.listRule })
})

test('M12.11 the editor shows the stored collection, not the one the page loaded earlier, and a save sends only the changed settings', async () => {
  const { page, client } = await openPage({ path: '#/collections?collectionId=mgscratch000001' })
  await recordTable(page, 'scratch').waitFor()
  await client.collections.update('mgscratch000001', { listRule: 'id != ""' })
  const editor = await editCollection(page)
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor.getByLabel('List/Search rule').getByText('id != ""').waitFor()
  expect(await editor.getByText(/was changed elsewhere/).count()).toBe(0)

  const calls = watchCalls(page)
  await input(editor, 'Name').fill('notes')
  await page.keyboard.press('Control+Enter')
  await question(page, 'Confirm collection changes').getByRole('button', { name: 'Confirm' }).click()
  await recordTable(page, 'notes').waitFor()
  const patches = calls.filter(({ method }) => method === 'PATCH').map(({ request }) => request.postDataJSON())
  expect(patches).toEqual([{ name: 'notes' }])
  expect(await client.collections.getOne('mgscratch000001')).toMatchObject({ name: 'notes', listRule: 'id != ""' })
})

test('M04.4 M04.7 M04.8 M02.5 without collections, the page offers to create the first one unless the controls are hidden', async () => {
  const { page, client } = await openPage({ prepare: [{ sql: 'DELETE FROM _collections' }], path: '#/collections' })
  await page.getByText('Create your first collection to add records!').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create new collection' }).click()
  const editor = collectionEditor(page, 'New collection')
  await input(editor, 'Name').fill('first')
  await choose(page, input(editor, 'Type'), 'Auth collection')
  await page.keyboard.press('Control+Enter')
  await recordTable(page, 'first').waitFor()
  await client.settings.update({ meta: { ...(await client.settings.getAll()).meta, hideControls: true } })
  await page.reload()
  await recordTable(page, 'first').waitFor()
  expect(await page.getByRole('button', { name: /^(Edit|New) collection$/ }).count()).toBe(0)
  await page.keyboard.press('e')
  await eventually(() => editor.count()).toBe(0)
})
