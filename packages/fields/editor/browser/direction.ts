import type { Editor } from '@tiptap/core'

export type Direction = 'ltr' | 'rtl' | 'default'

const key = 'coffer.editorDirection'
const directed = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table']

/** Returns the most recently chosen direction, for new texts; null if there is none. */
export function rememberedDirection(): string | null {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'ltr' || stored === 'rtl' ? stored : null
  } catch {
    return null
  }
}

/** Sets the direction of the selected blocks and of the containers that must match. */
export function setDirection(editor: Editor, direction: Direction): void {
  const dir = direction === 'default' ? null : direction
  const chain = editor.chain()
  for (const type of directed) chain.updateAttributes(type, { dir })
  chain.run()
  try {
    if (dir === null) localStorage.removeItem(key)
    else localStorage.setItem(key, dir)
  } catch {
    // Without storage the next text gets the direction of the page.
  }
}
