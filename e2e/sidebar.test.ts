import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Preparation } from '../test/harness/copySample.ts'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

/** Number of collections in the sample. */
const sampleSize = 14

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Collections' })
const links = (page: Page) => sidebar(page).getByRole('link')
const group = (page: Page, name: 'Pinned' | 'Others') => sidebar(page).getByRole('region', { name }).getByRole('link')
const search = (page: Page) => sidebar(page).getByPlaceholder('Search collections...')

/** Creates more collections, without fields and records. */
const addCollections = (count: number): Preparation => ({
  sql: Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0')
    return `CREATE TABLE extra_${number} (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL);
      INSERT INTO _collections (id, type, name) VALUES ('extra0000000_${number}', 'base', 'extra_${number}');`
  }).join('\n'),
})

test('M02.1 M03.1–2 M04.9 all collections are listed by name and link to their records', async () => {
  const { page, load, client } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, request => request.url().includes('/api/collections?'))
  const calls = watchCalls(page)
  await load('#/collections')
  await page.getByRole('status').getByText('Loading collections...').waitFor()
  held.release()
  await eventually(() => links(page).count()).toBe(sampleSize)
  const collections = await client.collections.getFullList({ sort: 'name' })
  expect(await links(page).allInnerTexts()).toEqual(collections.map(({ name }) => name))
  for (const { id, name } of collections) {
    const href = await sidebar(page).getByRole('link', { name, exact: true }).getAttribute('href')
    expect(href).toBe(`/_/#/collections?collectionId=${id}`)
  }
  expect(calls.find(({ path }) => path === '/api/collections')?.query).toMatchObject({ page: '1', perPage: '200', sort: '+name' })

  await sidebar(page).getByRole('link', { name: 'tags' }).click()
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  expect(await sidebar(page).getByRole('link', { name: 'tags' }).getAttribute('aria-current')).toBe('page')
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created' })
})

test('M02.2 M02.4 the search leaves only collections whose name contains the term', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  await search(page).fill('POST')
  await eventually(() => links(page).allInnerTexts()).toEqual(['post_stats', 'posts'])
  await search(page).fill('no such thing')
  await sidebar(page).getByText('No collections found.').waitFor()
  expect(await links(page).count()).toBe(0)
  await search(page).fill('')
  await eventually(() => links(page).count()).toBe(sampleSize)
})

test('the sidebar shows the record count of each collection, loaded after the page and updated when records come and go', async () => {
  const { page, load, client } = await openPage({ server: server(), path: null, allowedErrors: [/status of 500/] })
  const held = await holdCalls(page, request => request.url().endsWith('/record-counts'))
  await load('#/collections?collectionId=mgtags000000001')
  await held.arrived
  expect(await page.getByRole('rowheader').count()).toBe(8)
  const entry = (name: string) =>
    sidebar(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
  const shown = async (name: string) => (await entry(name).allInnerTexts()).join().replace(name, '').trim()
  expect(await shown('tags')).toBe('')
  held.release()
  await eventually(() => shown('tags')).toBe('8')
  expect(await shown('comments')).toBe('60')
  expect(await shown('post_stats')).toBe('')
  const link = sidebar(page).getByRole('link', { name: 'tags', exact: true })
  expect(await link.getAttribute('aria-description')).toBe('8 records')

  await page.getByRole('button', { name: 'New record' }).click()
  await page.getByRole('textbox', { name: 'name' }).fill('Counted')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => shown('tags')).toBe('9')
  const { id } = await client.collection('tags').getFirstListItem('name = "Counted"')
  await client.collection('tags').delete(id)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await eventually(() => shown('tags')).toBe('8')

  // A count that cannot be loaded is left out.
  await page.route('**/record-counts', route => route.fulfill({ status: 500, json: { code: 500, message: 'No.', data: {} } }))
  const failed = page.waitForResponse(response => response.url().endsWith('/record-counts') && response.status() === 500)
  await load('#/collections?collectionId=mgtags000000001')
  await failed
  await page.getByRole('rowheader').first().waitFor()
  expect(await shown('tags')).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('M02.3 collections are pinned and unpinned with the keyboard, and pins survive a reload', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  const pin = (name: string) => page.getByRole('button', { name: `Pin ${name}`, exact: true })
  const unpin = (name: string) => page.getByRole('button', { name: `Unpin ${name}`, exact: true })
  await eventually(() => group(page, 'Others').count()).toBe(sampleSize)
  expect(await group(page, 'Pinned').count()).toBe(0)
  for (const name of ['tags', 'media']) {
    await pin(name).focus()
    await page.keyboard.press('Enter')
    await unpin(name).waitFor()
  }
  expect(await group(page, 'Pinned').allInnerTexts()).toEqual(['media', 'tags'])
  expect(await group(page, 'Others').allInnerTexts()).not.toContain('tags')

  await page.reload()
  await eventually(() => group(page, 'Pinned').allInnerTexts()).toEqual(['media', 'tags'])
  await unpin('media').focus()
  await page.keyboard.press('Space')
  await eventually(() => group(page, 'Pinned').allInnerTexts()).toEqual(['tags'])
  expect(await group(page, 'Others').allInnerTexts()).toContain('media')
})

test('pinning with a key keeps the focus on the collection', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  await page.getByRole('button', { name: 'Pin tags', exact: true }).focus()
  await page.keyboard.press('Enter')
  const unpin = page.getByRole('button', { name: 'Unpin tags', exact: true })
  await unpin.waitFor()
  expect(await hasFocus(unpin)).toBe(true)
})

