import { expect, onTestFinished, test } from 'vitest'
import { isSignedWith, openReceiver } from '../test/harness/openReceiver.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage, phone } from './harness/openPage.ts'

const args = ['--privateWebHooks']

test('a web hook is created, shows its secret once and its deliveries, and is changed and deleted', async () => {
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const { page, client } = await openPage({ path: '#/settings', args, allowedErrors: [/status of 400/] })
  await page.getByRole('link', { name: 'Web hooks' }).click()
  await page.getByText('No web hooks yet.').waitFor()
  await page.getByRole('button', { name: 'New web hook' }).click()
  const panel = page.getByRole('dialog', { name: 'New web hook' })
  await panel.getByLabel('URL').fill(receiver.url)
  await panel.getByLabel('Collections').click()
  await page.getByRole('option', { name: 'scratch' }).click()
  await page.keyboard.press('Escape')
  await panel.getByRole('checkbox', { name: 'Deleted' }).uncheck()
  await panel.getByLabel('Filter').fill('nothing > 1')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Create' }).click()
  await panel.getByText(/The filter is invalid for scratch/).waitFor()
  await panel.getByLabel('Filter').fill('n > 1')
  await panel.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Secret of the web hook' })
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('scratch · created, updated · n > 1').waitFor()

  const { id } = await client.collection('scratch').create({ n: 5 })
  await client.collection('scratch').create({ n: 1 })
  await client.collection('scratch').delete(id)
  await receiver.expectReceived(1)
  const [message] = receiver.received
  expect(message && isSignedWith(secret, message)).toBe(true)
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByRole('listitem', { name: 'test' }).getByText('Delivered').waitFor()
  await receiver.expectReceived(2)
  const delivery = page.getByRole('listitem', { name: `record.created · scratch/${id}` })
  await delivery.getByText('Delivered').waitFor()
  await delivery.getByText(/1 attempt, the last one: status 204 in \d+ ms/).waitFor()
  await delivery.locator('summary').click()
  await delivery.getByText('"timestamp"').waitFor()
  await expectAccessible(page)
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await receiver.expectReceived(3)
  // The toast about the created web hook may still be there, with a button that closes it.
  await page.getByRole('dialog', { name: 'Deliveries' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: `Edit ${receiver.url}` }).click()
  const editor = page.getByRole('dialog', { name: 'Edit web hook' })
  await editor.getByRole('checkbox', { name: 'Enabled' }).uncheck()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Disabled').waitFor()
  await page.getByRole('button', { name: `Edit ${receiver.url}` }).click()
  await editor.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete web hook' }).click()
  await page.getByText('No web hooks yet.').waitFor()
})

test('parked messages of a web hook are counted and show why, also on a phone', async () => {
  const { page, client, go } = await openPage({ viewport: phone, theme: 'dark', path: '#/settings' })
  const { id } = await client.send('/api/web-hooks', { method: 'POST', body: { url: 'http://127.0.0.1:9/hook' } })
  await client.collection('scratch').create({ n: 5 })
  await go('#/settings/web-hooks')
  await page.getByText('1 parked').waitFor()
  await expectNoSidewaysScroll(page)
  await go(`#/settings/web-hooks?webHookId=${id}&panel=deliveries`)
  await page.getByText(/127\.0\.0\.1 is a private address\. Choose a public one/).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await go(`#/settings/web-hooks?webHookId=${id}`)
  await page.getByRole('dialog', { name: 'Edit web hook' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page
    .getByRole('dialog', { name: 'Secret of the web hook' })
    .getByText(/^whsec_/)
    .waitFor()
  await eventually(() => page.url()).not.toContain(id)
})
