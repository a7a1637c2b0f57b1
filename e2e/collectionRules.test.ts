import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { collectionEditor } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { rewrite } from './harness/rewrite.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

const edited = (id: string) => `#/collections?collectionId=${id}&panel=edit`
const rule = (editor: Locator, name: string) => input(editor, name)
const locked = (editor: Locator, name: string) =>
  editor.getByRole('group', { name }).getByRole('button', { name: /^Admins only/ })
const lock = (editor: Locator, name: string) => editor.getByRole('button', { name: `Set Admins only: ${name}` })
const labels = async (page: Page) => (await page.locator('.cm-completionLabel').allInnerTexts()).join(' ')
const underlined = (editor: Locator) => editor.locator('.cm-lintRange-error').allInnerTexts()
const verifiedOnly = '@request.auth.verified = true && label = "x"'
const hasEditor = (box: Locator) => box.evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)

/** Opens the rules of the secrets collection, which are all locked. */
async function openSecretRules() {
  const { page, client } = await openPage({ server: server(), path: edited('mgsecrets000001'), allowedErrors: [/status of 400/] })
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  return { page, client, editor }
}

test('M15.1–5 M15.7–8 M15.13 a rule is unlocked and edited with suggestions by the keyboard alone, and described in words', async () => {
  const { page, editor } = await openSecretRules()
  const names = ['List/Search rule', 'View rule', 'Create rule', 'Update rule', 'Delete rule']
  for (const name of names) {
    expect(await locked(editor, name).textContent()).toBe('Admins onlyUnlock and set custom rule')
  }
  expect(await locked(editor, 'Manage rule').count()).toBe(0)

  const list = rule(editor, 'List/Search rule')
  await locked(editor, 'List/Search rule').focus()
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(list)).toBe(true)
  await editor.getByText('Public: anyone can list and search all records without signing in. Currently admins only.').waitFor()
  await editor.getByText('Everyone', { exact: true }).waitFor()
  await editor.getByText('Leave empty to grant everyone access...').first().waitFor()
  await eventually(() => hasEditor(list)).toBe(true)
  await page.keyboard.type('@request.auth.ver')
  await eventually(() => labels(page)).toBe('verified')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' = true && lable = "x"')
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(list)).toBe(false)
  await editor.getByText('"lable" is not a field in this collection. Did you mean "label"?').waitFor()
  expect(await underlined(editor)).toEqual(['lable'])
  expect(await list.getAttribute('aria-invalid')).toBe('true')
  await rewrite(list, verifiedOnly)
  await editor.getByText('Signed-in users whose verified is true, where label is "x"').waitFor()
})

test('M15.5–6 a rule that is locked and unlocked keeps its text, also after a switch to another tab', async () => {
  const { page, client, editor } = await openSecretRules()
  const list = rule(editor, 'List/Search rule')
  await locked(editor, 'List/Search rule').click()
  await rewrite(list, verifiedOnly)
  await lock(editor, 'List/Search rule').click()
  await eventually(() => hasFocus(locked(editor, 'List/Search rule'))).toBe(true)
  await editor.getByRole('tab', { name: 'Fields' }).click()
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await locked(editor, 'List/Search rule').click()
  await eventually(() => typedText(list)).toBe(verifiedOnly)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  const stored = await client.collections.getOne('secrets')
  expect(stored).toMatchObject({ listRule: verifiedOnly, viewRule: null, createRule: null })
  await client.collections.update('secrets', { listRule: null })
})

