import { isInClosingLayer, useShortcut } from '@coffer/ui'
import type { RefObject } from 'react'

interface SaveShortcutProps {
  onSave: () => void
  onSaveAndClose: () => void
  /** The form to save, on pages with several. Keys that are pressed in another form are ignored. */
  form?: RefObject<HTMLFormElement | null>
}

/** Handles Ctrl/Cmd+S (save) and Ctrl/Cmd+Enter (save and close). Must be rendered inside the panel that it saves. */
export function SaveShortcut({ onSave, onSaveAndClose, form }: SaveShortcutProps) {
  const isFor = ({ target }: KeyboardEvent) => {
    const focused = target instanceof Element ? target.closest('form') : null
    // The focus leaves a closed dialog a moment later.
    return !form || !focused || focused === form.current || isInClosingLayer(focused)
  }
  useShortcut('mod+s', onSave, { isFor })
  useShortcut('mod+Enter', onSaveAndClose, { isFor })
  return null
}
