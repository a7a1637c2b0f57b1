import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Change } from './effectsOfChanges.ts'

const keyOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

/** Merges an update into an earlier change of the same record. Deletions are not merged. */
const mergeInto = (earlier: Change | undefined, change: Extract<Change, { action: 'update' }>): Change => {
  if (earlier?.action === 'create') return { action: 'create', after: change.after }
  if (earlier?.action !== 'update') return change
  return { ...change, before: earlier.before, removedFiles: [...earlier.removedFiles, ...change.removedFiles] }
}

/** Merges the changes of each record into one: an insert or update followed by updates. Keeps the order of the first changes. */
export const mergeChanges = (changes: readonly Change[]): Change[] => {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = keyOf(change.action === 'delete' ? change.before : change.after)
    merged.set(key, change.action === 'update' ? mergeInto(merged.get(key), change) : change)
  }
  return [...merged.values()]
}
