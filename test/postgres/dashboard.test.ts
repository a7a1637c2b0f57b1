import { expect, test } from 'vitest'
import { input } from '../../e2e/harness/input.ts'
import { openPage } from '../../e2e/harness/openPage.ts'
import { recordRow, totalFound } from '../../e2e/harness/records.ts'

test('the dashboard creates, filters and changes a record on PostgreSQL', async () => {
  const { page, client } = await openPage({
    database: 'postgres',
    threads: 'pool',
    path: '#/collections?collectionId=mgscratch000001',
  })
  await totalFound(page, 20).waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  const panel = page.getByRole('dialog')
  await input(panel, 't').fill('made in the browser')
  await input(panel, 'n').fill('-12.5')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await totalFound(page, 21).waitFor()
  const made = await client.collection('scratch').getFirstListItem('t = "made in the browser"')
  expect(made.n).toBe(-12.5)

  await page.goto(`${page.url().split('#')[0]}#/collections?collectionId=mgscratch000001&filter=n%3C-12`)
  await recordRow(page, made.id).waitFor()
  await recordRow(page, made.id).click()
  await input(panel, 't').fill('changed in the browser')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await recordRow(page, made.id).getByText('changed in the browser').waitFor()
})
