import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoAxeViolations } from './harness/expectNoAxeViolations.ts'
import { filterBar, typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdCalls, holdEditor } from './harness/holdCalls.ts'
import { openPage, phone } from './harness/openPage.ts'
import { totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()
const posts = '#/collections?collectionId=mgposts00000001'
const tags = '#/collections?collectionId=mgtags000000001'

/** Suggestions for the current text; while new ones load, the old ones are disabled and cannot be accepted. */
const suggestions = (page: Page) =>
  page
    .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    .getByRole('listbox', { name: 'Suggestions' })
    .getByRole('option')
const labels = async (page: Page) => (await suggestions(page).locator('.cm-completionLabel').allInnerTexts()).join(' ')
const complaint = (page: Page) => page.getByRole('search').getByRole('status')
const isEditor = (page: Page) => filterBar(page).evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)

/** Focuses the bar and waits until its editor is loaded. */
async function enterEditor(page: Page) {
  await filterBar(page).focus()
  await eventually(() => isEditor(page)).toBe(true)
}

test('M24.3 M04.3 the filter bar works before its editor is loaded, and the editor takes over text, caret, focus and history', async () => {
  const { page } = await openPage({ server: server(), path: null })
  const scripts: string[] = []
  page.on('request', request => scripts.push(request.url()))
  const held = await holdEditor(page)
  await page.goto(`${server().origin}/_/${tags}`)
  await totalFound(page, 8).waitFor()
  expect(scripts.filter(url => /mountCode|filterLanguage|filterAssist/.test(url))).toEqual([])

  await page.keyboard.press('/')
  await eventually(() => hasFocus(filterBar(page))).toBe(true)
  await held.arrived
  await page.keyboard.type('kind = "place"')
  await page.keyboard.press('Enter')
  await totalFound(page, 2).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('travel')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft')
  await eventually(() => isEditor(page)).toBe(false)

  held.release()
  await eventually(() => isEditor(page)).toBe(true)
  expect(await hasFocus(filterBar(page))).toBe(true)
  expect(await typedText(filterBar(page))).toBe('travel')
  expect(await page.evaluate('getSelection().toString()')).toBe('vel')
  await page.keyboard.type('ck')
  await eventually(() => typedText(filterBar(page))).toBe('track')
  for (let step = 0; step < 12 && (await typedText(filterBar(page))) !== 'kind = "place"'; step++) {
    await page.keyboard.press('Control+z')
  }
  expect(await typedText(filterBar(page))).toBe('kind = "place"')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(filterBar(page))).toBe(false)
})

test('suggestions help to write a filter, and Escape closes them before it leaves the bar, keeping the text', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await enterEditor(page)
  await page.keyboard.type('stat')
  await eventually(() => labels(page)).toBe('status related.status')
  expect(await filterBar(page).getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  const active = await filterBar(page).getAttribute('aria-activedescendant')
  expect(active).toBe(await suggestions(page).first().getAttribute('id'))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await eventually(() => typedText(filterBar(page))).toBe('status')

  await page.keyboard.type(' ')
  await eventually(() => labels(page)).toBe('= != ~ !~')
  await suggestions(page).filter({ hasText: 'does not equal' }).click()
  await eventually(() => labels(page)).toBe('"draft" "review" "published" "archived"')
  await page.keyboard.type('publ')
  await eventually(() => labels(page)).toMatch(/^"published" published/)
  await page.keyboard.press('Tab')
  await eventually(() => typedText(filterBar(page))).toBe('status != "published"')
  await page.keyboard.press('Enter')
  await eventually(() => address(page).query.filter).toBe('status != "published"')

  await page.keyboard.type(' && au')
  await eventually(() => suggestions(page).count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await eventually(() => suggestions(page).count()).toBe(0)
  expect(await typedText(filterBar(page))).toBe('status != "published" && au')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(filterBar(page))).toBe(false)
  expect(await typedText(filterBar(page))).toBe('status != "published" && au')
  expect(address(page).query.filter).toBe('status != "published"')
})

test('a key right after a letter accepts the suggestion for the longer word', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await enterEditor(page)
  await page.keyboard.type('status = pub')
  await eventually(() => labels(page)).toMatch(/^"published"/)
  await Promise.all(['l', 'i', 'Tab'].map(key => page.keyboard.press(key)))
  await eventually(() => typedText(filterBar(page))).toBe('status = "published"')
  expect(await hasFocus(filterBar(page))).toBe(true)
})

