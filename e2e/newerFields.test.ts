import { expect, test } from 'vitest'
import { choose, collectionEditor } from './harness/collectionEditor.ts'
import { addField, fieldGear, fieldRow } from './harness/collectionFields.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { toast } from './harness/toast.ts'

test('autodates, passwords, generated texts, help and hidden fields are set in the editor and appear in the form of a record', async () => {
  const { page, client, go } = await openPage({ path: '#/collections?collectionId=mgtags000000001&panel=new' })
  const editor = collectionEditor(page, 'New collection')
  await input(editor, 'Name').fill('doors')

  const code = await addField(page, editor, 'Plain text', 'code')
  await input(code, 'Autogenerate pattern').fill('[A-Z')
  await input(code, 'Help text').fill('Printed on the key')
  await code.getByRole('switch', { name: 'Nonempty' }).check()
  await page.keyboard.press('Control+Enter')
  await code.getByText('Texts cannot be generated from this pattern. A class lacks its ].').waitFor()
  await input(code, 'Autogenerate pattern').fill('[A-Z]{4}')

  const seen = await addField(page, editor, 'Autodate', 'seen')
  await choose(page, input(seen, 'When the date is set'), 'On create and update')
  expect(await seen.getByRole('switch').allTextContents()).not.toContain('Nonempty')

  const pin = await addField(page, editor, 'Password', 'pin')
  await input(pin, 'Min length').fill('4')
  await input(pin, 'Hash cost').fill('16')
  await pin.getByRole('switch', { name: 'Hidden' }).check()
  await pin.getByText('Hidden', { exact: true }).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await pin.getByText('Must be no greater than 15.').waitFor()
  await expectAccessible(page, 'layer')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await input(pin, 'Hash cost').fill('4')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Successfully created collection.').waitFor()
  const { id, schema } = await client.collections.getOne('doors')
  expect(schema).toMatchObject([
    { name: 'code', required: true, options: { autogeneratePattern: '[A-Z]{4}' }, help: 'Printed on the key' },
    { name: 'seen', type: 'autodate', options: { onCreate: true, onUpdate: true } },
    { name: 'pin', type: 'password', options: { min: 4, max: 0, pattern: '', cost: 4 }, hidden: true },
  ])

  await go(`#/collections?collectionId=${id}&recordId=new`)
  await page.getByText('Printed on the key').waitFor()
  await page.getByText('Set by the server when the record is created and with each update.').waitFor()
  const password = page.getByRole('textbox', { name: 'pin' })
  await password.fill('abc')
  await page.keyboard.press('Control+s')
  await page.getByText('Must be at least 4 character(s).').waitFor()
  await expectAccessible(page, 'layer')
  await password.fill('open sesame')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created record.').waitFor()
  const [made] = await client.collection('doors').getFullList()
  expect(made).toMatchObject({ code: expect.stringMatching(/^[A-Z]{4}$/), pin: '', seen: made?.created })

  await go(`#/collections?collectionId=${id}&recordId=${made?.id}`)
  await page.getByText('Leave it empty to keep the stored password.').waitFor()
  expect(await password.inputValue()).toBe('')
  await password.fill('typed and not saved')
  const drafts = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(drafts).not.toContain('typed and not saved')
})

test('a help text is removed in the editor, and a stored pattern is removed by emptying its input', async () => {
  const { page, client, go } = await openPage({ path: '#/collections' })
  const { schema } = await client.collections.getOne('scratch')
  const options = { min: null, max: null, pattern: '', autogeneratePattern: '[a-z]{3}' }
  const { id } = await client.collections.update('scratch', {
    schema: [...schema, { name: 'key', type: 'text', options, help: 'Once' }],
  } as never)
  await go(`#/collections?collectionId=${id}&panel=edit`)
  const editor = collectionEditor(page, 'Edit collection')
  await fieldGear(editor, 'key').click()
  const row = fieldRow(editor, 'key')
  await input(row, 'Help text').fill('')
  await input(row, 'Autogenerate pattern').fill('')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  const stored = (await client.collections.getOne('scratch')).schema.find(({ name }) => name === 'key')
  expect(stored).toMatchObject({ options: { min: null, max: null, pattern: '' } })
  expect([Object.keys(stored ?? {}).includes('help'), Object.keys(stored?.options ?? {})]).toEqual([
    false,
    ['min', 'max', 'pattern'],
  ])
})
