import type { Browser, Page } from 'playwright-core'
import { recordTable } from '../../e2e/harness/records.ts'
import { newContext, type Visitor } from './openBrowser.ts'

const pageSize = 40

/** Measurements of a record table, in milliseconds except the number of elements. */
export interface TableTimes {
  firstRow: number
  nextPage: number
  selectAll: number
  elements: number
}

const more = (page: Page) => page.getByRole('button', { name: 'Load more' })

/** Clicks an element and waits for a condition within the page, so that the debugging protocol adds no time. */
const timedClick = (page: Page, selector: string, condition: string): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    const begun = performance.now()
    const look = () => (${condition}) ? resolve(performance.now() - begun) : requestAnimationFrame(look)
    document.querySelector(${JSON.stringify(selector)}).click()
    requestAnimationFrame(look)
  })`)

const mark = (page: Page, role: 'button' | 'checkbox', name: string, mark: string): Promise<void> =>
  page.getByRole(role, { name }).evaluate((element: { setAttribute: (name: string, value: string) => void }, mark) => {
    element.setAttribute('data-measured', mark)
  }, mark)

/** Loads a number of rows page by page and measures each step. */
export async function measureTable(browser: Browser, visitor: Visitor, collection: string, rows: number): Promise<TableTimes> {
  const context = await newContext(browser, visitor)
  const page = await context.newPage()
  await page.goto(`${visitor.url}/_/#/collections`, { waitUntil: 'load' })
  await page.getByRole('rowheader').first().waitFor()
  const begun = performance.now()
  await page.getByRole('link', { name: collection, exact: true }).click()
  const table = recordTable(page, collection)
  await table.getByRole('rowheader').first().waitFor()
  const firstRow = performance.now() - begun
  const times: number[] = []
  for (let loaded = pageSize; loaded < rows; loaded += pageSize) {
    await mark(page, 'button', 'Load more', 'more')
    times.push(
      await timedClick(
        page,
        '[data-measured=more]',
        `document.querySelector('[role=table],[role=grid],table').getAttribute('aria-rowcount') > ${loaded + 1}`,
      ),
    )
    await more(page).and(page.locator(':enabled')).waitFor()
  }
  const elements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  await mark(page, 'checkbox', 'Select all loaded records', 'all')
  const selectAll = await timedClick(page, '[data-measured=all]', `document.body.textContent.includes('Selected ')`)
  await context.close()
  times.sort((a, b) => a - b)
  return { firstRow, nextPage: times[Math.floor(times.length / 2)] ?? 0, selectAll, elements }
}
