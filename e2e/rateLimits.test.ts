import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage } from './harness/openPage.ts'
import { saveButton } from './harness/settings.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

test('limits of requests are added, removed, validated at their inputs and saved, and hold for guests but not for admins', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/rate-limits', allowedErrors: [/status of 400/] })
  const rows = page.getByRole('list', { name: 'Limits' }).getByRole('listitem')
  await eventually(() => rows.count()).toBe(4)
  expect(await saveButton(page).isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Limit requests' }).check()
  await page.getByRole('button', { name: 'Remove the limit *:auth' }).click()
  await page.getByRole('button', { name: 'Add limit' }).click()
  const added = rows.last()
  await added.getByRole('textbox', { name: 'Label' }).fill('bad label')
  await added.getByLabel('Requests').fill('1')
  await added.getByLabel('Seconds').fill('600')
  await saveButton(page).click()
  await added.getByText('Must be in a valid format.').waitFor()
  await added.getByRole('textbox', { name: 'Label' }).fill('tags:list')
  await saveButton(page).click()
  await toast(page, 'Successfully saved rate limits.').waitFor()
  const list = async () => (await fetch(`${server().origin}/api/collections/tags/records`)).status
  expect([await list(), await list()]).toEqual([200, 429])
  await page.reload()
  await eventually(() => rows.last().getByRole('textbox', { name: 'Label' }).inputValue()).toBe('tags:list')
  expect(await rows.first().getByRole('textbox', { name: 'Label' }).inputValue()).toBe('*:create')
})

test('the version of clients that show none is changed on the application page, and the dashboard works with both', async () => {
  const { page, go } = await openPage({ server: server(), path: '#/settings' })
  const choice = page.getByRole('combobox', { name: 'Clients that show no version' })
  await eventually(() => choice.textContent()).toContain('PocketBase 0.22')
  await choice.click()
  await page.getByRole('option', { name: 'PocketBase 0.23 and later' }).click()
  const question = page.getByRole('alertdialog', {
    name: /^Answer clients that show no version as PocketBase 0.23 and later does/,
  })
  await question.getByText('New files of scratch.f2 are added to its files in 0.22').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await choice.textContent()).toContain('PocketBase 0.22')
  await choice.click()
  await page.getByRole('option', { name: 'PocketBase 0.23 and later' }).click()
  await question.getByRole('button', { name: 'Save the version' }).click()
  await toast(page, 'Successfully saved the version.').waitFor()
  const missing = async () => (await fetch(`${server().origin}/api/collections/nothing/records`)).json()
  expect(await missing()).toEqual({ status: 404, message: 'Missing collection context.', data: {} })
  await go('#/collections?collectionId=mgtags000000001')
  await page.getByRole('rowheader').first().waitFor()
  await go('#/settings')
  await choice.click()
  await page.getByRole('option', { name: 'PocketBase 0.22' }).click()
  await page.getByRole('button', { name: 'Save the version' }).click()
  await eventually(missing).toMatchObject({ code: 404 })
})

test('the meaning of rules is changed on the application page, which first lists the rules that it changes, and the tests that fail', async () => {
  const allowedErrors = [/status of 400/]
  const { page, client } = await openPage({ server: server(), path: '#/collections', allowedErrors })
  await client.collections.create({ name: 'bans', type: 'base', schema: [{ name: 'tag', type: 'text' }] })
  const ruleTests = [{ persona: 'guest', action: 'list', expected: 'denied' }]
  await client.collections.update('categories', { listRule: '@collection.bans.tag != name', ruleTests })
  const listed = async () =>
    ((await (await fetch(`${server().origin}/api/collections/categories/records`)).json()) as { totalItems: number }).totalItems
  expect(await listed()).toBe(0)
  await page.goto(`${server().origin}/_/#/settings`)
  const choice = page.getByRole('combobox', { name: 'Meaning of rules' })
  await eventually(() => choice.textContent()).toContain('PocketBase 0.22')
  await choice.click()
  await page.getByRole('option', { name: 'PocketBase 0.23 and later' }).click()
  const question = page.getByRole('alertdialog', { name: /^Evaluate these rules as PocketBase 0.23 and later does/ })
  await question.getByText('categories.listRule excludes by @collection.bans').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save the version' }).click()
  const failing = page.getByRole('alertdialog', { name: 'Confirm collection changes' })
  await failing.getByText('A guest cannot list records: The list has').waitFor()
  expect(await listed()).toBe(0)
  await failing.getByRole('button', { name: 'Save anyway' }).click()
  await toast(page, 'Successfully saved the version.').waitFor()
  expect(await listed()).toBeGreaterThan(0)
})

test('batches are allowed and limited on the rate limits page, with errors at their inputs', async () => {
  const { page, client, load } = await openPage({
    server: server(),
    path: '#/settings/rate-limits',
    allowedErrors: [/status of 400/],
  })
  const allow = page.getByRole('switch', { name: 'Allow batches' })
  await allow.check()
  await page.getByLabel('Requests per batch').fill('1001')
  await page.keyboard.press('Control+s')
  await page.getByText('Must be no greater than 1000.').waitFor()
  expect(await hasFocus(page.getByLabel('Requests per batch'))).toBe(true)
  await page.getByLabel('Requests per batch').fill('1')
  await page.getByLabel('Seconds per batch').fill('2')
  await expectAccessible(page)
  await saveButton(page).last().click()
  await toast(page, 'Successfully saved batch limits.').waitFor()
  await eventually(() => saveButton(page).count()).toBe(1)
  const post = { method: 'POST', url: '/api/collections/scratch/records', body: { t: 'batched' } }
  const batch = async (requests: object[]) =>
    client.send('/api/batch', { method: 'POST', body: { requests } }).then(
      (replies: { status: number }[]) => replies.map(({ status }) => status),
      error => error.status,
    )
  expect([await batch([post]), await batch([post, post])]).toEqual([[200], 400])
  await load('#/settings/rate-limits')
  expect(await page.getByLabel('Requests per batch').inputValue()).toBe('1')
  await allow.uncheck()
  await saveButton(page).last().click()
  await eventually(() => batch([post])).toBe(403)
})

test('addresses of admins that would lock out the admin who saves them are rejected at their input, and others are saved', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/settings', allowedErrors: [/status of 400/] })
  const addresses = page.getByRole('textbox', { name: 'Addresses of admins' })
  await addresses.fill('10.0.0.0/8')
  await saveButton(page).last().click()
  await page.getByText('Add your own address 127.0.0.1, or a network that contains it.').waitFor()
  expect(await hasFocus(addresses)).toBe(true)
  await expectAccessible(page)
  await addresses.fill('10.0.0.0/8, 127.0.0.0/8')
  await saveButton(page).last().click()
  await toast(page, 'Successfully saved the addresses of admins.').waitFor()
  const stored = async () => (await client.send('/today/api/settings', {})).superuserIPs
  expect(await stored()).toEqual(['10.0.0.0/8', '127.0.0.0/8'])
  await addresses.fill('')
  await saveButton(page).last().click()
  await eventually(stored).toEqual([])
})
