import type { Locator, Page } from 'playwright-core'

/** Locates the filter bar above a list, both as a plain input and as the editor that replaces it. */
export function filterBar(within: Page | Locator): Locator {
  return within.getByRole('combobox', { name: 'Search term or filter' })
}

/** Reads the text of a plain input or of the code editor that replaces it. */
export function typedText(input: Locator): Promise<string> {
  return input.evaluate((found: { value?: string; querySelector: (selector: string) => unknown; innerText: string }) => {
    if (found.value !== undefined) return found.value
    return found.querySelector('.cm-placeholder') ? '' : found.innerText
  })
}
