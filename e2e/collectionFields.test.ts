import type { Locator } from 'playwright-core'
import type { SchemaField } from 'pocketbase'
import { expect, test } from 'vitest'
import { choose, collectionEditor, question } from './harness/collectionEditor.ts'
import { addField, fieldGear, fieldNames, fieldRow } from './harness/collectionFields.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer({
  prepare: [{ sql: "UPDATE _collections SET schema = json_set(schema, '$[0].system', json('true')) WHERE name = 'media'" }],
})

const editing = (id: string) => `#/collections?collectionId=${id}&panel=edit`
const labels =
  'Plain text,Rich editor,Number,Bool,Email,URL,DateTime,Autodate,Select,File,Relation,JSON,Geo point,Password'.split(',')
const several = (row: Locator) => input(row, 'How many values')
const turnOn = (row: Locator, name: string) => row.getByRole('switch', { name }).check()

/** Opens the editor of a new collection and enters its name. */
async function startCollection(name: string) {
  const { page, client } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001&panel=new' })
  const editor = collectionEditor(page, 'New collection')
  await input(editor, 'Name').fill(name)
  /** Saves the collection and returns the stored fields. */
  const create = async () => {
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Successfully created collection.').waitFor()
    return (await client.collections.getOne(name)).schema
  }
  return { page, editor, create }
}

const stored = ({ type, name, required, presentable, options }: SchemaField) => ({ type, name, required, presentable, options })

test('M12.16–21 M12.31 M12.33 a field is added from the menu with the keyboard, its name is slugified, and its settings are stored', async () => {
  const { page, editor, create } = await startCollection('kitchen')
  await editor.getByText('System fields: id, created, updated.').waitFor()
  await editor.getByRole('button', { name: 'New field' }).press('Enter')
  await eventually(() => page.getByRole('menuitem').allTextContents()).toEqual(labels)
  await expectAccessible(page, 'layer')
  await page.keyboard.press('End')
  await page.keyboard.press('r')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const text = input(editor, 'Field name')
  await eventually(() => hasFocus(text)).toBe(true)
  expect(await text.inputValue()).toBe('field')
  await page.keyboard.type('tïtle of')
  await page.keyboard.press('Enter')
  await eventually(() => fieldNames(editor)).toEqual(['title_of'])
  const row = fieldRow(editor, 'title_of')
  await input(row, 'Min length').fill('2')
  await input(row, 'Max length').fill('1,5')
  await row.getByText('Write decimals with a point: 1.5.').waitFor()
  await input(row, 'Max length').fill('40')
  await input(row, 'Regex pattern').fill('^[A-Z]')
  await turnOn(row, 'Nonempty')
  await turnOn(row, 'Presentable')

  expect((await create()).map(stored)).toEqual([
    { type: 'text', name: 'title_of', required: true, presentable: true, options: { min: 2, max: 40, pattern: '^[A-Z]' } },
  ])
})

test('M12.16 M12.19 M12.32 M12.34–37 the settings of editor, number, bool, email, URL and date fields are stored as entered', async () => {
  const { page, editor, create } = await startCollection('pantry')
  let row = await addField(page, editor, 'Rich editor', 'body')
  await turnOn(row, 'Strip urls domain')
  row = await addField(page, editor, 'Number', 'score')
  expect(await editor.getByRole('region', { name: /^Options of/ }).count()).toBe(1)
  await input(row, 'Min').fill('-1')
  await input(row, 'Max').fill('10')
  await turnOn(row, 'Nonzero')
  await turnOn(row, 'No decimals')
  row = await addField(page, editor, 'Bool', 'agreed')
  await turnOn(row, 'Nonfalsey')
  row = await addField(page, editor, 'Email', 'mail')
  await input(row, 'Only domains').fill('a.example, b.example')
  await eventually(() => input(row, 'Except domains').isDisabled()).toBe(true)
  await addField(page, editor, 'URL', 'link')
  row = await addField(page, editor, 'DateTime', 'due')
  await input(row, 'Min date (UTC)').fill('2024-05-06 07:08')

  expect((await create()).map(stored)).toEqual([
    { type: 'editor', name: 'body', required: false, presentable: false, options: { convertUrls: true } },
    { type: 'number', name: 'score', required: true, presentable: false, options: { min: -1, max: 10, noDecimal: true } },
    { type: 'bool', name: 'agreed', required: true, presentable: false, options: {} },
    {
      type: 'email',
      name: 'mail',
      required: false,
      presentable: false,
      options: { exceptDomains: null, onlyDomains: ['a.example', 'b.example'] },
    },
    { type: 'url', name: 'link', required: false, presentable: false, options: { exceptDomains: null, onlyDomains: null } },
    { type: 'date', name: 'due', required: false, presentable: false, options: { min: '2024-05-06 07:08:00.000Z', max: '' } },
  ])
})

