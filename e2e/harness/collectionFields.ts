import type { Locator, Page } from 'playwright-core'
import { input } from './input.ts'

/** The row of a field in the editor of collections. */
export const fieldRow = (editor: Locator, name: string): Locator =>
  editor.getByRole('list', { name: 'Fields' }).getByRole('listitem', { name: new RegExp(`^${name}, `) })

/** The button that opens the settings of a field. */
export const fieldGear = (editor: Locator, name: string): Locator =>
  editor.getByRole('button', { name: new RegExp(`^Toggle field options of ${name}(, has errors)?$`) })

/** The names of the fields in their order. */
export const fieldNames = (editor: Locator): Promise<string[]> =>
  editor
    .getByRole('textbox', { name: 'Field name' })
    .evaluateAll((inputs: unknown[]) => inputs.map(input => (input as { value: string }).value))

/** Adds a field of a type, and types its name over the one that it begins with. Its settings are open then. */
export async function addField(page: Page, editor: Locator, type: string, name: string): Promise<Locator> {
  await editor.getByRole('button', { name: 'New field' }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
  await page.keyboard.type(name)
  const row = fieldRow(editor, name)
  await input(row, 'Field name').waitFor()
  return row
}
