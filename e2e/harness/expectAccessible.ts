import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from './expectNoAxeViolations.ts'

/** The axe rules whose result depends on the theme: colors only. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Checks the page, or only its open layer, for accessibility in both themes. Requires the theme setting "system". */
export async function expectAccessible(page: Page, part: 'page' | 'layer' = 'page'): Promise<void> {
  const within = part === 'page' ? ':root' : '[role=dialog], [role=alertdialog]'
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page, within, colorRules)
}
