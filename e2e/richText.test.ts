import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { typedText } from './harness/filterBar.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { chooseFrom, paste, richText, richTools, tool } from './harness/richText.ts'
import { shareServer } from './harness/shareServer.ts'
import { editor } from './harness/signIn.ts'
import { toast } from './harness/toast.ts'

const foreign = '<p>Before</p>\n\n<p><img src="https://cdn.example/cat.png" alt="A cat"> <img src="x/y.png"></p>'
const table =
  '<table border="1"><colgroup><col style="width: 40%;"><col style="width: 60%;"></colgroup><tbody><tr><td>one</td><td>two</td></tr></tbody></table>'

/** Each test changes its own records. */
const server = shareServer({
  prepare: [
    { sql: `UPDATE scratch SET ed = '${foreign}' WHERE id = 'scratch00000005'` },
    { sql: `UPDATE scratch SET ed = '<p>First</p>${table}' WHERE id = 'scratch00000006'` },
    { sql: `UPDATE scratch SET ed = '<p>One<iframe src="/x"></iframe></p><p class="lead">Two</p>' WHERE id = 'scratch00000007'` },
    { sql: `UPDATE scratch SET ed = '${'<p>A line of a long text.</p>'.repeat(80)}' WHERE id = 'scratch00000008'` },
  ],
})

const scratch = (id: string) => `#/collections?collectionId=mgscratch000001&recordId=${id}`
const panel = (page: Page) => page.getByRole('dialog', { name: /record$/ })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const storedIn = async (
  client: { collection: (name: string) => { getOne: (id: string) => Promise<Record<string, unknown>> } },
  id: string,
) => (await client.collection('scratch').getOne(id)).ed
const heightOf = async (tools: Locator) => Math.round((await tools.locator('..').boundingBox())?.height ?? 0)
const editorFile = /RichTextEditor-[\w-]+\.js/

test('M10.3 the rich text editor is preloaded after sign-in and is not part of the initial load', async () => {
  const { page } = await openPage({ server: server(), signedIn: false, path: null })
  const files: string[] = []
  page.on('request', request => files.push(new URL(request.url()).pathname))
  await page.goto(`${server().origin}/_/#/login`)
  await input(page, 'Email').fill(editor.email)
  await input(page, 'Password').fill(editor.password)
  expect(files.filter(file => editorFile.test(file))).toEqual([])
  await page.keyboard.press('Enter')
  await eventually(() => files.filter(file => editorFile.test(file)).length).toBe(1)
})

