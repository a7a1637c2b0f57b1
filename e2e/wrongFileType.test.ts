import { expect, test } from 'vitest'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

test('a file whose type only the server can detect as wrong is rejected with its local name', async () => {
  const { page, client } = await openPage({ server: server(), path: null, allowedErrors: [/status of 400/] })
  const options = { maxSelect: 1, maxSize: 100_000, mimeTypes: ['application/zip'] }
  const schema = [{ name: 'parcel', type: 'file', options }]
  const { id } = await client.collections.create({ name: 'parcels', type: 'base', schema })
  await page.goto(`${server().origin}/_/#/collections?collectionId=${id}&recordId=new`)
  const parcel = page.getByRole('group', { name: 'parcel', exact: true })
  const bytes = { name: 'My Trip.zip', mimeType: 'application/zip', buffer: Buffer.from([0, 1]) }
  await parcel.locator('input[type=file]').setInputFiles(bytes)
  await parcel.getByRole('button', { name: 'Remove My Trip.zip' }).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await parcel.getByText('"My Trip.zip" mime type must be one of: application/zip.').waitFor()
  expect((await client.collection('parcels').getList()).totalItems).toBe(0)
})
