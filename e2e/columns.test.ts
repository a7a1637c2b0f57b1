import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage } from './harness/openPage.ts'
import { columnHeader, columnNames, recordCell, recordRows, recordTable, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

const tags = '#/collections?collectionId=mgtags000000001'
const posts = '#/collections?collectionId=mgposts00000001'

const sortButton = (page: Page, name: string) => columnHeader(page, name).getByRole('button', { name, exact: true })
const border = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}`, exact: true })
const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0)

async function chooseOption(page: Page, column: string, option: string) {
  await page.getByRole('button', { name: `Options of ${column}`, exact: true }).click()
  await page.getByRole('menuitem', { name: option }).click()
}

/** Drags from the middle of one element to a position in another one. */
async function drag(page: Page, from: Locator, to: Locator, place: 'start' | 'end') {
  await from.hover()
  const source = await from.boundingBox()
  const target = await to.boundingBox()
  if (source === null || target === null) throw new Error('Both ends of a drag must be in view.')
  await page.mouse.down()
  const x = place === 'start' ? target.x + 6 : target.x + target.width - 16
  await page.mouse.move(source.x + source.width / 2 + 8, source.y + source.height / 2)
  await page.mouse.move(x, target.y + target.height / 2, { steps: 6 })
  await page.mouse.up()
}

test('M05.4 columns are reordered by pointer, keys and menu, and their order is stored for the collection', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await totalFound(page, 8).waitFor()
  expect(await columnNames(page)).toEqual(['id', 'name', 'kind', 'meta', 'created', 'updated'])
  // The code for dragging is loaded when the pointer comes near.
  await sortButton(page, 'kind').hover()
  await eventually(() => columnHeader(page, 'kind').getAttribute('draggable')).toBe('true')
  await drag(page, sortButton(page, 'kind'), columnHeader(page, 'name'), 'start')
  await eventually(() => columnNames(page)).toEqual(['id', 'kind', 'name', 'meta', 'created', 'updated'])
  expect(await columnHeader(page, 'kind').getAttribute('aria-sort')).toBeNull()

  await sortButton(page, 'kind').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await eventually(() => columnNames(page)).toEqual(['id', 'name', 'meta', 'kind', 'created', 'updated'])
  await page.getByRole('status').getByText('kind is column 4 of 6.').waitFor()
  expect(await hasFocus(sortButton(page, 'kind'))).toBe(true)
  await chooseOption(page, 'updated', 'Move to the start')
  await eventually(() => columnNames(page)).toEqual(['id', 'updated', 'name', 'meta', 'kind', 'created'])
  await chooseOption(page, 'meta', 'Hide column')
  await eventually(() => hasFocus(sortButton(page, 'kind'))).toBe(true)
  await chooseOption(page, 'kind', 'Move left')
  const own = ['id', 'updated', 'kind', 'name', 'created']
  await eventually(() => columnNames(page)).toEqual(own)
  expect(await recordTable(page, 'tags').getByRole('row').nth(1).getByRole('cell').nth(1).textContent()).toMatch(/UTC$/)

  await page.reload()
  await totalFound(page, 8).waitFor()
  expect(await columnNames(page)).toEqual(own)
  await page.getByRole('link', { name: 'registry' }).click()
  await totalFound(page, 2).waitFor()
  expect((await columnNames(page)).slice(-2)).toEqual(['created', 'updated'])
  await page.goBack()
  await totalFound(page, 8).waitFor()
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Reset order and widths' }).click()
  await eventually(() => columnNames(page)).toEqual(['id', 'name', 'kind', 'created', 'updated'])
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await page.getByRole('menuitem', { name: 'Show all columns' }).click()
  await eventually(() => columnNames(page)).toEqual(['id', 'name', 'kind', 'meta', 'created', 'updated'])
})

test('column widths are changed by pointer and keys, fitted to the content, stored and reset', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  // The widths depend on the values.
  await eventually(() => recordRows(page).count()).toBe(8)
  const usual = await widthOf(columnHeader(page, 'name'))
  await border(page, 'name').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await eventually(() => widthOf(columnHeader(page, 'name'))).toBe(usual + 16 + 64)
  const place = await border(page, 'name').boundingBox()
  await page.mouse.move((place?.x ?? 0) + 4, (place?.y ?? 0) + 8)
  await page.mouse.down()
  await page.mouse.move((place?.x ?? 0) + 44, (place?.y ?? 0) + 8, { steps: 4 })
  await page.mouse.up()
  await eventually(() => widthOf(columnHeader(page, 'name'))).toBe(usual + 120)
  expect(await columnHeader(page, 'name').getAttribute('aria-sort')).toBeNull()

  await border(page, 'name').dblclick()
  await eventually(() => widthOf(columnHeader(page, 'name'))).toBeLessThan(usual)
  const clipped = `[...document.querySelectorAll('tbody td:nth-child(3) span')].some(part => part.scrollWidth > part.clientWidth)`
  expect(await page.evaluate(clipped)).toBe(false)
  const fitted = await widthOf(columnHeader(page, 'name'))
  await chooseOption(page, 'meta', 'Fit to content')
  await page.reload()
  await totalFound(page, 8).waitFor()
  await eventually(() => widthOf(columnHeader(page, 'name'))).toBe(fitted)
  await chooseOption(page, 'name', 'Reset width')
  await eventually(() => widthOf(columnHeader(page, 'name'))).toBe(usual)
  await border(page, 'meta').press('Home')
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await eventually(() => page.getByRole('menuitem', { name: 'Reset order and widths' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

test('the column headers are a single Tab stop, and the arrow keys scroll each of them into view', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await page.getByRole('rowheader').first().waitFor()
  // Columns outside of the window are rendered a moment later, and until then the arrow keys do not reach them.
  await columnHeader(page, 'attachments').waitFor()
  await page.getByRole('checkbox', { name: 'Select all loaded records' }).focus()
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(sortButton(page, 'id'))).toBe(true)
  for (let step = 1; step < 15; step++) await page.keyboard.press('ArrowRight')
  const attachments = sortButton(page, 'attachments')
  await eventually(() => hasFocus(attachments)).toBe(true)
  const box = await columnHeader(page, 'attachments').boundingBox()
  const columns = await page.getByRole('button', { name: 'Toggle columns' }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(columns?.x ?? 0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move left' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await eventually(async () => (await columnNames(page)).slice(12, 16)).toEqual(['flags', 'attachments', 'cover', 'category'])
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Options of attachments' }))).toBe(true)
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(border(page, 'attachments'))).toBe(true)
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Toggle columns' }))).toBe(true)
})

test('compact rows are 30 px high in every collection until reset, and tall rows hold three lines', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await totalFound(page, 40).waitFor()
  const heightOf = async () => (await recordRows(page).nth(2).boundingBox())?.height
  expect(await heightOf()).toBe(36)
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await eventually(heightOf).toBe(30)
  await page.reload()
  await page.getByRole('link', { name: 'users' }).click()
  await totalFound(page, 8).waitFor()
  expect(await heightOf()).toBe(30)
  // Rows loaded later have the same height, so the last row ends with the list.
  await page.getByRole('link', { name: 'posts', exact: true }).click()
  await totalFound(page, 40).waitFor()
  await recordRows(page).first().focus()
  await page.keyboard.press('End')
  await eventually(async () => (await recordRows(page).last().boundingBox())?.height).toBe(30)
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Normal' }).click()
  await eventually(heightOf).toBe(36)

  await recordRows(page).last().focus()
  await page.keyboard.press('Home')
  const body = page.getByRole('row', { name: /Signal river thunder lantern/ }).getByText(/^signal river thunder/)
  const linesOf = async () => Math.round(((await body.boundingBox())?.height ?? 0) / 20)
  expect(await linesOf()).toBe(1)
  const headHeight = async () => (await page.getByRole('row').first().boundingBox())?.height
  const usual = await headHeight()
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Three lines of text' }).click()
  await eventually(heightOf).toBe(76)
  await eventually(linesOf).toBe(3)
  expect(await headHeight()).toBe(usual)
  await recordRows(page).first().focus()
  await page.keyboard.press('End')
  await eventually(async () => (await recordRows(page).last().boundingBox())?.height).toBe(76)
})

test('M05.9 loaded records are appended to the list in chunks of 20', async () => {
  const sql = `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 80)
    INSERT INTO registry (id, name) SELECT printf('chunk%010d', x), 'Chunk ' || x FROM counter`
  const { page, load } = await openPage({ prepare: [{ sql }], path: null, ownContext: true })
  await page.addInitScript(() => {
    const { MutationObserver, document } = globalThis as unknown as {
      MutationObserver: new (seen: () => void) => { observe: (target: unknown, options: object) => void }
      document: { querySelector: (selector: string) => { ariaRowCount: string } | null }
    }
    const counts: string[] = []
    Object.assign(globalThis, { counts })
    new MutationObserver(() => {
      const count = document.querySelector('table')?.ariaRowCount
      if (count !== undefined && count !== counts.at(-1)) counts.push(count)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  // A count of 1 is the header alone, while the table waits for its first records.
  const counts = async () => (await page.evaluate<string[]>('counts')).filter(count => count !== '1')
  await load('#/collections?collectionId=mgregistry00001')
  await totalFound(page, 82).waitFor()
  await eventually(counts).toEqual(['21', '41'])
  await page.getByRole('button', { name: 'Load more' }).click()
  await eventually(counts).toEqual(['21', '41', '61', '81'])
})

test('columns take up the free width of a wide window before they truncate values', async () => {
  const { page } = await openPage({ server: server(), viewport: { width: 1920, height: 900 }, path: tags })
  // The widths depend on the values.
  await eventually(() => recordRows(page).count()).toBe(8)
  const clipped = () =>
    page.evaluate<number>(
      `[...document.querySelectorAll('tbody td, tbody td *')].filter(part => part.scrollWidth > part.clientWidth && part.clientWidth > 0
        && getComputedStyle(part).textOverflow === 'ellipsis').length`,
    )
  await eventually(clipped).toBe(0)
  const table = recordTable(page, 'tags')
  await eventually(async () => (await widthOf(table)) - (await widthOf(table.locator('..')))).toBe(0)
  const kind = await widthOf(columnHeader(page, 'kind'))
  await border(page, 'name').press('ArrowRight')
  await eventually(() => border(page, 'name').getAttribute('aria-valuenow')).not.toBeNull()
  expect(await widthOf(columnHeader(page, 'kind'))).toBe(kind)
  await page.setViewportSize({ width: 1000, height: 900 })
  await eventually(clipped).toBeGreaterThan(0)
})

/** Returns the pixels of an element's content that are cut. */
const overflowOf = (part: Locator) =>
  part.evaluate(({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth)

test('a long number is shown whole beside a text column with free room, in narrow and in wide tables', async () => {
  const { page, client } = await openPage({ server: server(), path: null })
  const schema = ['label', 'remark'].map(name => ({ name, type: 'text', options: {} }))
  const numbers = Array.from({ length: 6 }, (_, index) => ({ name: `value${index}`, type: 'number', options: {} }))
  const collection = await client.collections.create({ name: 'measures', type: 'base', schema: [...schema, ...numbers] })
  onTestFinished(async () => void (await client.collections.delete(collection.id)))
  const values = Object.fromEntries(numbers.map(({ name }) => [name, 1.8777333333333333]))
  await client
    .collection('measures')
    .create({ label: 'short', remark: 'A remark of more than sixty characters, which needs room too.', ...values })
  for (const width of [1440, 390, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${new URL(client.baseUrl).origin}/_/#/collections?collectionId=${collection.id}`)
    await page.reload()
    await totalFound(page, 1).waitFor()
    for (const { name } of numbers) {
      const cell = await recordCell(page, '', name)
      await eventually(() => overflowOf(cell)).toBe(0)
    }
  }
  // In the widest window, the text has the room that it needs.
  const remark = (await recordCell(page, '', 'remark')).getByText('A remark')
  await eventually(() => overflowOf(remark)).toBe(0)
  await expectAccessible(page)
})