test('M12.19 M12.38–39 M12.41 the choices of a select field are separated by commas, and their number is the default of max select', async () => {
  const { page, editor, create } = await startCollection('choices')
  const row = await addField(page, editor, 'Select', 'kind')
  const choices = row.getByPlaceholder('Choices: eg. optionA, optionB')
  await choose(page, several(row), 'Multiple')
  expect(await input(row, 'Max select').inputValue()).toBe('2')
  await choose(page, several(row), 'Single')
  await choices.fill('one, two words,,three ,')
  await eventually(() => choices.inputValue()).toBe('one, two words,,three ,')
  await choose(page, several(row), 'Multiple')
  expect(await input(row, 'Max select').inputValue()).toBe('3')
  expect(await choices.inputValue()).toBe('one, two words, three')
  await input(row, 'Max select').fill('1')
  await row.getByText('Must be 2 or more. Choose Single for one value.').waitFor()
  await input(row, 'Max select').fill('2')

  expect((await create()).map(stored)).toEqual([
    {
      type: 'select',
      name: 'kind',
      required: false,
      presentable: false,
      options: { maxSelect: 2, values: ['one', 'two words', 'three'] },
    },
  ])
})

test('M12.19 M12.41–47 M12.51 the settings of file, relation and JSON fields are stored as entered', async () => {
  const { page, editor, create } = await startCollection('cellar')
  let row = await addField(page, editor, 'File', 'papers')
  expect(await input(row, 'Max file size').inputValue()).toBe('5242880')
  await row.getByText('≈ 5 MB').waitFor()
  await row.getByRole('button', { name: 'Choose presets' }).click()
  await page.getByRole('menuitem', { name: 'Videos (mp4, avi, mov, 3gp)' }).click()
  await input(row, 'Allowed mime types').click()
  await page.getByRole('combobox', { name: 'Search options' }).fill('pdf')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Supported formats' }).click()
  await page.getByText('fit inside width × height without cropping').waitFor()
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Escape')
  await input(row, 'Thumb sizes').fill('50x50, 0x120')
  await choose(page, several(row), 'Multiple')
  expect(await input(row, 'Max select').inputValue()).toBe('99')
  await turnOn(row, 'Protected')

  row = await addField(page, editor, 'Relation', 'people')
  await choose(page, input(row, 'Collection'), 'users')
  await row
    .getByText('When a record of users is deleted, the cellar records that reference it are kept and the reference is cleared.')
    .waitFor()
  await choose(page, several(row), 'Multiple')
  expect(await input(row, 'Min select').getAttribute('placeholder')).toBe('No min limit')
  expect(await input(row, 'Max select').getAttribute('placeholder')).toBe('No max limit')
  await input(row, 'Min select').fill('2')
  await turnOn(row, 'Cascade delete')
  row = await addField(page, editor, 'JSON', 'extra')
  expect(await input(row, 'Max size (bytes)').inputValue()).toBe('2000000')
  await row.getByText('String value normalizations').click()

  expect((await create()).map(stored)).toEqual([
    {
      type: 'file',
      name: 'papers',
      required: false,
      presentable: false,
      options: {
        mimeTypes: ['video/mp4', 'video/x-msvideo', 'video/quicktime', 'video/3gpp', 'application/pdf'],
        thumbs: ['50x50', '0x120'],
        maxSelect: 99,
        maxSize: 5242880,
        protected: true,
      },
    },
    {
      type: 'relation',
      name: 'people',
      required: false,
      presentable: false,
      options: { collectionId: '_pb_users_auth_', cascadeDelete: true, minSelect: 2, maxSelect: null, displayFields: null },
    },
    { type: 'json', name: 'extra', required: false, presentable: false, options: { maxSize: 2000000 } },
  ])
})

