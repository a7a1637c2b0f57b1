import type { Locator } from 'playwright-core'

/** Replaces the content of a code editor by typing. */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.page().keyboard.insertText(text)
}