test('M03.6 pins of deleted collections are removed', async () => {
  const { page } = await openPage({ server: server(), path: '#/login' })
  await eventually(() => links(page).count()).toBe(sampleSize)
  await page.evaluate(`localStorage.setItem('coffer.pinnedCollections', '["gone", "mgtags000000001"]')`)
  await page.reload()
  await eventually(() => group(page, 'Pinned').allInnerTexts()).toEqual(['tags'])
  await page.getByRole('button', { name: 'Pin media', exact: true }).click()
  await eventually(() => group(page, 'Pinned').allInnerTexts()).toEqual(['media', 'tags'])
  const stored = await page.evaluate<string>(`localStorage.getItem('coffer.pinnedCollections')`)
  expect(JSON.parse(stored).toSorted()).toEqual(['mgmedia00000001', 'mgtags000000001'])
})

test('M02.7 with 20 collections the list is spacious, with 21 it is compact', async () => {
  const heightOf = async (count: number) => {
    const { page } = await openPage({ prepare: [addCollections(count - sampleSize)], path: '#/collections' })
    await eventually(() => links(page).count()).toBe(count)
    return (await sidebar(page).getByRole('link', { name: 'tags' }).boundingBox())?.height ?? 0
  }
  const roomy = await heightOf(20)
  expect(roomy).toBeGreaterThan(0)
  expect(await heightOf(21)).toBeLessThan(roomy)
})

test('M02.8 the sidebar is resized with keys and pointer within its limits, and its width survives a reload', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  const border = page.getByRole('separator', { name: 'Width of Collections' })
  const shownWidth = async () => Math.round((await sidebar(page).boundingBox())?.width ?? 0)
  await border.focus()
  const first = await shownWidth()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await eventually(shownWidth).toBe(first + 32)
  expect(await border.getAttribute('aria-valuenow')).toBe(String(first + 32))

  await page.reload()
  await eventually(shownWidth).toBe(first + 32)
  const box = await border.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 2, 400)
  await page.mouse.down()
  await page.mouse.move(40, 400, { steps: 4 })
  await page.mouse.up()
  await eventually(shownWidth).toBe(200)
  await border.focus()
  await page.keyboard.press('Home')
  await eventually(shownWidth).toBe(first)
})

test('M03.5 without a collection in the address, the last viewed one is shown, else the first', async () => {
  const { page, origin, go } = await openPage({ server: server(), path: '#/collections' })
  await page.getByRole('heading', { name: 'author_totals' }).waitFor()
  await sidebar(page).getByRole('link', { name: 'tags' }).click()
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created' })

  await page.goto(`${origin}/_/#/collections?collectionId=gone`)
  await toast(page, 'Collection "gone" not found.').waitFor()
  await page.getByRole('heading', { name: 'tags' }).waitFor()

  // Navigation to another address, while the first one is still rendering, goes to that address.
  const screen = await holdCalls(page, () => true, '**/assets/collectionsArea-*')
  await page.goto('about:blank')
  await page.goto(`${origin}/_/#/collections`, { waitUntil: 'commit' })
  await screen.arrived
  await go('#/collections?recordId=tag000000000001')
  screen.release()
  await page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await eventually(() => address(page).query).toEqual({
    collectionId: 'mgtags000000001',
    sort: '-created',
    recordId: 'tag000000000001',
  })
})

test('M04.8 without collections and with hidden controls, the page says that there are none', async () => {
  const sql = `DELETE FROM _collections;
    UPDATE _params SET value = json_set(value, '$.meta.hideControls', json('true')) WHERE key = 'settings'`
  const { page } = await openPage({ prepare: [{ sql }], path: '#/collections' })
  await page.getByText("You don't have any collections yet.").waitFor()
  expect(await page.getByRole('button', { name: /collection/i }).count()).toBe(0)
})

test('collections that cannot be loaded show the reason and a retry button', async () => {
  const { page, load } = await openPage({ server: server(), path: null, allowedErrors: [/status of 500/] })
  const response = { status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } }
  await page.route('**/api/collections?**', route => route.fulfill(response))
  await load('#/collections')
  await page.getByText('The disk is gone.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await eventually(() => links(page).count()).toBe(sampleSize)
})