test('M12.38 M12.51 a max select of 1 stays visible and is not saved, and a min select of 0 means no limit', async () => {
  const { page, editor, create } = await startCollection('limits')
  const maxSelect = (row: Locator) => input(row, 'Max select')
  const tooFew = (row: Locator) => row.getByText('Must be 2 or more. Choose Single for one value.')
  const open = (name: string) => fieldGear(editor, name).click()
  let row = await addField(page, editor, 'Select', 'kind')
  await row.getByPlaceholder('Choices: eg. optionA, optionB').fill('one, two')
  await choose(page, several(row), 'Multiple')
  await maxSelect(row).fill('1')
  await tooFew(row).waitFor()
  row = await addField(page, editor, 'Relation', 'people')
  await choose(page, input(row, 'Collection'), 'users')
  await choose(page, several(row), 'Multiple')
  await input(row, 'Min select').fill('0')
  await open('kind')
  row = fieldRow(editor, 'kind')
  await eventually(() => maxSelect(row).inputValue()).toBe('1')
  await tooFew(row).waitFor()

  await open('people')
  await page.keyboard.press('Control+s')
  await tooFew(row).waitFor()
  await expectAccessible(page, 'layer')
  await maxSelect(row).fill('2')
  expect((await create()).map(({ options }) => options)).toMatchObject([{ maxSelect: 2 }, { minSelect: null, maxSelect: null }])
})

