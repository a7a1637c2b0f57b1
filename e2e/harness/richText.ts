import type { Locator, Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** The text of a rich field, as it looks or as its source. */
export const richText = (within: Page | Locator, field: string): Locator =>
  within.getByRole('textbox', { name: new RegExp(`^${field}(\\s*\\(required\\))?$`) })

/** The tools of a rich field. */
export const richTools = (within: Page | Locator, field: string): Locator =>
  within.getByRole('toolbar', { name: `Tools of ${field}`, exact: true })

export const tool = (tools: Locator, name: string): Locator => tools.getByRole('button', { name, exact: true })

/** Chooses an entry of the menu that a tool opens, and waits until focus stands where the entry leads it, so that one can type on. */
export async function chooseFrom(tools: Locator, name: string, entry: string): Promise<void> {
  await tool(tools, name).click()
  const menu = tools.page().getByRole('menu')
  await menu
    .getByRole('menuitem', { name: entry, exact: true })
    .or(menu.getByRole('menuitemradio', { name: entry, exact: true }))
    .click()
  await menu.waitFor({ state: 'detached' })
  const astray = "document.activeElement.matches('body, [role=menu] *, [role=toolbar] *')"
  await eventually(() => tools.page().evaluate(astray)).toBe(false)
}

/** Pastes HTML, or a file, where the caret of a page stands, as it comes from elsewhere. */
export const paste = (page: Page, what: { html: string } | { file: string; type: string }): Promise<void> =>
  page.evaluate<void>(`(() => {
    const what = ${JSON.stringify(what)}
    const clipboardData = new DataTransfer()
    if (what.html) clipboardData.setData('text/html', what.html)
    else clipboardData.items.add(new File(['x'], what.file, { type: what.type }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
