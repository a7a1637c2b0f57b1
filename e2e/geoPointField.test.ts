import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { openPage } from './harness/openPage.ts'
import { recordCell } from './harness/records.ts'

test('a geo point field is added to a collection; its values are typed or picked on a map, and found by their parts', async () => {
  const { page, client, go } = await openPage({ path: '#/collections' })
  const { id: collectionId, schema } = await client.collections.getOne('scratch')
  await client.collections.update('scratch', {
    schema: [...schema, { name: 'place', type: 'geoPoint', options: {} }],
  } as never)
  await page.reload()
  await go(`#/collections?collectionId=${collectionId}&recordId=new`)
  const group = page.getByRole('group', { name: 'place' })
  const [latitude, longitude] = ['Latitude', 'Longitude'].map(name => group.getByRole('spinbutton', { name })) as [
    ReturnType<typeof group.getByRole>,
    ReturnType<typeof group.getByRole>,
  ]
  await latitude.fill('52.52')
  await longitude.fill('195')
  await page.keyboard.press('Control+s')
  await page.getByText('Longitude must be between -180 and 180 degrees.').waitFor()
  await expectAccessible(page, 'layer')
  await longitude.fill('13.405')
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully created record.').waitFor()
  const [created] = await client.collection('scratch').getFullList({ filter: 'place.lat > 50' })
  expect(created?.place).toEqual({ lon: 13.405, lat: 52.52 })

  await go(`#/collections?collectionId=${collectionId}&recordId=${created?.id}`)
  const map = group.locator('svg').last()
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size.')
  // Three quarters to the right and down: 90 degrees east, 45 degrees south.
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.75)
  expect(Number(await longitude.inputValue())).toBeCloseTo(90, 0)
  expect(Number(await latitude.inputValue())).toBeCloseTo(-45, 0)
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully updated record.').waitFor()

  const filter = encodeURIComponent('place.lat < -40')
  await go(`#/collections?collectionId=${collectionId}&filter=${filter}`)
  const cell = await recordCell(page, created?.id ?? '', 'place')
  // Until the filtered list has loaded, the table shows the rows of the unfiltered one.
  await eventually(() => cell.textContent()).toMatch(/^-4[45](\.\d)?, (89|90)(\.\d)?$/)
})
