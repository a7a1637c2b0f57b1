import { mask } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import type { Tree } from './settingPath.ts'

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What of the draft is not stored yet. A mask in place of a secret says that it stays, so it is never among them. */
export function differences(stored: object, draft: object): Tree {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed: Tree = {}
  for (const [key, value] of Object.entries(draft)) {
    const old = before.get(key)
    if (value === mask || isSame(old, value)) continue
    if (!isTree(old) || !isTree(value)) changed[key] = value
    else {
      const below = differences(old, value)
      if (Object.keys(below).length > 0) changed[key] = below
    }
  }
  return changed
}
