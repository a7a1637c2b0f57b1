import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { holdEditor } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { changesIn, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()
const record = (id: string) => `#/collections?collectionId=mgscratch000001&recordId=${id}`

const panel = (page: Page) => page.getByRole('dialog', { name: /scratch record/ })
const json = (page: Page) => panel(page).getByRole('textbox', { name: 'j', exact: true })
const isEditor = (page: Page) => json(page).evaluate((found: { isContentEditable: boolean }) => found.isContentEditable)

/** Milliseconds without a key press after which a pause in typing is assumed. */
const pause = 600

/**
 * Records the milliseconds between the last key press and the first error message, because keys can arrive late on a busy machine.
 */
const recordPauseBeforeError = (page: Page) =>
  page.evaluate(`{
    let pressed = 0
    addEventListener('keydown', () => { pressed = performance.now() }, true)
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes('Invalid JSON')) return
      observer.disconnect()
      window.silence = performance.now() - pressed
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }`)

test('M24.3 JSON is a plain text input until its editor loads, which keeps the text and the caret', async () => {
  const { page, client } = await openPage({ server: server(), path: null })
  const held = await holdEditor(page)
  await page.goto(`${server().origin}/_/${record('scratch00000013')}`)
  await json(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('{"a": 1}')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => isEditor(page)).toBe(false)
  held.release()
  await eventually(() => isEditor(page)).toBe(true)
  expect(await hasFocus(json(page))).toBe(true)
  await page.keyboard.type(', "b": [2')
  await eventually(() => typedText(json(page))).toBe('{"a": 1, "b": [2]}')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('scratch00000013')).j).toEqual({ a: 1, b: [2] })

  await panel(page).getByRole('button', { name: 'Format j' }).click()
  await eventually(() => typedText(json(page))).toBe('{\n  "a": 1,\n  "b": [\n    2\n  ]\n}')
  await json(page).focus()
  await page.keyboard.press('Control+z')
  await eventually(() => typedText(json(page))).toBe('{"a": 1, "b": [2]}')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(json(page))).toBe(false)
  await eventually(() => typedText(json(page))).toBe('{"a": 1, "b": [2]}')
})

test('M07.29 invalid JSON is marked at its position, and described with line and column once typing pauses', async () => {
  const { page, client } = await openPage({ server: server(), path: record('scratch00000014') })
  await eventually(() => isEditor(page)).toBe(true)
  await json(page).fill('{\n  "name": "x",\n  "list": [1, 2,]\n}')
  const sentence = 'Invalid JSON at line 3, column 17: the comma before this ] has to go.'
  await panel(page).getByText(sentence).waitFor()
  expect(await json(page).getAttribute('aria-invalid')).toBe('true')
  await panel(page).getByRole('textbox', { name: 'j', description: sentence }).waitFor()
  expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toEqual([']'])
  await expectAccessible(page)

  const calls = watchCalls(page)
  await page.keyboard.press('Control+s')
  await eventually(() => hasFocus(json(page))).toBe(true)
  expect(changesIn(calls)).toEqual([])
  expect(await panel(page).getByRole('button', { name: 'Format j' }).isDisabled()).toBe(true)
  await page.keyboard.press('Control+Home')
  await panel(page).getByRole('button', { name: 'Go to error' }).click()
  await eventually(() => page.evaluate('getSelection().toString()')).toBe(']')
  await page.keyboard.type('3]')
  await eventually(() => json(page).getAttribute('aria-invalid')).not.toBe('true')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('scratch00000014')).j).toEqual({ name: 'x', list: [1, 2, 3] })
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('M07.29 no error appears while JSON is being typed, and an immediate save includes the typed text', async () => {
  const { page, client } = await openPage({ server: server(), path: record('scratch00000015') })
  await eventually(() => isEditor(page)).toBe(true)
  await json(page).focus()
  await page.keyboard.press('Control+a')
  await recordPauseBeforeError(page)
  await page.keyboard.type('{"quick": tru')
  await panel(page)
    .getByText(/Invalid JSON/)
    .waitFor()
  expect(await page.evaluate('silence')).toBeGreaterThanOrEqual(pause)
  await page.keyboard.type('e')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('scratch00000015')).j).toEqual({ quick: true })
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nul')
  await page.keyboard.press('Control+s')
  await panel(page).getByText('Invalid JSON at line 1, column 1: texts such as nul stand in double quotes.').waitFor()
})

test('a JSON value of almost two million bytes can be opened, searched, changed and saved', async () => {
  const rows = Array.from({ length: 24_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'], flag: true, n: id / 2 }))
  const { page, client } = await openPage({ server: server(), path: '#/collections' })
  await client.collection('scratch').update('scratch00000016', { j: rows })
  await page.goto(`${server().origin}/_/${record('scratch00000016')}`)
  await eventually(() => isEditor(page)).toBe(true)
  await json(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('"first",')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  const { j } = await client.collection('scratch').getOne('scratch00000016')
  expect([j.length, j[0], j[24_000].name]).toEqual([24_001, 'first', 'row 23999'])

  await page.keyboard.press('Control+f')
  await eventually(() => hasFocus(panel(page).getByRole('textbox', { name: 'Find' }))).toBe(true)
  await page.keyboard.type('row 23998')
  await page.keyboard.press('Enter')
  await json(page).getByText('"row 23998"').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(json(page))).toBe(true)
  expect(await page.evaluate('getSelection().toString()')).toBe('row 23998')
  expect(await panel(page).count()).toBe(1)
})
