import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** Undoes the latest deletion or change with the key, once no dialog or panel keeps the page from receiving it. */
export async function undoByKey(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).waitFor()
  await eventually(() => page.locator('[role="dialog"], [role="alertdialog"]').count()).toBe(0)
  await page.keyboard.press('z')
}
