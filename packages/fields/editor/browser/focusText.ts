import type { Editor } from '@tiptap/core'

/** Focuses the text once an overlay has closed. Uses the editor's own command, which keeps the selection. */
export function focusText(editor: Editor): true {
  requestAnimationFrame(() => {
    if (!editor.isDestroyed) editor.view.focus()
  })
  return true
}
