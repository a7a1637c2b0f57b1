import type { Locator, Page } from 'playwright-core'

/** Locates the table of a collection's records. */
export function recordTable(page: Page, collection: string): Locator {
  return page.getByRole('table', { name: `Records of ${collection}`, exact: true })
}

/** Locates the rendered rows: those in view and some around them. */
export function recordRows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader') })
}

export function recordRow(page: Page, id: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: id }) })
}

/** Reads the ids of the rendered rows, in order. */
export function shownIds(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').allInnerTexts()
}

const headers = (page: Page): Locator => page.getByRole('columnheader')

export function columnHeader(page: Page, name: string): Locator {
  return headers(page).filter({ has: page.getByRole('button', { name, exact: true }) })
}

/** Waits until the columns outside the visible area are rendered, a moment after the others. */
const allDrawn = (page: Page): Promise<void> => page.locator('thead td[colspan="1"]').waitFor({ state: 'attached' })

/** Reads the names of the columns in order, without the checkbox and arrow columns. */
export async function columnNames(page: Page): Promise<string[]> {
  await allDrawn(page)
  const names = await headers(page).getByRole('button').allInnerTexts()
  return names.map(name => name.trim()).filter(name => name !== '')
}

/** Locates the cell of a record in a column; the id is in the row header. */
export async function recordCell(page: Page, id: string, column: string): Promise<Locator> {
  await allDrawn(page)
  const names = (await headers(page).allInnerTexts()).map(name => name.trim())
  const index = names.indexOf(column)
  if (index === -1) throw new Error(`There is no column "${column}" among ${names.join(', ')}.`)
  // The row header is not a cell, so the index of each later cell is one lower.
  return recordRow(page, id)
    .getByRole('cell')
    .nth(index - 1)
}

/** Locates the footer with the total number of matches. */
export function totalFound(page: Page, total: number | string): Locator {
  return page.getByRole('contentinfo').getByText(`Total found: ${total}`, { exact: true })
}
