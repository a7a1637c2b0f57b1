import { useShortcut } from '@coffer/ui'

interface SaveShortcutProps {
  onSave: () => void
  onSaveAndClose: () => void
}

/** Ctrl/Cmd+S saves and stays, Ctrl/Cmd+Enter saves. Rendered inside the panel, whose keys these are. */
export function SaveShortcut({ onSave, onSaveAndClose }: SaveShortcutProps) {
  useShortcut('mod+s', onSave)
  useShortcut('mod+Enter', onSaveAndClose)
  return null
}
