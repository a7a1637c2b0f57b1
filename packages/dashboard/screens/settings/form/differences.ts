import { mask } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { isTree, type Tree } from './settingPath.ts'

/** Returns the values of the draft that differ from the stored ones. A masked secret is unchanged, so it is never included. */
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