test('M10.1 the rich text editor loads its script after 100 ms and is 270 px high', async () => {
  const { page } = await openPage({ server: server(), path: null, ownContext: true })
  // Data saving disables preloading.
  await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })`)
  // Records the start of every timeout of 100 ms.
  await page.addInitScript(`{
    const { setTimeout } = window
    globalThis.waiting = []
    window.setTimeout = (work, delay, ...rest) => {
      if (delay === 100) waiting.push(performance.now())
      return setTimeout(work, delay, ...rest)
    }
  }`)
  await page.goto(`${server().origin}/_/${scratch('new')}`)
  const tools = richTools(panel(page), 'ed')
  await tools.waitFor()
  const waits = await page.evaluate<number[]>(`{
    const { startTime } = performance.getEntriesByType('resource').find(({ name }) => ${editorFile}.test(name))
    waiting.map(begun => Math.round(startTime - begun)).filter(waited => waited >= 0)
  }`)
  expect(waits.length).toBeGreaterThan(0)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(100)
  expect(await heightOf(tools)).toBe(270)
})

test('M10.1 a long text scrolls within its 700 px, and full screen lasts until Escape', async () => {
  const { page } = await openPage({ server: server(), path: scratch('scratch00000008') })
  const tools = richTools(panel(page), 'ed')
  await eventually(() => heightOf(tools)).toBe(700)
  const text = richText(panel(page), 'ed')
  await text.getByText('A line').first().click()
  await tool(tools, 'Full window').click()
  await eventually(() => heightOf(tools)).toBe(900)
  expect(await tool(tools, 'Full window').getAttribute('aria-pressed')).toBe('true')
  expect(await hasFocus(text)).toBe(true)
  await expectAccessible(page, 'layer')
  await page.keyboard.press('Escape')
  await eventually(() => heightOf(tools)).toBe(700)
  await page.keyboard.press('Escape')
  await eventually(() => panel(page).count()).toBe(0)
})

test('M07.1 a text with headings, colors, links and lists is saved as HTML', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000001') })
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await text.click()
  await chooseFrom(tools, 'Kind of block: Paragraph', 'Heading 2')
  await page.keyboard.type('Tea')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Green ')
  await page.keyboard.press('Control+b')
  await eventually(() => tool(tools, 'Bold').getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.type('and black')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' tea ')
  await chooseFrom(tools, 'Text colour', 'Red')
  await page.keyboard.type('hot')
  await chooseFrom(tools, 'Text colour', 'None')
  await page.keyboard.press('Enter')

  await tool(tools, 'Link').click()
  const link = page.getByRole('dialog', { name: 'Insert link' })
  await input(link, 'Address').fill('java script:alert(1)')
  await page.keyboard.press('Enter')
  await link.getByText('This kind of address is not allowed.').waitFor()
  await expectAccessible(page, 'layer')
  await input(link, 'Address').fill('example.com/tea')
  await input(link, 'Text').fill('More')
  await link.getByLabel('Open in a new tab').check()
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(text)).toBe(true)
  await page.keyboard.type(' of it')
  await chooseFrom(tools, 'Alignment', 'Centre')
  await page.keyboard.press('Enter')
  await chooseFrom(tools, 'Alignment', 'Left')
  await tool(tools, 'Bulleted list').click()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('two')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000001')).toBe(
    [
      '<h2>Tea</h2>',
      '<p>Green <strong>and black</strong> tea <span style="color: #b3261e">hot</span></p>',
      '<p style="text-align: center"><a href="https://example.com/tea" target="_blank" rel="noopener">More</a> of it</p>',
      '<ul><li>one<ul><li>two</li></ul></li></ul>',
    ].join('\n'),
  )
})

test('M07.1 a table is inserted with the requested size, extended, deleted, and brought back by an undo', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000012') })
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await tool(tools, 'Bulleted list').click()
  await page.keyboard.type('one')
  // A list ends after an empty item.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await chooseFrom(tools, 'Table', 'Insert table…')
  const asked = page.getByRole('dialog', { name: 'Insert table' })
  await input(asked, 'Rows').fill('2')
  await input(asked, 'Columns').fill('0')
  await page.keyboard.press('Enter')
  await asked.getByText('From 1 to 20.').waitFor()
  await input(asked, 'Columns').fill('1')
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(text)).toBe(true)
  await page.keyboard.type('Name')
  await chooseFrom(tools, 'Table', 'Add column after')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Price')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000012')).toBe(
    [
      '<ul><li>one</li></ul>',
      '<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>',
    ].join('\n'),
  )
  await chooseFrom(tools, 'Table', 'Delete table')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await eventually(() => text.getByText('one', { exact: true }).count()).toBe(0)
  await tool(tools, 'Undo').click()
  await text.getByText('one', { exact: true }).waitFor()
  await tool(tools, 'Redo').click()
  await eventually(() => text.getByText('one', { exact: true }).count()).toBe(0)
})

test('HTML that the editor would change is shown as source, and edited as rich text only after a confirmation', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000007') })
  const source = '<p>One<iframe src="/x"></iframe></p><p class="lead">Two</p>'
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await panel(page).getByText('Shown as source, because rich text would lose <iframe>.').waitFor()
  await eventually(() => typedText(text)).toBe(source)
  expect(await tool(tools, 'HTML source').getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page, 'layer')
  await panel(page).getByRole('button', { name: 'Edit as rich text anyway' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('listitem').getByText('<iframe>').waitFor()
  await expectAccessible(page, 'layer')
  await question.getByRole('button', { name: 'Keep the source' }).click()
  await eventually(() => typedText(text)).toBe(source)

  await tool(tools, 'HTML source').click()
  await question.getByRole('button', { name: 'Edit as rich text' }).click()
  await text.getByText('Two').click()
  await eventually(() => save(page).isEnabled()).toBe(false)
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000007')).toBe('<p>One</p><p class="lead">Two and more</p>')
})

test('viewing a record does not change its HTML, and an edit changes only the edited blocks', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000006') })
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await text.getByText('First').click()
  await tool(tools, 'HTML source').click()
  await eventually(() => hasFocus(text)).toBe(true)
  await tool(tools, 'HTML source').click()
  await text.getByText('First').waitFor()
  await eventually(() => hasFocus(text)).toBe(true)
  expect(await save(page).isEnabled()).toBe(false)
  await text.getByText('First').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await eventually(() => save(page).isEnabled()).toBe(true)
  await page.keyboard.press('Control+z')
  await eventually(() => save(page).isEnabled()).toBe(false)
  await page.keyboard.type('  line')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000006')).toBe(`<p>First&nbsp; line</p>${table}`)

  await tool(tools, 'HTML source').click()
  await text.fill('<p>typed</p>')
  await eventually(() => typedText(text)).toBe('<p>typed</p>')
  await tool(tools, 'HTML source').click()
  await text.getByText('typed').waitFor()
  await page.keyboard.press('Control+s')
  await eventually(() => storedIn(client, 'scratch00000006')).toBe('<p>typed</p>')
})

test('stored HTML runs no scripts and loads nothing from other servers', async () => {
  const { page } = await openPage({ server: server(), path: null })
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await page.goto(`${server().origin}/_/${scratch('scratch00000004')}`)
  await panel(page).getByText('the attribute onerror of <img>').waitFor()
  await panel(page).getByRole('button', { name: 'Edit as rich text anyway' }).click()
  await page.getByRole('button', { name: 'Edit as rich text', exact: true }).click()
  const text = richText(panel(page), 'ed')
  await text.getByRole('img', { name: 'Image at x, not loaded here' }).waitFor()
  await page.evaluate(`location.hash = ${JSON.stringify(scratch('scratch00000005'))}`)
  await text.getByRole('img', { name: 'A cat: Image on cdn.example, not loaded here' }).waitFor()
  await text.getByRole('img', { name: 'Image at x/y.png, not loaded here' }).waitFor()
  expect([...hosts]).toEqual([new URL(server().origin).host])
})

test('M10.2 pasted HTML loses its styles and scripts, and pasted files are not inserted into the text', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000002') })
  const text = richText(panel(page), 'ed')
  await text.click()
  await paste(page, {
    html: `<div class="x" onclick="alert(1)"><h2 style="margin: 0">Title</h2><script>alert(1)</script>
      <p style="color: red">Some <b>bold</b> <span style="color: #00f">blue</span> <kbd>key</kbd> <a href="javascript:alert(1)">link</a></p></div>`,
  })
  await paste(page, { html: '<p>end<img src="data:image/png;base64,AAAA"></p>' })
  await toast(page, /An image was left out/).waitFor()
  await paste(page, { file: 'photo.png', type: 'image/png' })
  await eventually(() => toast(page, /Files are not put into the text itself/).count()).toBe(2)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000002')).toBe(
    '<h2>Title</h2>\n<p>Some <b>bold</b> <span style="color: #00f">blue</span> key linkend</p>',
  )
})

test('the keyboard reaches every tool, and Tab leaves the text', async () => {
  const { page, client } = await openPage({ server: server(), path: scratch('scratch00000003') })
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await text.focus()
  await page.keyboard.type('one two')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Alt+F10')
  await eventually(() => hasFocus(tool(tools, 'Kind of block: Paragraph'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(tool(tools, 'Italic'))).toBe(true)
  await page.getByRole('tooltip').getByText('Italic').waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => tool(tools, 'Italic').getAttribute('aria-pressed')).toBe('true')
  await eventually(() => hasFocus(tool(tools, 'Italic'))).toBe(true)
  await page.keyboard.press('End')
  await eventually(() => hasFocus(tool(tools, 'Full window'))).toBe(true)
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 7; presses++) await page.keyboard.press('ArrowRight')
  await eventually(() => hasFocus(tool(tools, 'Background colour'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Yellow' }).press('Enter')
  await eventually(() => hasFocus(text)).toBe(true)
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Escape')
  await eventually(() => hasFocus(text)).toBe(true)
  // The key arrives before the page has processed the new selection, as with fast typing on a busy machine.
  await page.evaluate(`{
    getSelection().modify('move', 'backward', 'paragraphboundary')
    getSelection().modify('extend', 'forward', 'character')
    const key = { key: 'u', code: 'KeyU', keyCode: 85, ctrlKey: true, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))
  }`)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await storedIn(client, 'scratch00000003')).toBe(
    '<p><u>o</u>ne <em><span style="background-color: #fbf0a8">two</span></em></p>',
  )
  await page.keyboard.press('Tab')
  await eventually(() => hasFocus(text)).toBe(false)
  await page.keyboard.press('Escape')
  await eventually(() => panel(page).count()).toBe(0)
})

test('on a phone the toolbar scrolls sideways, all menus fit, and a new text starts with the last chosen text direction', async () => {
  const { page, load } = await openPage({ server: server(), viewport: phone, path: scratch('new') })
  const tools = richTools(panel(page), 'ed')
  const text = richText(panel(page), 'ed')
  await text.click()
  await chooseFrom(tools, 'Direction', 'Right to left')
  await page.keyboard.type('سلام')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'layer')
  await tool(tools, 'Table').click()
  await page.getByRole('menuitem', { name: 'Insert table…' }).waitFor()
  await page.keyboard.press('Escape')
  await tool(tools, 'HTML source').click()
  await eventually(() => typedText(text)).toBe('<p dir="rtl">سلام</p>')
  await page.evaluate(
    `Object.keys(localStorage).filter(key => key.startsWith('coffer.draft')).forEach(key => localStorage.removeItem(key))`,
  )
  page.on('dialog', dialog => void dialog.accept())
  await load(scratch('new'))
  await eventually(() => text.locator('p').getAttribute('dir')).toBe('rtl')
})
