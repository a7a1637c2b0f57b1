import type { Locator, Page } from 'playwright-core'

/** The table of a collection's records. */
export const recordTable = (page: Page, collection: string): Locator =>
  page.getByRole('table', { name: `Records of ${collection}`, exact: true })

/** The rows of records that are in the page: those in view and some around them. */
export const recordRows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

export const recordRow = (page: Page, id: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: id }) })

/** Ids of the rows in the page, in their order. */
export const shownIds = (page: Page): Promise<string[]> => page.getByRole('rowheader').allInnerTexts()

const headers = (page: Page): Locator => page.getByRole('columnheader')

export const columnHeader = (page: Page, name: string): Locator =>
  headers(page).filter({ has: page.getByRole('button', { name, exact: true }) })

/** The table draws the columns that it has no room for a moment after the others. */
const allDrawn = (page: Page): Promise<void> => page.locator('thead td[colspan="1"]').waitFor({ state: 'attached' })

/** Names of the columns in their order, without those of checkboxes and arrows. */
export async function columnNames(page: Page): Promise<string[]> {
  await allDrawn(page)
  const names = await headers(page).getByRole('button').allInnerTexts()
  return names.map(name => name.trim()).filter(name => name !== '')
}

/** The cell of a record in a column; the id's own stands in the row header. */
export async function recordCell(page: Page, id: string, column: string): Promise<Locator> {
  await allDrawn(page)
  const names = (await headers(page).allInnerTexts()).map(name => name.trim())
  const index = names.indexOf(column)
  if (index === -1) throw new Error(`There is no column "${column}" among ${names.join(', ')}.`)
  // The header of the row is no cell, so that all after it stand one place earlier.
  return recordRow(page, id)
    .getByRole('cell')
    .nth(index - 1)
}

/** The footer's count of what the filter finds in all. */
export const totalFound = (page: Page, total: number | string): Locator =>
  page.getByRole('contentinfo').getByText(`Total found: ${total}`, { exact: true })