test('text typed while suggestions load gets its own suggestions', async () => {
  const { page } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, () => true, '**/assets/filterAssist-*')
  await page.goto(`${server().origin}/_/${posts}`)
  await totalFound(page, 40).waitFor()
  await enterEditor(page)
  await page.keyboard.type('zzz')
  await held.arrived
  // By then, suggestions for three letters without a match are loading.
  await page.waitForTimeout(200)
  await page.keyboard.type(' = 1 && stat')
  held.release()
  await eventually(() => labels(page)).toBe('status related.status')
})

test('text typed right after Enter is kept while the submitted filter is applied', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await enterEditor(page)
  await page.keyboard.type('id != "" ')
  await eventually(() => suggestions(page).count()).toBe(0)
  // The list counts its records once it is shown with the filter.
  const counted = page.waitForResponse(response => {
    const { searchParams } = new URL(response.url())
    return searchParams.get('perPage') === '1' && searchParams.get('filter') === 'id != ""'
  })
  // The next key arrives after the handler of Enter, but before the tasks it has queued: the address has not changed yet.
  await page.evaluate(`(async () => {
    const enter = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', enter))
    await new Promise(queueMicrotask)
    document.execCommand('insertText', false, '&& x')
  })()`)
  await eventually(() => address(page).query.filter).toBe('id != ""')
  await counted
  await totalFound(page, 40).waitFor()
  expect(await typedText(filterBar(page))).toBe('id != "" && x')
})

test('a filter follows relations in both directions, uses date macros, and finds the matching records', async () => {
  const { page, client } = await openPage({ server: server(), path: posts })
  await enterEditor(page)
  await page.keyboard.type('author.na')
  await eventually(() => labels(page)).toContain('name')
  await page.keyboard.press('Enter')
  await eventually(() => typedText(filterBar(page))).toBe('author.name')
  await page.keyboard.type(' ~ "a" && comments_v')
  await eventually(() => labels(page)).toContain('comments_via_post.')
  await page.keyboard.press('Enter')
  await eventually(() => labels(page)).toContain('author')
  await page.keyboard.type('id != "" && published <')
  await eventually(() => labels(page)).toMatch(/@now .*@todayStart/)
  expect(await suggestions(page).filter({ hasText: '@yearStart' }).textContent()).toMatch(/20\d\d-01-01 00:00:00.000Z/)
  await page.keyboard.type('@yearE')
  await eventually(() => labels(page)).toBe('@yearEnd')
  await page.keyboard.press('Enter')
  const filter = 'author.name ~ "a" && comments_via_post.id != "" && published <@yearEnd'
  expect(await typedText(filterBar(page))).toBe(filter)
  await page.keyboard.press('Enter')
  const { totalItems } = await client.collection('posts').getList(1, 1, { filter })
  expect(totalItems).toBeGreaterThan(0)
  await totalFound(page, totalItems).waitFor()
})

test('M24.1 Enter after a single word searches for it even if there are suggestions; Tab moves the focus on', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await enterEditor(page)
  const calls = watchCalls(page)
  await page.keyboard.type('nam')
  await eventually(() => labels(page)).toBe('name')
  await page.keyboard.press('Enter')
  await eventually(() => address(page).query.filter).toBe('nam')
  await eventually(() => calls.some(({ query }) => query.filter?.includes('name~"nam"') ?? false)).toBe(true)
  expect(await suggestions(page).count()).toBe(0)
  await page.keyboard.type('e')
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Search', exact: true }))).toBe(true)
  await eventually(() => typedText(filterBar(page))).toBe('name')
})

test('an error in the filter is underlined and described once the caret has left it', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await enterEditor(page)
  const underlined = () => page.locator('.cm-lintRange-error').allInnerTexts()
  await page.keyboard.type('stats = 1')
  await eventually(underlined).toEqual(['stats'])
  await complaint(page).getByText('"stats" is not a field in this collection. Did you mean "status"?').waitFor()
  expect(await filterBar(page).getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await page.keyboard.press('Home')
  await eventually(underlined).toEqual([])
  expect(await complaint(page).textContent()).toBe('')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('title = ')
  expect(await complaint(page).textContent()).toBe('')
  await page.keyboard.press('Home')
  await complaint(page).getByText('Expected a field or a value after =.').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('1')
  expect(await complaint(page).textContent()).toBe('')
  expect(await filterBar(page).getAttribute('aria-invalid')).toBe('false')
})

