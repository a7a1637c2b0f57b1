import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { atFirstSight } from './harness/atFirstSight.ts'
import { eventually } from './harness/eventually.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes accounts of its own. Clients need longer passwords than are generated otherwise. */
const server = shareServer({
  prepare: [{ sql: `UPDATE _collections SET options = json_set(options, '$.minPasswordLength', 20) WHERE name = 'clients'` }],
})

const users = '#/collections?collectionId=_pb_users_auth_'
const clients = '#/collections?collectionId=mgclients000001'
const panel = (page: Page) => page.getByRole('dialog')
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('M07.33–34 M07.36 M07.38 an account is made with a generated password and a name of its own', async () => {
  const { page, origin, client } = await openPage({ server: server(), path: `${users}&recordId=new` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  expect(await input(panel(page), 'Username').getAttribute('placeholder')).toBe('Leave empty to auto generate...')
  expect(await page.getByRole('checkbox', { name: 'Change password' }).count()).toBe(0)
  await input(panel(page), 'Email').fill('hanna@readers.example')
  await panel(page).getByRole('switch', { name: 'Public' }).check()
  await input(panel(page), 'Verified').check()
  await page.getByRole('button', { name: 'Generate and copy a password' }).click()
  await toast(page, 'The new password was copied to your clipboard.').waitFor()
  const password = await input(panel(page), 'Password').inputValue()
  expect(password).toHaveLength(15)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(password)
  const forms = await watchForms(page)
  await create(page).click()
  await toast(page, 'Successfully created record.').waitFor()
  expect(forms[0]?.values).toMatchObject({
    username: null,
    email: 'hanna@readers.example',
    emailVisibility: true,
    verified: true,
    password,
    passwordConfirm: password,
  })
  const made = await client.collection('users').getFirstListItem('email = "hanna@readers.example"')
  expect(made.username).toMatch(/^users\d+$/)
  const { record } = await new PocketBase(origin).collection('users').authWithPassword('hanna@readers.example', password)
  expect(record.id).toBe(made.id)
})

test('M07.35 M07.37–38 what an account needs is asked for before anything is sent', async () => {
  const { page } = await openPage({ server: server(), path: `${clients}&recordId=new` })
  const calls = watchCalls(page)
  await input(panel(page), 'Email').fill('nobody')
  await create(page).click()
  await panel(page).getByText('Must be a valid email address.').waitFor()
  await input(panel(page), 'Email').fill('')
  await create(page).click()
  await eventually(() => panel(page).getByText('Cannot be blank.').count()).toBeGreaterThanOrEqual(3)
  await eventually(() => hasFocus(input(panel(page), 'Email'))).toBe(true)
  for (const label of ['Email', 'Password', 'Password confirm']) {
    expect(await input(panel(page), label).getAttribute('aria-invalid'), label).toBe('true')
  }
  await page.getByRole('button', { name: 'Generate and copy a password' }).click()
  await eventually(() => input(panel(page), 'Password').inputValue()).toHaveLength(20)
  expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/records'))).toEqual([])
})

test('M07.9 M07.36 the password of an account is changed only on request', async () => {
  const { page, origin, client } = await openPage({ server: server(), path: `${users}&recordId=bob000000000001` })
  const change = page.getByRole('checkbox', { name: 'Change password' })
  await change.waitFor()
  expect(await input(panel(page), 'Password').count()).toBe(0)
  await change.check()
  await input(panel(page), 'Password').fill('a new password')
  await input(panel(page), 'Password confirm').fill('something else')
  await change.uncheck()
  await eventually(() => input(panel(page), 'Password').count()).toBe(0)
  expect(await save(page).isDisabled()).toBe(true)
  await change.check()
  await eventually(() => input(panel(page), 'Password').inputValue()).toBe('')
  await input(panel(page), 'Password').fill('a new password')
  await input(panel(page), 'Password confirm').fill('a new password')
  await eventually(() => page.evaluate(`JSON.stringify({ ...localStorage })`)).not.toContain('a new password')
  await save(page).click()
  await toast(page, 'Successfully updated record.').waitFor()
  await new PocketBase(origin).collection('users').authWithPassword('bob', 'a new password')
  expect((await client.collection('users').getOne('bob000000000001')).verified).toBe(true)
})

test('M07.39 whether an account is verified is changed only after a question', async () => {
  const { page, client } = await openPage({ server: server(), path: `${users}&recordId=erin00000000001` })
  const verified = input(panel(page), 'Verified')
  const question = page.getByRole('alertdialog', { name: 'Do you really want to manually change the verified account state?' })
  await atFirstSight(page, 'alertdialog', pressEscape)
  await verified.click()
  await eventually(() => page.evaluate('window.wasAsked')).toBe(true)
  await eventually(() => question.count()).toBe(0)
  expect(await verified.isChecked()).toBe(false)
  expect(await save(page).isDisabled()).toBe(true)
  await verified.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await eventually(() => verified.isChecked()).toBe(true)
  await save(page).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('users').getOne('erin00000000001')).verified).toBe(true)
})

test('M07.34 M23.6 an account cannot be left without a name', async () => {
  const path = `${users}&recordId=carol0000000001`
  const { page, client } = await openPage({ server: server(), path, allowedErrors: [/status of 400/] })
  await input(panel(page), 'Username').fill('')
  const forms = await watchForms(page)
  await save(page).click()
  await eventually(() => input(panel(page), 'Username').getAttribute('aria-invalid')).toBe('true')
  expect(await hasFocus(input(panel(page), 'Username'))).toBe(true)
  for (const { values } of forms) expect(values).toEqual({ username: null })
  expect((await client.collection('users').getOne('carol0000000001')).username).toBe('carol')
})

/** Before the question has the focus. */
const pressEscape = `
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  window.wasAsked = true`
