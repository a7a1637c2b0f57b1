import { expect, test } from 'vitest'
import { choose, collectionEditor, unlockViewRule } from './harness/collectionEditor.ts'
import { addField } from './harness/collectionFields.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { toast } from './harness/toast.ts'

const newCollection = '#/collections?collectionId=mgsecrets000001&panel=new'

test('a new collection that is open to everyone asks to type its name, and names the rules by which it is', async () => {
  const { page, client } = await openPage({ path: newCollection })
  const editor = collectionEditor(page, 'New collection')
  await input(editor, 'Name').fill('notes')
  await addField(page, editor, 'Bool', 'archived')
  await unlockViewRule(page, 'New collection')
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await question.getByText('Anyone gets access to notes without signing in.').waitFor()
  const rules = question.getByRole('list', { name: 'Changed rules of notes' })
  expect(await rules.getByRole('listitem').allTextContents()).toEqual(['View ruleEveryone gets access to all records.'])
  expect(await question.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await client.collections.getFullList()).map(({ name }) => name)).not.toContain('notes')
  await page.keyboard.press('Control+s')
  await question.getByRole('textbox', { name: 'Type notes to confirm' }).fill('notes')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully created collection.').waitFor()
  expect(await client.collections.getOne('notes')).toMatchObject({ viewRule: '', listRule: null })
})

test('a new auth collection whose only open rule is the sign-up is created without a question', async () => {
  const { page, client } = await openPage({ path: newCollection })
  const editor = collectionEditor(page, 'New collection')
  await choose(page, input(editor, 'Type'), 'Auth collection')
  await input(editor, 'Name').fill('members')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor
    .getByRole('group', { name: 'Create rule' })
    .getByRole('button', { name: /^Admins only/ })
    .click()
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created collection.').waitFor()
  expect(await client.collections.getOne('members')).toMatchObject({ createRule: '' })
})

test('an import of new collections that are open to everyone asks to type their names, or how many there are', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections' })
  const importNew = async (...collections: object[]) => {
    const buffer = Buffer.from(JSON.stringify(collections))
    await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
    await page.getByRole('checkbox', { name: 'Delete collections and fields that are not in the import' }).uncheck()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Confirm and import' }).click()
  }
  const schema = [{ id: 'title001', name: 'title', type: 'text' }]
  const notes = { id: 'newnotes0000001', name: 'notes', type: 'base', schema, viewRule: '' }
  const titles = {
    id: 'newtitles000001',
    name: 'titles',
    type: 'view',
    listRule: '',
    options: { query: 'SELECT id FROM secrets' },
  }
  const question = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await importNew(notes, titles)
  await question.getByText('Anyone gets access to notes without signing in.').waitFor()
  await question.getByText('Anyone gets access to titles without signing in.').waitFor()
  await question.getByRole('textbox', { name: 'Type 2 collections to confirm' }).waitFor()
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Side-by-side diff' }).getByRole('button', { name: 'Close' }).last().click()
  await importNew(notes, { ...titles, listRule: null })
  await question.getByRole('textbox', { name: 'Type notes to confirm' }).fill('notes')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  expect(await client.collections.getOne('notes')).toMatchObject({ viewRule: '' })
})