test('Ctrl+K finds collections, pages and records by the typed text, with the keyboard and from the menu', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const finder = palette.getByRole('combobox')
  const options = palette.getByRole('option')
  // Three actions of the page, pages, and four general actions: a collection, two themes, sign-out.
  await eventually(() => options.count()).toBe(sampleSize + 17 + 7)
  await eventually(() => hasFocus(finder)).toBe(true)
  await expectAccessible(page, 'layer')
  await page.keyboard.type('post')
  await eventually(() => options.allInnerTexts()).toEqual(['post_stats\nView collection', 'posts\nBase collection'])
  await page.keyboard.press('ArrowUp')
  const active = options.nth(1)
  expect(await active.getAttribute('aria-selected')).toBe('true')
  expect(await finder.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'posts' }).waitFor()
  await eventually(() => palette.count()).toBe(0)

  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Go to...' }).click()
  expect(await finder.inputValue()).toBe('')
  await finder.fill('tag000000000005')
  await palette.getByRole('option', { name: 'Record in tags' }).click()
  await eventually(() => address(page).query).toEqual({
    collectionId: 'mgtags000000001',
    sort: '-created',
    recordId: 'tag000000000005',
  })
  await page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such thing at all')
  await palette.getByText('Nothing found.').waitFor()
  await finder.fill('backup')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Backups' }).waitFor()
})

test('Ctrl+K runs actions of the current page, also over a panel, and asks about unsaved changes first', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press('Control+k')
    await eventually(() => hasFocus(palette.getByRole('combobox'))).toBe(true)
    await page.keyboard.type(typed)
    await eventually(async () => (await palette.getByRole('option').allInnerTexts())[0]).toBe(`${name}\nAction`)
    await page.keyboard.press('Enter')
  }
  await choose('new rec', 'New record in tags')
  const record = page.getByRole('dialog', { name: 'New tags record' })
  await record.getByRole('textbox', { name: 'name' }).fill('typed')
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await expectAccessible(page, 'layer')
  expect(await palette.getByRole('option', { name: 'Logout' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(record.getByRole('textbox', { name: 'name' }))).toBe(true)

  await choose('edit', 'Edit collection tags')
  const question = page.getByRole('alertdialog')
  await question.getByText('You have unsaved changes.').waitFor()
  await page.keyboard.press('Control+k')
  await question.getByRole('button', { name: 'No' }).click()
  await eventually(() => page.getByRole('alertdialog').count()).toBe(0)
  expect(await palette.count()).toBe(0)
  expect(await record.getByRole('textbox', { name: 'name' }).inputValue()).toBe('typed')
  await choose('edit', 'Edit collection tags')
  await question.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('dialog', { name: 'Edit collection' }).waitFor()
  expect(await record.count()).toBe(0)
  await choose('api', 'API preview of tags')
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created', panel: 'api' })
  await page.getByRole('dialog', { name: 'API of tags' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created' })

  await choose('dark', 'Dark theme')
  await eventually(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  // Both keys were pressed before the palette had faded out; the previous text is gone.
  await page.keyboard.press('Control+k')
  await eventually(() => hasFocus(palette.getByRole('combobox'))).toBe(true)
  await page.keyboard.type('system theme')
  await page.evaluate(chooseAndOpenAgain)
  await eventually(() => palette.getByRole('combobox').inputValue()).toBe('')
  await eventually(() => hasFocus(palette.getByRole('combobox'))).toBe(true)
  await page.keyboard.press('Escape')
  await eventually(() => palette.count()).toBe(0)
  await eventually(() => page.evaluate('document.documentElement.dataset.theme')).toBe('system')
  await choose('logout', 'Logout')
  await page.getByRole('heading', { name: 'Admin sign in' }).waitFor()
})

test('the palette can be opened again before it has faded out, over the panel that was opened with it', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgtags000000001' })
  await page.getByRole('heading', { name: 'tags' }).waitFor()
  await page.evaluate(fadeSlowly)
  const combobox = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
  await page.keyboard.press('Control+k')
  await eventually(() => hasFocus(combobox)).toBe(true)
  await combobox.fill('edit')
  await page.getByRole('option', { name: 'Edit collection tags' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Edit collection' }).waitFor()
  // The role finds no elements that are hidden from screen readers.
  await page.keyboard.press('Control+k')
  await eventually(() => hasFocus(combobox)).toBe(true)
  expect(await combobox.inputValue()).toBe('')

  await page.keyboard.press('Escape')
  await eventually(() => combobox.count()).toBe(0)
  await page.keyboard.press('Escape')
  // The panel begins to close when the browser has gone back. That would also close a palette that is already open.
  await eventually(() => address(page).query.panel).toBeUndefined()
  await page.keyboard.press('Control+k')
  await eventually(() => page.locator('[role="dialog"]').count()).toBe(1)
  expect(await hasFocus(combobox)).toBe(true)
})

const fadeSlowly = `(() => {
  const [sheet] = document.styleSheets
  sheet.insertRule('[role="dialog"] { transition-duration: 600ms !important }', sheet.cssRules.length)
})()`

const chooseAndOpenAgain = `(async () => {
  const press = (key, ctrlKey = false) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  press('Enter')
  await Promise.resolve()
  press('k', true)
})()`
