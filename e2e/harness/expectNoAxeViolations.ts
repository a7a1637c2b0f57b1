import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks a page, or the part of it below a selector, for accessibility with every rule of axe. */
export async function expectNoAxeViolations(page: Page, within = ':root'): Promise<void> {
  // Evaluated by the debugger, which the page's content policy does not bind, unlike a script element.
  await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] })`)
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(node => node.html) }))
  expect(found, 'accessibility violations').toEqual([])
}
