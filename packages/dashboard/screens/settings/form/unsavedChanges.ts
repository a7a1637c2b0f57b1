import type { Tree } from './settingPath.ts'

/**
 * Unsaved changes by form, so that an admin whose session has ended finds them again after signing in. They are only in memory, because
 * they may contain secrets.
 */
const unsaved = new Map<string, Tree>()

export const recallChanges = (key: string): Tree => unsaved.get(key) ?? {}

export function rememberChanges(key: string, changes: Tree): void {
  if (Object.keys(changes).length === 0) unsaved.delete(key)
  else unsaved.set(key, changes)
}
