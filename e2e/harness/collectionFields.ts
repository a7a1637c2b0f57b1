import type { Locator, Page } from 'playwright-core'
import { input } from './input.ts'

/** Locates the row of a field in the collection editor. */
export function fieldRow(editor: Locator, name: string): Locator {
  return editor.getByRole('list', { name: 'Fields' }).getByRole('listitem', { name: new RegExp(`^${name}, `) })
}

/** Locates the button that opens the settings of a field. */
export function fieldGear(editor: Locator, name: string): Locator {
  return editor.getByRole('button', { name: new RegExp(`^Toggle field options of ${name}(, has errors)?$`) })
}

/** Reads the names of the fields, in order. */
export function fieldNames(editor: Locator): Promise<string[]> {
  return editor
    .getByRole('textbox', { name: 'Field name' })
    .evaluateAll((inputs: unknown[]) => inputs.map(input => (input as { value: string }).value))
}

/** Adds a field of a type and replaces its default name. Its settings are open afterwards. */
export async function addField(page: Page, editor: Locator, type: string, name: string): Promise<Locator> {
  await editor.getByRole('button', { name: 'New field' }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
  await page.keyboard.type(name)
  const row = fieldRow(editor, name)
  await input(row, 'Field name').waitFor()
  return row
}
