import type { Locator } from 'playwright-core'

/** Writes into an editor of code in place of what stands in it, by keys as a person does. */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.page().keyboard.insertText(text)
}
