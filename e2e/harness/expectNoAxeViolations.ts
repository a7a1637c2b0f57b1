import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks a page, or the part below a selector, for accessibility with all rules of axe or only the given ones. */
export async function expectNoAxeViolations(page: Page, within = ':root', rules?: readonly string[]): Promise<void> {
  // Evaluated through the debugger, because the page's content security policy blocks a script element.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source)
  // Selectors would take a tenth of the time.
  const options = { resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`)
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(node => node.html) }))
  expect(found, 'accessibility violations').toEqual([])
}
