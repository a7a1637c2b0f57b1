import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { filterBar } from './harness/filterBar.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

const schema = [
  { name: 'constructor', type: 'text' },
  { name: 'valueOf', type: 'relation', options: { collectionId: 'mgtags000000001', maxSelect: 1, cascadeDelete: false } },
  { name: 'toString', type: 'json', options: { maxSize: 2000 } },
]

test('records with fields named like members of Object.prototype are created, filtered and edited in bulk', async () => {
  const { page, client } = await openPage({ server: server() })
  const { id } = await client.collections.create({ name: 'members', type: 'base', schema })
  await page.goto(new URL(`/_/#/collections?collectionId=${id}`, page.url()).href)
  await page.reload()
  await page.getByRole('button', { name: 'New record' }).first().click()
  const form = page.getByRole('dialog', { name: /^New / })
  await form.waitFor()
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(0)
  await input(form, 'constructor').fill('a text')
  await input(form, 'toString').fill('{"key":1}')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await toast(page, 'Successfully created record.').waitFor()
  await totalFound(page, 1).waitFor()

  const filter = filterBar(page)
  await filter.fill('toString.')
  await filter.fill('constructor = "a text"')
  await filter.press('Enter')
  await totalFound(page, 1).waitFor()

  await page.getByRole('checkbox', { name: 'Select all loaded records' }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit selected' }).click()
  const panel = page.getByRole('dialog', { name: 'Edit 1 record' })
  await panel.getByRole('button', { name: 'Change constructor', exact: true }).click()
  await input(panel, 'constructor').fill('another text')
  expect(await panel.getByRole('button', { name: /^Leave .* unchanged$/ }).count()).toBe(1)
  await expectAccessible(page, 'layer')
  await panel.getByRole('button', { name: 'Change 1 record' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set "constructor" to "another text" on 1 record?' })
  await question.getByRole('button', { name: 'Change 1 record' }).click()
  await toast(page, /changed 1 record/).waitFor()
  const stored = async () =>
    (await client.collection('members').getFullList()).map(record => [record.constructor, record.toString])
  await eventually(stored).toEqual([['another text', { key: 1 }]])
})
