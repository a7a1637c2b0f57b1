import type { Locator, Page } from 'playwright-core'

/** The bar above a list, as a plain input and as the editor that takes its place. */
export const filterBar = (within: Page | Locator): Locator => within.getByRole('combobox', { name: 'Search term or filter' })

/** What stands in a plain input, or in the editor of code that takes its place. */
export const typedText = (input: Locator): Promise<string> =>
  input.evaluate((found: { value?: string; querySelector: (selector: string) => unknown; innerText: string }) => {
    if (found.value !== undefined) return found.value
    return found.querySelector('.cm-placeholder') ? '' : found.innerText
  })
