import { fieldType, textsIn } from '@coffer/fields'
import type { Effect } from '../threads/effects.ts'
import type { StoredRecord } from './StoredRecord.ts'

/** One change of one record, known with both its sides. */
export type Change =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] }
  | { action: 'delete'; before: StoredRecord }

const folderOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

const fileKey = (record: StoredRecord, file: string): string => `${folderOf(record)}/${file}`

const filesOf = ({ collection, values }: StoredRecord): string[] =>
  collection.schema.flatMap(field => (fieldType(field).holdsFiles ? textsIn(values[field.name]) : []))

const effectsOf = (change: Change): Effect[] => {
  switch (change.action) {
    case 'create':
      return []
    case 'update':
      return change.removedFiles.flatMap(file => [
        { kind: 'removeFiles', prefix: fileKey(change.after, file) } as const,
        { kind: 'removeFiles', prefix: `${fileKey(change.after, `thumbs_${file}`)}/` } as const,
      ])
    case 'delete':
      return [{ kind: 'removeRecordFiles', folder: folderOf(change.before), files: filesOf(change.before) }]
  }
}

/**
 * Everything that follows from changes of records, whoever made them: the one place to hang a consequence on.
 * Called inside the transaction; the effects are performed after its commit.
 */
export const effectsOfChanges = (changes: readonly Change[]): Effect[] => changes.flatMap(effectsOf)
