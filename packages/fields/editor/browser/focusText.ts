import type { Editor } from '@tiptap/core'

/** Moves focus to the text as soon as what lies over it is gone. The editor does it itself, or its selection would be lost. */
export const focusText = (editor: Editor): true => {
  requestAnimationFrame(() => {
    if (!editor.isDestroyed) editor.view.focus()
  })
  return true
}
