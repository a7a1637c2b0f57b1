import type { Page } from 'playwright-core'
import PocketBase, { getTokenPayload } from 'pocketbase'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { descriptionOf } from './harness/descriptionOf.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const alice = '#/collections?collectionId=_pb_users_auth_&recordId=alice0000000001'
const clientRecord = (id: string) => `#/collections?collectionId=mgclients000001&recordId=${id}`
const duration = 'Token duration (in seconds)'

/** Opens the dialog from the menu of the open record. */
async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Impersonate' }).click()
  const dialog = page.getByRole('dialog', { name: /^Impersonate / })
  await dialog.waitFor()
  return dialog
}

/** Returns the lifetime of a token in minutes. */
const minutesLeft = (token: string) => Math.round((Number(getTokenPayload(token).exp) - Date.now() / 1000) / 60)

test('an admin gets a token of a user, with which an app acts as the user', async () => {
  const { page, origin } = await openPage({ server: server(), path: alice })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = await openDialog(page)
  await page.getByRole('dialog', { name: 'Impersonate alice@readers.example' }).waitFor()
  await eventually(() => descriptionOf(dialog)).toMatch(
    /^The token gives all rights of this user until it expires\. It cannot be renewed\./,
  )
  await eventually(() => input(dialog, duration).getAttribute('placeholder')).toBe('1209600')
  await eventually(() => hasFocus(input(dialog, duration))).toBe(true)
  await expectAccessible(page, 'layer')
  const generate = dialog.getByRole('button', { name: 'Generate token' })
  for (const invalid of ['1 hour', '0', '-5', '1.5']) {
    await input(dialog, duration).fill(invalid)
    await generate.click()
    await dialog.getByText('Must be a whole number of seconds, 1 or more.').waitFor()
  }

  const calls = watchCalls(page)
  await input(dialog, duration).fill('36000')
  await generate.click()
  await dialog.getByText('Copy the token now: it is not shown again.').waitFor()
  const token = await input(dialog, 'Token').inputValue()
  await eventually(() => hasFocus(input(dialog, 'Token'))).toBe(true)
  expect(await descriptionOf(input(dialog, 'Token'))).toMatch(/^Copy the token now: it is not shown again\. Apps use it with /)
  expect(await descriptionOf(dialog)).toBe('')
  await dialog.getByText(/^Expires: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/).waitFor()
  await expectAccessible(page, 'layer')
  const posted = calls.filter(({ path }) => path.includes('/impersonate/'))
  expect(posted.map(({ method, path, request }) => [method, path, request.postDataJSON()])).toEqual([
    ['POST', '/today/api/collections/_pb_users_auth_/impersonate/alice0000000001', { duration: 36_000 }],
  ])
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(token)

  expect(minutesLeft(token)).toBeGreaterThan(550)
  expect(minutesLeft(token)).toBeLessThanOrEqual(600)
  const app = new PocketBase(origin)
  app.authStore.save(token, null)
  expect((await app.collection('users').getOne('alice0000000001')).email).toBe('alice@readers.example')
  expect((await app.collection('users').authRefresh()).token).toBe(token)
})

test('the token of a user is shown once, and the dashboard neither stores nor logs it', async () => {
  const { page, client } = await openPage({ server: server(), path: alice, viewport: phone })
  const printed: string[] = []
  page.on('console', message => printed.push(message.text()))
  let dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  const token = await input(dialog, 'Token').inputValue()
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await eventually(() => dialog.count()).toBe(0)
  await eventually(() => hasFocus(page.getByRole('button', { name: 'More' }))).toBe(true)

  dialog = await openDialog(page)
  expect(await input(dialog, duration).inputValue()).toBe('')
  expect(await input(dialog, 'Token').count()).toBe(0)
  expect(await page.content()).not.toContain(token)
  const stored = await page.evaluate<string>(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`)
  expect([stored, ...printed].filter(text => text.includes(token))).toEqual([])
  // The admin is still the one who uses the dashboard, and the log names the request without its token.
  const newest = async () => (await client.logs.getList(1, 20, { filter: 'data.url ~ "/impersonate/"' })).items
  await eventually(async () => (await newest()).length).toBeGreaterThan(0)
  for (const entry of await newest()) {
    expect(entry.data).toMatchObject({ auth: 'admin', method: 'POST', status: 200 })
    expect(JSON.stringify(entry)).not.toContain(token)
  }
})

test('the dialog stays open until the requested token has arrived', async () => {
  const { page } = await openPage({ server: server(), path: alice })
  const dialog = await openDialog(page)
  const { arrived, release } = await holdCalls(page, request => request.url().includes('/impersonate/'))
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  await arrived
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.mouse.click(5, 5)
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  release()
  expect(await input(dialog, 'Token').inputValue()).not.toBe('')
  await page.keyboard.press('Escape')
  await eventually(() => dialog.count()).toBe(0)
})

test('without a duration, the token lasts as long as a sign-in of the collection', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  await client.send('/today/api/collections/clients', { method: 'PATCH', body: { authToken: { duration: 7200 } } })
  const { id } = await client.collection('clients').getFirstListItem('verified = true')
  await load(clientRecord(id))
  const dialog = await openDialog(page)
  await eventually(() => input(dialog, duration).getAttribute('placeholder')).toBe('7200')
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  const minutes = minutesLeft(await input(dialog, 'Token').inputValue())
  expect(minutes).toBeGreaterThan(90)
  expect(minutes).toBeLessThanOrEqual(120)
})

test('for a user who may not sign in, or too long a duration, the dialog stays open with the reason', async () => {
  // The record is not verified, and its collection requires that.
  const path = clientRecord('client000000003')
  const { page } = await openPage({ server: server(), path, allowedErrors: [/status of 40[03]/] })
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  await toast(page, "The request doesn't satisfy the collection requirements to authenticate.").waitFor()
  await dialog.getByRole('button', { name: 'Generate token' }).waitFor()
  expect(address(page).query.recordId).toBe('client000000003')
  await input(dialog, duration).fill('4000000000')
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  await dialog.getByText(/^Must be no greater than \d+\.$/).waitFor()
  await eventually(() => hasFocus(input(dialog, duration))).toBe(true)
  expect(await toast(page, /validating the submitted data/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await eventually(() => dialog.count()).toBe(0)
})

test('only auth records can be impersonated', async () => {
  const { page } = await openPage({
    server: server(),
    path: '#/collections?collectionId=mgtags000000001&recordId=tag000000000003',
  })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Impersonate' }).count()).toBe(0)
})