test('M15.4 M15.9–10 a click on an available field inserts it into the rule that was edited last', async () => {
  const { page, editor } = await openSecretRules()
  const list = rule(editor, 'List/Search rule')
  const create = rule(editor, 'Create rule')
  await locked(editor, 'List/Search rule').click()
  await editor.getByRole('button', { name: 'Show available fields' }).click()
  const help = editor.getByRole('region', { name: 'Available fields' })
  expect(await help.getByRole('button').allInnerTexts()).toEqual([
    'id',
    'label',
    'payload',
    'created',
    'updated',
    '@request.headers.*',
    '@request.query.*',
    '@request.data.*',
    '@request.auth.*',
    '@collection.*',
    '@request.auth.id != "" && created > "2022-01-01 00:00:00"',
  ])
  await locked(editor, 'Create rule').click()
  await eventually(() => hasFocus(create)).toBe(true)
  await editor.getByText(/after a "dry save" of the submitted data/).waitFor()
  await rewrite(create, 'lable = 1')
  await list.focus()
  await eventually(() => underlined(editor)).toEqual(['lable'])
  await expectAccessible(page, 'layer')
  await rewrite(create, '')
  await help.getByRole('button', { name: '@collection.*' }).click()
  await eventually(() => hasFocus(create)).toBe(true)
  await page.keyboard.type('tags.id != ""')
  await eventually(() => typedText(create)).toBe('@collection.tags.id != ""')
  await editor.getByRole('button', { name: 'Hide available fields' }).click()
  expect(await help.count()).toBe(0)
})

test('M12.13 M15.6 an error that only the server can find is shown at the rule and at its position in the text', async () => {
  const { page, client, editor } = await openSecretRules()
  await client.collections.create({ name: 'passing', type: 'base', schema: [{ name: 'label', type: 'text' }] })
  await page.reload()
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  const create = rule(editor, 'Create rule')
  await locked(editor, 'Create rule').click()
  await rewrite(create, '@request.auth.id != "" && @collection.passing.id != ""')
  await client.collections.delete('passing')
  await editor.getByRole('tab', { name: 'Fields' }).click()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await editor.getByText(/Invalid filter rule\. Raw error: invalid left operand "@collection\.passing\.id"/).waitFor()
  await editor.getByRole('tab', { name: 'API Rules (Has errors)' }).waitFor()
  await eventually(() => underlined(editor)).toEqual(['@collection.passing.id'])
  await eventually(() => hasFocus(create)).toBe(true)
  await lock(editor, 'Create rule').click()
  await eventually(() => editor.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
})

test('M15.1 M15.11–12 M16.1 M16.3–4 M16.6 auth collections have a manage rule and options, which are validated at their inputs', async () => {
  const { page, client } = await openPage({ server: server(), path: edited('mgclients000001'), allowedErrors: [/status of 400/] })
  const editor = collectionEditor(page, 'Edit collection')
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  const manage = rule(editor, 'Manage rule')
  await eventually(() => typedText(manage)).toMatch(/role = "chief"$/)
  await editor.getByText(/manage accounts like an admin: they change passwords without the old one/).waitFor()
  await editor.getByText('Checked in addition to the create and update rules.').waitFor()
  await rewrite(manage, '')
  await editor.getByText('Enter a rule for who can manage accounts, or set it to admins only.').waitFor()
  await lock(editor, 'Manage rule').click()

  await editor.getByRole('tab', { name: 'Options' }).click()
  const method = (name: string) => editor.getByRole('switch', { name, exact: true })
  expect(await method('Username/Password').isChecked()).toBe(false)
  expect(await method('OAuth2').isChecked()).toBe(false)
  await method('OAuth2').check()
  const link = editor.getByRole('link', { name: 'Manage OAuth2 providers' })
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['#/settings/auth-providers', '_blank'])
  const except = input(editor, 'Except domains')
  const only = input(editor, 'Only domains')
  expect([await except.isDisabled(), await only.inputValue()]).toEqual([
    true,
    'client-a.example, client-b.example, client-c.example',
  ])
  await only.fill('')
  await except.fill('spam.example, junk')
  await eventually(() => only.isDisabled()).toBe(true)
  const length = input(editor, 'Minimum password length')
  await length.fill('5')
  await method('Forbid authentication for unverified users').uncheck()
  await expectAccessible(page, 'layer')

  await page.keyboard.press('Control+s')
  await editor.getByText('Enter a whole number from 6 to 72.').waitFor()
  await editor.getByRole('tab', { name: 'Options (Has errors)' }).waitFor()
  await eventually(() => hasFocus(length)).toBe(true)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await length.fill('72')
  await page.keyboard.press('Control+s')
  await editor.getByText('Must be a valid domain.').waitFor()
  await eventually(() => hasFocus(except)).toBe(true)
  await except.fill('spam.example, junk.example,')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated collection.').waitFor()
  const { options } = await client.collections.getOne('clients')
  expect(options).toEqual({
    allowEmailAuth: true,
    allowOAuth2Auth: true,
    allowUsernameAuth: false,
    manageRule: null,
    minPasswordLength: 72,
    exceptEmailDomains: ['spam.example', 'junk.example'],
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: true,
  })
})

