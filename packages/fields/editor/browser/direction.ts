import type { Editor } from '@tiptap/core'

export type Direction = 'ltr' | 'rtl' | 'default'

const key = 'coffer.editorDirection'
const directed = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table']

/** The direction that was chosen last, for texts that are begun; null where none was. */
export const rememberedDirection = (): string | null => {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'ltr' || stored === 'rtl' ? stored : null
  } catch {
    return null
  }
}

/** Sets the direction of the selected blocks, and of those around them that go with it. */
export const setDirection = (editor: Editor, direction: Direction): void => {
  const dir = direction === 'default' ? null : direction
  const chain = editor.chain()
  for (const type of directed) chain.updateAttributes(type, { dir })
  chain.run()
  try {
    if (dir === null) localStorage.removeItem(key)
    else localStorage.setItem(key, dir)
  } catch {
    // Without storage the next text begins as the page does.
  }
}
