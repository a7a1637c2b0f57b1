import type { Locator, Page } from 'playwright-core'
import { input } from './input.ts'

type EditorTitle = 'New collection' | 'Edit collection'

/** Locates the collection editor, whose title depends on whether the collection is new. */
export function collectionEditor(page: Page, title: EditorTitle): Locator {
  return page.getByRole('dialog', { name: title, exact: true })
}

/** Opens the editor of the current collection. */
export async function editCollection(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit collection' }).click()
  const editor = collectionEditor(page, 'Edit collection')
  await input(editor, 'Name').waitFor()
  return editor
}

/** Opens the rules in the editor of a collection, and unlocks the view rule, which is for admins only. */
export async function unlockViewRule(page: Page, title: EditorTitle = 'Edit collection'): Promise<Locator> {
  const editor = collectionEditor(page, title)
  await editor.getByRole('tab', { name: 'API Rules' }).click()
  await editor
    .getByRole('group', { name: 'View rule' })
    .getByRole('button', { name: /^Admins only/ })
    .click()
  return editor
}

/** Opens the editor of a new collection. */
export async function startCollection(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Collections' }).getByRole('button', { name: 'New collection' }).click()
  const editor = collectionEditor(page, 'New collection')
  await input(editor, 'Name').waitFor()
  return editor
}

/** Locates the topmost dialog. */
export function question(page: Page, text: string | RegExp): Locator {
  return page.getByRole('alertdialog', { name: text })
}

/** Chooses an option of the list that a labelled button opens. */
export async function choose(page: Page, control: Locator, option: string): Promise<void> {
  await control.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
