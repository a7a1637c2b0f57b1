import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from './expectNoAxeViolations.ts'

/** What a theme changes: nothing but colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Checks what the page shows, or its open layer alone, for accessibility in both themes. The reader's theme must be the system's. */
export async function expectAccessible(page: Page, part: 'page' | 'layer' = 'page'): Promise<void> {
  const within = part === 'page' ? ':root' : '[role=dialog], [role=alertdialog]'
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page, within, ofColours)
}
