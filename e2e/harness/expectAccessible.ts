import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from './expectNoAxeViolations.ts'

/** Checks what the page shows, or its open layer alone, for accessibility in both themes. The reader's theme must be the system's. */
export async function expectAccessible(page: Page, part: 'page' | 'layer' = 'page'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page, part === 'page' ? ':root' : '[role=dialog], [role=alertdialog]')
  }
}