test('pasted line breaks become spaces, both before and after the editor is loaded', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  const held = await holdEditor(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText('views > 1\\r\\n&& score > 2\\n')`)
  const paste = () => page.keyboard.press('Control+v')
  await filterBar(page).focus()
  await held.arrived
  await paste()
  expect(await typedText(filterBar(page))).toBe('views > 1 && score > 2 ')
  held.release()
  await eventually(() => isEditor(page)).toBe(true)
  await page.keyboard.press('Control+a')
  await paste()
  expect(await typedText(filterBar(page))).toMatch(/^views > 1 {1,2}&& score > 2 $/)
})

test('recent filters are stored for each collection, can be applied again and can be removed', async () => {
  const { page, go } = await openPage({ server: server(), path: tags, allowedErrors: [/status of 400/, /could not be loaded/] })
  const bar = filterBar(page)
  const recent = page.getByRole('dialog', { name: 'Recent filters' })
  const listed = () => recent.getByRole('listitem').allInnerTexts()
  await enterEditor(page)
  for (const [filter, total] of [
    ['kind = "place"', 2],
    ['nonsense = 1', 'N/A'],
    ['music', 1],
  ] as const) {
    await bar.fill(filter)
    await page.keyboard.press('Enter')
    await totalFound(page, total).waitFor()
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await eventually(() => hasFocus(bar)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(listed).toEqual(['music', 'kind = "place"'])
  await eventually(() => hasFocus(recent.getByRole('button', { name: 'music', exact: true }))).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await totalFound(page, 2).waitFor()
  expect(await typedText(bar)).toBe('kind = "place"')
  await eventually(() => hasFocus(bar)).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Recent filters' }).click()
  await eventually(listed).toEqual(['kind = "place"', 'music'])
  await eventually(() => hasFocus(recent.getByRole('button', { name: 'kind = "place"', exact: true }))).toBe(true)
  await page.keyboard.press('Delete')
  await eventually(listed).toEqual(['music'])
  await recent.getByRole('button', { name: 'Remove music' }).click()
  await eventually(() => recent.count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Recent filters' }).count()).toBe(0)
  await go(posts)
  await totalFound(page, 40).waitFor()
  expect(await page.getByRole('button', { name: 'Recent filters' }).count()).toBe(0)
})

test('in a dialog, Escape first closes the suggestions, then leaves the bar with its text, then closes the dialog', async () => {
  const { page } = await openPage({ server: server(), path: `${posts}&recordId=new` })
  await page.getByRole('group', { name: 'author' }).getByRole('button', { name: 'Open picker' }).click()
  const picker = page.getByRole('dialog', { name: 'Select authors records' })
  const bar = filterBar(picker)
  await bar.focus()
  await eventually(() => bar.evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)).toBe(true)
  await page.keyboard.type('name ~ "a" && cre')
  await suggestions(page).first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => suggestions(page).count()).toBe(0)
  expect(await typedText(bar)).toBe('name ~ "a" && cre')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(bar)).toBe(false)
  expect(await typedText(bar)).toBe('name ~ "a" && cre')
  expect(await picker.count()).toBe(1)
  await page.keyboard.press('Escape')
  await eventually(() => picker.count()).toBe(0)
})

test('the filter syntax is explained beside the bar', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await page.getByRole('button', { name: 'Filter syntax' }).click()
  const help = page.getByRole('dialog', { name: 'Filter syntax' })
  await help.getByText('comments_via_post.id != ""').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => help.count()).toBe(0)
  await eventually(() => hasFocus(filterBar(page))).toBe(true)
})

test('on a phone, the suggestions do not touch the screen edge and are large enough to tap, and the button does not cover the text', async () => {
  const { page } = await openPage({ server: server(), path: posts, viewport: phone })
  await enterEditor(page)
  await page.keyboard.type('published >= ')
  await suggestions(page).first().waitFor()
  const overhang = async () => {
    const box = await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox()
    return box && Math.max(-box.x, box.x + box.width - phone.width)
  }
  await eventually(overhang).toBeLessThanOrEqual(-8)
  const search = page.getByRole('button', { name: 'Search', exact: true })
  const [field, button] = [await page.getByRole('search').locator('form').boundingBox(), await search.boundingBox()]
  expect((button?.y ?? 0) - (field?.y ?? 0)).toBeGreaterThanOrEqual(4)
  expect((await suggestions(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectNoAxeViolations(page)
  await suggestions(page).first().click()
  await eventually(() => typedText(filterBar(page))).toMatch(/^published >= @/)
})
