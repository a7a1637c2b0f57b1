import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type MailServer, mailSettings, openMailServer } from '../test/harness/openMailServer.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { pressEscapeWhenShown } from './harness/pressEscapeWhenShown.ts'
import { type SampleServer, startSample } from './harness/startSample.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

let mailServer: MailServer
let server: SampleServer

beforeAll(async () => {
  mailServer = await openMailServer()
  const closed = `UPDATE _collections SET options = json_set(options, '$.allowUsernameAuth', json('false'), '$.allowEmailAuth', json('false')) WHERE name = 'clients'`
  server = await startSample({ threads: 'pool', prepare: [mailSettings({ port: mailServer.port }), { sql: closed }] })
})
afterAll(async () => {
  await server.stop()
  await mailServer.close()
})

const users = '#/collections?collectionId=_pb_users_auth_'
const panel = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menu').waitFor()
}
async function choose(page: Page, name: string) {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).click()
}

test('M07.19 M07.40–41 the emails to an auth record are sent after a confirmation', async () => {
  const { page } = await openPage({ server, path: `${users}&recordId=erin00000000001` })
  const calls = watchCalls(page)
  await openMenu(page)
  const items = await page.getByRole('menuitem').allInnerTexts()
  expect(items.map(item => item.trim())).toEqual([
    'Send verification email',
    'Send password reset email',
    'Impersonate',
    'Copy link',
    'Copy as JSON',
    'Who can see this?',
    'Duplicate',
    'Delete',
  ])
  await page.getByRole('menuitem', { name: 'Send verification email' }).click()
  const verification = question(page, 'Do you really want to send a verification email to erin@readers.example?')
  await verification.waitFor()
  await expectAccessible(page, 'layer')
  await verification.getByRole('button', { name: 'No' }).click()
  const requests = () => calls.filter(({ path }) => path.includes('/request-'))
  expect(requests()).toEqual([])

  await choose(page, 'Send verification email')
  await verification.getByRole('button', { name: 'Send email' }).click()
  await toast(page, 'Successfully sent verification email to erin@readers.example.').waitFor()
  await choose(page, 'Send password reset email')
  const reset = question(page, 'Do you really want to send a password reset email to erin@readers.example?')
  await reset.getByRole('button', { name: 'Send email' }).click()
  await toast(page, 'Successfully sent password reset email to erin@readers.example.').waitFor()

  expect(requests().map(({ path, request }) => [path, request.postDataJSON()])).toEqual([
    ['/api/collections/_pb_users_auth_/request-verification', { email: 'erin@readers.example' }],
    ['/api/collections/_pb_users_auth_/request-password-reset', { email: 'erin@readers.example' }],
  ])
  await mailServer.expectTaken(2)
  expect(mailServer.taken.map(({ to }) => to)).toEqual([['erin@readers.example'], ['erin@readers.example']])
})

test('when an email cannot be sent, the dialog stays open with the reason and no toast reports success', async () => {
  const rejecting = await openMailServer({ reactions: [{ status: 550, message: 'mailbox full' }] })
  const own = await startSample({ threads: 'pool', prepare: [mailSettings({ port: rejecting.port })] })
  onTestFinished(async () => {
    await own.stop()
    await rejecting.close()
  })
  const { page } = await openPage({ server: own, path: `${users}&recordId=erin00000000001`, allowedErrors: [/status of 400/] })
  await choose(page, 'Send verification email')
  const verification = question(page, 'Do you really want to send a verification email to erin@readers.example?')
  await verification.getByRole('button', { name: 'Send email' }).click()
  await verification
    .getByRole('alert')
    .getByText(/^Failed to send the email: .*mailbox full/)
    .waitFor()
  await expectAccessible(page, 'layer')
  expect(await toast(page, /Successfully sent/).count()).toBe(0)
  await verification.getByRole('button', { name: 'Send email' }).click()
  await toast(page, 'Successfully sent verification email to erin@readers.example.').waitFor()
  expect(rejecting.taken).toHaveLength(1)

  await choose(page, 'Send verification email')
  await verification.getByRole('button', { name: 'Send email' }).click()
  await verification
    .getByRole('alert')
    .getByText(/sent less than two minutes ago/)
    .waitFor()
})

test('M07.19 emails are offered only to records that have an address and need them', async () => {
  const { page, go } = await openPage({ server, path: `${users}&recordId=carol0000000001` })
  const offers = async () => {
    await openMenu(page)
    const items = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    return items.map(item => item.trim()).filter(item => item.startsWith('Send'))
  }
  expect(await offers()).toEqual(['Send password reset email'])
  await go(`${users}&recordId=users0000000008`)
  await eventually(() => input(panel(page), 'Username').inputValue()).toBe('no_mail')
  expect(await offers()).toEqual([])
  await go('#/collections?collectionId=mgclients000001&recordId=client000000003')
  await page.getByRole('dialog', { name: 'Edit clients record' }).waitFor()
  await eventually(() => input(panel(page), 'Email').inputValue()).toBe('office@client-c.example')
  expect(await offers()).toEqual(['Send verification email'])
})

