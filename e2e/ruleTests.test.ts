import { expect, test } from 'vitest'
import { choose, collectionEditor, question } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { rewrite } from './harness/rewrite.ts'
import { toast } from './harness/toast.ts'

const rejected = [/status of 400/]

test('rule tests are added, shown green or red while a rule is edited, and a save that makes one fail asks first', async () => {
  const { page, client } = await openPage({ path: '#/collections', allowedErrors: rejected })
  const { id } = await client.collections.update('scratch', { updateRule: '@request.auth.id != ""' })
  await page.goto(`${page.url().split('#')[0]}#/collections?collectionId=${id}&panel=edit`)
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor.getByRole('button', { name: 'New test' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule test' })
  await choose(page, dialog.getByRole('combobox', { name: 'Action' }), 'Update')
  await dialog.getByRole('textbox', { name: 'Data' }).fill('no JSON')
  await dialog.getByRole('button', { name: 'Set test' }).click()
  await dialog.getByText('Enter a JSON object, such as {"title": "New"}.').waitFor()
  expect(await hasFocus(dialog.getByRole('textbox', { name: 'Data' }))).toBe(true)
  await dialog.getByRole('textbox', { name: 'Data' }).fill('{"t": "changed"}')
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('red')
  await dialog.getByRole('button', { name: 'Set test' }).click()
  await dialog.getByText('Enter each header as NAME: VALUE, one per line.').waitFor()
  expect(await hasFocus(dialog.getByRole('textbox', { name: 'Headers' }))).toBe(true)
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('X-Team: red\nx.team: blue')
  await expectAccessible(page, 'layer')
  await dialog.getByRole('button', { name: 'Set test' }).click()
  const tests = editor.getByRole('region', { name: 'Rule tests (1)' })
  await tests.getByRole('img', { name: 'Passed' }).waitFor()
  await tests.getByRole('button', { name: 'A guest cannot update the given record', exact: true }).waitFor()
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()

  await page.goto(`${page.url().split('#')[0]}#/collections?collectionId=${id}&panel=edit`)
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await tests.getByRole('img', { name: 'Passed' }).waitFor()
  await rewrite(input(editor, 'Update rule'), 't = ""')
  await tests.getByRole('img', { name: 'Failed' }).waitFor()
  await tests.getByText('The API allows it and responds with 200.').waitFor()
  await tests.getByRole('status').filter({ hasText: '1 failed' }).waitFor({ state: 'attached' })
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Control+s')
  const opened = question(page, 'Confirm collection changes')
  await opened.getByText('A rule test fails after this change. Nothing was saved.').waitFor()
  await opened.getByText('A guest cannot update the given record: The API allows it and responds with 200.').waitFor()
  await expectAccessible(page, 'layer')
  await opened.getByRole('button', { name: 'Cancel' }).click()
  expect(await client.collections.getOne('scratch')).toMatchObject({ updateRule: '@request.auth.id != ""' })
  await page.keyboard.press('Control+s')
  await opened.getByRole('button', { name: 'Save anyway' }).click()
  // The toast of the first save may still be shown.
  await eventually(() => client.collections.getOne('scratch')).toMatchObject({
    updateRule: 't = ""',
    ruleTests: [{ headers: { 'X-Team': 'red', 'x.team': 'blue' }, expected: 'denied' }],
  })
})

test('rule tests are edited and removed on a phone in the dark theme, by keyboard', async () => {
  const { page, client } = await openPage({ path: '#/collections', viewport: phone, theme: 'dark' })
  const ruleTests = [{ name: 'Guests see all', persona: 'guest', action: 'list', expected: 20 }]
  const { id } = await client.collections.update('scratch', { ruleTests })
  await page.goto(`${page.url().split('#')[0]}#/collections?collectionId=${id}&panel=edit`)
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor.getByRole('img', { name: 'Passed' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  await editor.getByRole('button', { name: 'Guests see all', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Update rule test' })
  await dialog.getByRole('textbox', { name: 'Number of records' }).fill('3')
  await expectAccessible(page, 'layer')
  await dialog.getByRole('textbox', { name: 'Number of records' }).press('Enter')
  await editor.getByText('The list has 20 records.').waitFor()
  await editor.getByText('20 records in the list').click()
  const listed = editor.getByRole('list', { name: '20 records in the list' })
  await listed.getByRole('link').first().waitFor()
  expect(await listed.getByRole('link').count()).toBe(20)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  const opened = page.context().waitForEvent('page')
  await editor.getByRole('link', { name: 'Explain: Guests see all' }).click()
  const tab = await opened
  await tab.getByText('Allowed: 20 records in the list').waitFor()
  await tab.getByText('Records in the list', { exact: true }).waitFor()
  await tab.close()
  await editor.getByRole('button', { name: 'Remove test: Guests see all' }).press('Enter')
  await editor.getByRole('heading', { name: 'Rule tests (0)' }).waitFor()
  expect(await hasFocus(editor.getByRole('button', { name: 'New test' }))).toBe(true)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  expect(await client.collections.getOne('scratch')).not.toHaveProperty('ruleTests')
})

test('a rule test without a user, a record or a number is not set, and the focus goes to the first of these inputs', async () => {
  const { page } = await openPage({ path: '#/collections?collectionId=mgsecrets000001&panel=edit' })
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor.getByRole('button', { name: 'New test' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule test' })
  const set = dialog.getByRole('button', { name: 'Set test' })
  await choose(page, dialog.getByRole('combobox', { name: 'Who' }), 'A stored user')
  await choose(page, dialog.getByRole('combobox', { name: 'Action' }), 'View')
  await choose(page, dialog.getByRole('combobox', { name: 'Record' }), 'A stored record')
  await set.click()
  await dialog.getByText('Enter a user.').waitFor()
  await dialog.getByText('Enter the id of a record.').waitFor()
  const user = dialog.getByRole('textbox', { name: 'User' })
  expect(await hasFocus(user)).toBe(true)
  await expectAccessible(page, 'layer')
  await user.fill('users/alice0000000001')
  await user.press('Enter')
  expect(await hasFocus(dialog.getByRole('textbox', { name: 'Record id' }))).toBe(true)
  await choose(page, dialog.getByRole('combobox', { name: 'Action' }), 'List')
  await choose(page, dialog.getByRole('combobox', { name: 'Expected' }), 'A number of records')
  const count = dialog.getByRole('textbox', { name: 'Number of records' })
  await count.fill('some')
  await set.click()
  await dialog.getByText('Enter a number, such as 3.').waitFor()
  expect(await hasFocus(count)).toBe(true)
  await count.fill('0')
  await set.click()
  await editor.getByRole('region', { name: 'Rule tests (1)' }).waitFor()
})

test('a save whose rule tests are not run in time asks first', async () => {
  const { page, client } = await openPage({
    path: '#/collections?collectionId=mgsecrets000001&panel=edit',
    allowedErrors: rejected,
  })
  await page.route(/\/collections\/mgsecrets000001/, (route, request) => {
    if (request.method() !== 'PATCH' || request.url().includes('allowFailingTests=1')) return route.continue()
    const notRun = { code: 'rule_test_not_run', message: 'A guest cannot list records: Not run.' }
    return route.fulfill({ status: 400, json: { code: 400, message: 'Not run.', data: { failingTests: { secrets: [notRun] } } } })
  })
  const editor = collectionEditor(page, 'Edit collection')
  await input(editor, 'Name').fill('secrets2')
  await page.keyboard.press('Control+s')
  await question(page, 'Confirm collection changes').getByRole('button', { name: 'Confirm' }).click()
  await question(page, 'Confirm collection changes').getByText('A rule test was not run in time. Nothing was saved.').waitFor()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await eventually(async () => (await client.collections.getOne('mgsecrets000001')).name).toBe('secrets2')
})

test('an import that makes a rule test fail asks first', async () => {
  const { page, client } = await openPage({ path: '#/settings/import-collections', allowedErrors: rejected })
  await client.collections.update('secrets', {
    ruleTests: [{ persona: 'guest', action: 'view', given: { label: 'x' }, expected: 'denied' }],
  })
  const stored = await client.collections.getFullList()
  const opened = stored.map(collection =>
    collection.name === 'secrets' ? { ...collection, viewRule: 'label = "x"' } : collection,
  )
  const buffer = Buffer.from(JSON.stringify(opened))
  await page.getByLabel('JSON file').setInputFiles({ name: 'pb_schema.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Confirm and import' }).click()
  const asked = question(page, 'Confirm collection changes')
  await asked.getByText('A rule test fails after this change. Nothing was saved.').waitFor()
  await asked.getByRole('button', { name: 'Save anyway' }).click()
  await toast(page, 'Successfully imported collections configuration.').waitFor()
  expect(await client.collections.getOne('secrets')).toMatchObject({ viewRule: 'label = "x"' })
})