test('M12.22–28 M12.30 stored fields are duplicated, removed, restored, renamed and moved', async () => {
  const { page, client } = await openPage({ server: server(), path: editing('mgposts00000001') })
  const editor = collectionEditor(page, 'Edit collection')
  const before = (await client.collections.getOne('posts')).schema

  await fieldGear(editor, 'title').click()
  await fieldGear(editor, 'slug').click()
  await eventually(() => editor.getByRole('region', { name: /^Options of/ }).count()).toBe(1)
  await eventually(() => fieldGear(editor, 'title').getAttribute('aria-expanded')).toBe('false')
  await editor.getByRole('button', { name: 'Duplicate' }).click()
  await eventually(() => hasFocus(input(fieldRow(editor, 'slug_copy'), 'Field name'))).toBe(true)
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  await eventually(() => fieldRow(editor, 'slug_copy').count()).toBe(0)

  await input(fieldRow(editor, 'summary'), 'Field name').fill('digest')
  await fieldGear(editor, 'digest').click()
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  const restore = editor.getByRole('button', { name: 'Restore digest' })
  await eventually(() => hasFocus(restore)).toBe(true)
  expect(await input(fieldRow(editor, 'digest'), 'Field name').isDisabled()).toBe(true)
  expect(await fieldGear(editor, 'digest').count()).toBe(0)
  await restore.press('Enter')
  await eventually(() => hasFocus(fieldGear(editor, 'summary'))).toBe(true)

  await input(fieldRow(editor, 'slug'), 'Field name').fill('address')
  await editor.getByRole('button', { name: 'Unique: address' }).waitFor()
  await editor.getByRole('button', { name: 'Move title' }).press('Alt+ArrowDown')
  await eventually(() => hasFocus(editor.getByRole('button', { name: 'Move title' }))).toBe(true)
  await fieldRow(editor, 'body').hover()
  await editor
    .getByRole('button', { name: 'Move body' })
    .dragTo(fieldRow(editor, 'address'), { targetPosition: { x: 200, y: 2 } })
  await eventually(() => fieldNames(editor)).toEqual([
    'body',
    'address',
    'title',
    ...before.slice(2).flatMap(({ name }) => (name === 'body' ? [] : [name])),
  ])

  await page.keyboard.press('Control+s')
  await question(page, 'Confirm collection changes').getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  const stored = await client.collections.getOne('posts')
  expect(stored.schema.slice(0, 3).map(({ name }) => name)).toEqual(['body', 'address', 'title'])
  expect(stored.schema.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
  expect(stored.indexes.some(statement => statement.includes('(`address`)'))).toBe(true)
})

test('M12.40–41 M12.48 M12.52 stored fields are converted between one and several values, and keep their target and choices', async () => {
  const { page, client } = await openPage({ server: server(), path: editing('mgposts00000001') })
  const editor = collectionEditor(page, 'Edit collection')
  const before = (await client.collections.getOne('posts')).schema
  await choose(page, several(fieldRow(editor, 'status')), 'Multiple')
  await choose(page, several(fieldRow(editor, 'flags')), 'Single')
  await choose(page, several(fieldRow(editor, 'cover')), 'Multiple')
  await choose(page, several(fieldRow(editor, 'attachments')), 'Single')
  await choose(page, several(fieldRow(editor, 'category')), 'Multiple')
  await choose(page, several(fieldRow(editor, 'editors')), 'Single')
  expect(await input(fieldRow(editor, 'author'), 'Collection').isDisabled()).toBe(true)
  await fieldRow(editor, 'status')
    .getByPlaceholder(/^Choices/)
    .fill('draft, published')
  await fieldRow(editor, 'status').getByText('Records that hold “review”, “archived” keep it').waitFor()
  await fieldRow(editor, 'status')
    .getByPlaceholder(/^Choices/)
    .fill('draft, review, published, archived')

  await page.keyboard.press('Control+s')
  await question(page, 'Confirm collection changes').getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  const { schema } = await client.collections.getOne('posts')
  expect(schema.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  const options = Object.fromEntries(schema.map(({ name, options }) => [name, options]))
  expect(options.status).toMatchObject({ maxSelect: 4 })
  expect(options.flags).toMatchObject({ maxSelect: 1 })
  expect(options.cover).toMatchObject({ maxSelect: 99 })
  expect(options.attachments).toMatchObject({ maxSelect: 1 })
  expect(options.category).toMatchObject({ maxSelect: null })
  expect(options.editors).toMatchObject({ minSelect: null, maxSelect: 1 })
  expect(await editor.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
})

test('M12.12 M12.27 a field error of the server has the focus and stays at its input after the field moves', async () => {
  const { page, client } = await openPage({
    server: server(),
    path: editing('mgmedia00000001'),
    viewport: phone,
    allowedErrors: [/status of 400/],
  })
  const editor = collectionEditor(page, 'Edit collection')
  const [fixed = '', removed = ''] = (await client.collections.getOne('media')).schema.map(({ name }) => name)
  expect(await input(fieldRow(editor, fixed), 'Field name').getAttribute('readonly')).toBe('')
  expect(await fieldGear(editor, fixed).count()).toBe(0)
  expect(await editor.getByRole('button', { name: `Move ${fixed}` }).count()).toBe(0)

  const studio = await addField(page, editor, 'Relation', 'studio')
  const other = await addField(page, editor, 'Plain text', 'id')
  const target = input(studio, 'Collection')
  await editor.getByRole('button', { name: 'Move id' }).press('Alt+ArrowUp')
  await page.keyboard.press('Control+s')
  await other.getByText('This name is reserved. Choose another.').waitFor()
  await eventually(() => hasFocus(input(other, 'Field name'))).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('caption')
  await page.keyboard.press('Control+s')
  await studio.getByText("The relation collection doesn't exist.").waitFor()
  await eventually(() => hasFocus(target)).toBe(true)
  await editor.getByRole('button', { name: 'Move studio' }).press('Alt+ArrowUp')
  await editor.getByRole('button', { name: 'Toggle field options of studio, has errors' }).waitFor()
  await studio.getByText("The relation collection doesn't exist.").waitFor()
  await fieldGear(editor, removed).click()
  await editor.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectAccessible(page, 'layer')
  await expectNoSidewaysScroll(page)
  await editor.getByRole('button', { name: `Restore ${removed}` }).click()

  await choose(page, target, 'tags')
  await input(fieldRow(editor, 'caption'), 'Field name').fill('a_via_b')
  await page.keyboard.press('Control+s')
  const misnamed = fieldRow(editor, 'a_via_b')
  await misnamed.getByText("The name of the field cannot contain '_via_'.").waitFor()
  await eventually(() => hasFocus(input(misnamed, 'Field name'))).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('caption')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  const { schema } = await client.collections.getOne('media')
  expect(schema.slice(-2).map(({ name }) => name)).toEqual(['studio', 'caption'])
})

test('M12.49–50 a target collection can be created from its list, which has a search box if there are more than five', async () => {
  const { page, client } = await openPage({ server: server(), path: editing('mgauthors000001') })
  const editor = collectionEditor(page, 'Edit collection')
  const studio = await addField(page, editor, 'Relation', 'studio')
  const target = input(studio, 'Collection')
  await several(studio).click()
  await page.getByRole('option', { name: 'Multiple' }).waitFor()
  const search = page.getByRole('combobox', { name: 'Search options' }).locator('..')
  // The search box accepts typing, but is visible only with more than five options.
  expect((await search.boundingBox())?.height ?? 0).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await target.click()
  await eventually(async () => (await search.boundingBox())?.height ?? 0).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'New collection', exact: true }).last().click()
  const made = collectionEditor(page, 'New collection')
  await input(made, 'Name').fill('studios')
  await addField(page, made, 'Plain text', 'label')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Successfully created collection.').waitFor()
  await eventually(() => hasFocus(target)).toBe(true)
  await eventually(() => target.textContent()).toBe('studios')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  const studios = await client.collections.getOne('studios')
  const { schema } = await client.collections.getOne('authors')
  expect(schema.at(-1)).toMatchObject({ name: 'studio', options: { collectionId: studios.id, maxSelect: 1 } })
})

test('M12.42–43 a file size limit of 0 is stored as the default size, and a negative one is rejected with a message', async () => {
  const { page, editor, create } = await startCollection('sized')
  const sizes = [
    { type: 'JSON', name: 'extra', label: 'Max size (bytes)', words: '≈ 1.9 MB' },
    { type: 'File', name: 'papers', label: 'Max file size', words: '≈ 5 MB' },
  ]
  for (const { type, name, label, words } of sizes) {
    const row = await addField(page, editor, type, name)
    await input(row, label).fill('-1')
    await row.getByText('Must be 0 or more.').waitFor()
    await editor.getByRole('button', { name: 'Create', exact: true }).click()
    await eventually(() => hasFocus(input(row, label))).toBe(true)
    await row.getByText('Must be 0 or more.').waitFor()
    await input(row, label).fill('0')
    await eventually(() => row.getByText('Must be 0 or more.').count()).toBe(0)
    await row.getByText(words).waitFor()
  }
  await expectAccessible(page, 'layer')
  expect((await create()).map(({ name, options }) => [name, options.maxSize])).toEqual([
    ['extra', 2_000_000],
    ['papers', 5_242_880],
  ])
})