test('a record and a link to it can be copied from the panel menu, the record as JSON', async () => {
  const path = '#/collections?collectionId=mgtags000000001&recordId=tag000000000003'
  const { page, client, origin } = await openPage({ server, path })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // An Escape pressed as soon as the menu is in the page closes the menu, not the panel.
  const escaped = await pressEscapeWhenShown(page, '[role=menu]')
  await panel(page).getByRole('button', { name: 'More' }).click()
  await escaped()
  await eventually(() => page.getByRole('menu').count()).toBe(0)
  await choose(page, 'Copy as JSON')
  await toast(page, 'The record was copied to your clipboard as JSON.').waitFor()
  const { expand: _, ...stored } = await client.collection('tags').getOne('tag000000000003')
  expect(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))).toEqual({ ...stored })
  await choose(page, 'Copy link')
  await toast(page, 'The link to the record was copied to your clipboard.').waitFor()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${origin}/_/${path}`)
})

test('M07.32 M07.42–43 linked providers are listed in their own tab and can be unlinked', async () => {
  const { page, client, go } = await openPage({ server, path: `${users}&recordId=alice0000000001` })
  const calls = watchCalls(page)
  await tab(page, 'Account').waitFor()
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Account', 'Authorized providers'])
  expect(await tab(page, 'Account').getAttribute('aria-selected')).toBe('true')
  await input(panel(page), 'name').fill('Alice Alder-Ash')
  expect(calls.filter(({ path }) => path.endsWith('/external-auths'))).toEqual([])

  await tab(page, 'Account').focus()
  await page.keyboard.press('ArrowRight')
  const links = page.getByRole('list', { name: 'Linked providers' }).getByRole('listitem')
  await eventually(() => links.allInnerTexts()).toEqual(['Google\nID: google-account-1001', 'GitHub\nID: 5550001'])
  await expectAccessible(page, 'layer')
  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  const unlink = question(page, 'Do you really want to unlink the GitHub provider?')
  await unlink.getByRole('button', { name: 'No' }).click()
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Unlink GitHub' }))).toBe(true)
  expect(await client.collection('users').listExternalAuths('alice0000000001')).toHaveLength(2)

  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  await unlink.getByRole('button', { name: 'Unlink' }).click()
  await toast(page, 'Successfully unlinked the GitHub provider.').waitFor()
  await eventually(() => links.count()).toBe(1)
  const removals = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(removals).toEqual(['/api/collections/_pb_users_auth_/records/alice0000000001/external-auths/github'])
  // The value typed in the other tab is still there.
  await tab(page, 'Account').click()
  await eventually(() => input(panel(page), 'name').inputValue()).toBe('Alice Alder-Ash')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Successfully updated record.').waitFor()
  await eventually(() => panel(page).count()).toBe(0)

  await go(`${users}&recordId=carol0000000001`)
  await tab(page, 'Authorized providers').click()
  await panel(page).getByText('No linked OAuth2 providers.').waitFor()
  await go(`${users}&recordId=new`)
  await page.getByRole('dialog', { name: 'New users record' }).waitFor()
  // Only a stored record can have linked providers.
  await eventually(() => page.getByRole('tab').allInnerTexts()).toEqual(['Account'])
  await input(panel(page), 'Username').waitFor()
})

test('M07.32 an error in the hidden tab marks the tab and moves the focus to the invalid input', async () => {
  const path = `${users}&recordId=dave00000000001`
  const { page } = await openPage({ server, path, allowedErrors: [/status of 400/] })
  await input(panel(page), 'Email').fill('carol@readers.example')
  await tab(page, 'Authorized providers').click()
  await panel(page).getByText('No linked OAuth2 providers.').waitFor()
  await page.keyboard.press('Control+s')
  await eventually(() => tab(page, 'Account').getAttribute('aria-selected')).toBe('true')
  await eventually(() => hasFocus(input(panel(page), 'Email'))).toBe(true)
  expect(await tab(page, 'Account').textContent()).toContain('Has errors')
  await tab(page, 'Authorized providers').click()
  await tab(page, 'Account (Has errors)').waitFor()
  await expectAccessible(page, 'layer')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await eventually(() => hasFocus(input(panel(page), 'Email'))).toBe(true)
  await input(panel(page), 'Email').fill('dave@readers.example')
  await eventually(() => page.getByRole('tab').allTextContents()).toEqual(['Account', 'Authorized providers'])
})

test('a list of linked providers that cannot be loaded can be retried', async () => {
  const { page } = await openPage({ server, path: `${users}&recordId=bob000000000001`, allowedErrors: [/status of 503/] })
  let isAway = true
  await page.route('**/external-auths', route =>
    isAway ? route.fulfill({ status: 503, json: { code: 503 } }) : route.fallback(),
  )
  await tab(page, 'Authorized providers').click()
  await panel(page).getByText('The linked providers could not be loaded.').waitFor()
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await panel(page).getByText('ID: 5550002').waitFor()
})
