import { useShortcut } from '@coffer/ui'

interface SaveShortcutProps {
  onSave: () => void
  onSaveAndClose: () => void
}

/** Handles Ctrl/Cmd+S (save) and Ctrl/Cmd+Enter (save and close). Must be rendered inside the panel that it saves. */
export function SaveShortcut({ onSave, onSaveAndClose }: SaveShortcutProps) {
  useShortcut('mod+s', onSave)
  useShortcut('mod+Enter', onSaveAndClose)
  return null
}