/** Opens the options of the clients collection, with a server that rejects each save with the given errors. */
async function openRejectedOptions(errors: (names: string[]) => object) {
  const { page } = await openPage({ server: server(), path: edited('mgclients000001'), allowedErrors: [/status of 400/] })
  const editor = collectionEditor(page, 'Edit collection')
  const save = editor.getByRole('button', { name: 'Save changes' })
  const tab = (name: string) => editor.getByRole('tab', { name, exact: true })
  expect(await save.isDisabled()).toBe(true)
  await tab('Options').click()
  const byOption = {
    allowUsernameAuth: editor.getByRole('switch', { name: 'Username/Password' }),
    allowEmailAuth: editor.getByRole('switch', { name: 'Email/Password' }),
    exceptEmailDomains: input(editor, 'Except domains'),
    onlyEmailDomains: input(editor, 'Only domains'),
    allowOAuth2Auth: editor.getByRole('switch', { name: 'OAuth2' }),
    minPasswordLength: input(editor, 'Minimum password length'),
    requireEmail: editor.getByRole('switch', { name: 'Always require email' }),
    onlyVerified: editor.getByRole('switch', { name: 'Forbid authentication for unverified users' }),
  }
  const options = errors([...Object.keys(byOption), 'manageRule'])
  await page.route(/\/collections\/mgclients000001/, route =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { code: 400, message: 'Failed to update.', data: { options } } })
      : route.fallback(),
  )
  await byOption.requireEmail.click()
  await tab('Fields').click()
  await save.click()
  return { page, editor, save, tab, byOption }
}

const issue = (name: string) => ({ code: 'validation_invalid', message: `The server rejects ${name}.` })
const issuePerOption = (names: string[]) => Object.fromEntries(names.map(name => [name, issue(name)]))

test('M12.7–9 M12.12 each auth option that the server rejects has its message at its input and marks its tab', async () => {
  const { page, editor, tab, byOption } = await openRejectedOptions(issuePerOption)
  // The save opens the first tab with errors and marks both tabs.
  await tab('API Rules (Has errors)').waitFor()
  await tab('Options (Has errors)').waitFor()
  await editor.getByText('The server rejects manageRule.').waitFor()
  await tab('Options (Has errors)').click()
  for (const [name, control] of Object.entries(byOption)) {
    expect(await control.getAttribute('aria-invalid'), name).toBe('true')
    const described = (await control.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
    expect(await editor.locator(`[id="${described}"]`).textContent()).toBe(`The server rejects ${name}.`)
  }
  await expectAccessible(page, 'layer')
})

test('M12.12 a message of the server about an auth option stays until that option changes', async () => {
  const { editor, save, tab, byOption } = await openRejectedOptions(issuePerOption)
  await tab('Options (Has errors)').click()
  expect(await save.isEnabled()).toBe(true)
  await byOption.onlyVerified.click()
  await eventually(() => editor.getByText('The server rejects onlyVerified.').count()).toBe(0)
  await editor.getByText('The server rejects requireEmail.').waitFor()

  // A save that the client-side validation rejects keeps the server's messages.
  await input(editor, 'Name').fill('')
  await save.click()
  await editor.getByText('The name cannot be blank.').waitFor()
  await editor.getByText('The server rejects requireEmail.').waitFor()
  expect(await editor.getByText('The server rejects onlyVerified.').count()).toBe(0)
  await tab('API Rules (Has errors)').click()
  await editor.getByText('The server rejects manageRule.').waitFor()
})

test('M12.12 when the server rejects the auth options as a whole, one message appears above them', async () => {
  const { editor, tab } = await openRejectedOptions(() => issue('the options'))
  await tab('Options (Has errors)').waitFor()
  await editor.getByRole('alert').getByText('The server rejects the options.').waitFor()
  await tab('API Rules').waitFor()
})
