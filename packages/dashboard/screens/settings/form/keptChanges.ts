import type { Tree } from './settingPath.ts'

/**
 * Changes that were not saved when the session ended, until their admin is back at the page. In memory alone, because there are
 * secrets among them.
 */
const kept = new Map<string, Tree>()

export const recallChanges = (key: string): Tree => kept.get(key) ?? {}

export function keepChanges(key: string, changes: Tree): void {
  if (Object.keys(changes).length === 0) kept.delete(key)
  else kept.set(key, changes)
}
