import type { Locator, Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** Locates the text of a rich text field, formatted or as source. */
export function richText(within: Page | Locator, field: string): Locator {
  return within.getByRole('textbox', { name: new RegExp(`^${field}(\\s*\\(required\\))?$`) })
}

/** Locates the toolbar of a rich text field. */
export function richTools(within: Page | Locator, field: string): Locator {
  return within.getByRole('toolbar', { name: `Tools of ${field}`, exact: true })
}

export function tool(tools: Locator, name: string): Locator {
  return tools.getByRole('button', { name, exact: true })
}

/** Chooses an item from the menu of a tool, and waits until the focus is where typing continues. */
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

/** Pastes HTML, or a file, at the caret, as if it came from another program. */
export function paste(page: Page, what: { html: string } | { file: string; type: string }): Promise<void> {
  return page.evaluate<void>(`(() => {
    const what = ${JSON.stringify(what)}
    const clipboardData = new DataTransfer()
    if (what.html) clipboardData.setData('text/html', what.html)
    else clipboardData.items.add(new File(['x'], what.file, { type: what.type }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}
