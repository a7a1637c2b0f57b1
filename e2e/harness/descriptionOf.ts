import type { Locator } from 'playwright-core'

/** Returns what screen readers read as the description of an element. */
export async function descriptionOf(element: Locator): Promise<string> {
  const ids = (await element.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(ids.map(id => element.page().locator(`[id="${id}"]`).textContent()))
  return texts.join(' ')
}
