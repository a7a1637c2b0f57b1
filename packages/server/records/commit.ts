import { fieldType, textsIn } from '@coffer/fields'
import type { Effect } from '../threads/effects.ts'
import type { StoredRecord } from './StoredRecord.ts'

/** One change of one record, known with both its sides. */
export type Change =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] }
  | { action: 'delete'; before: StoredRecord }

const fileKey = ({ collection, values }: StoredRecord, file: string): string => `${collection.id}/${values.id}/${file}`

const filesOf = ({ collection, values }: StoredRecord): string[] =>
  collection.schema.flatMap(field => (fieldType(field).holdsFiles ? textsIn(values[field.name]) : []))

const replacedFiles = (change: Change): Effect[] =>
  change.action === 'update'
    ? change.removedFiles.flatMap(file => [
        { kind: 'removeFiles', prefix: fileKey(change.after, file) } as const,
        { kind: 'removeFiles', prefix: `${fileKey(change.after, `thumbs_${file}`)}/` } as const,
      ])
    : []

/** One effect for each collection: a deletion may take thousands of records with it. */
const filesOfDeleted = (changes: readonly Change[]): Effect[] => {
  const deleted = changes.flatMap(change => (change.action === 'delete' ? [change.before] : []))
  return [...Map.groupBy(deleted, ({ collection }) => collection.id)].map(([collectionId, records]) => ({
    kind: 'removeRecordFiles',
    collectionId,
    records: records.map(record => ({ id: String(record.values.id), files: filesOf(record) })),
  }))
}

/**
 * Everything that follows from changes of records, whoever made them: the one place to hang a consequence on.
 * Called inside the transaction; the effects are performed after its commit.
 */
export const effectsOfChanges = (changes: readonly Change[]): Effect[] => [
  ...changes.flatMap(replacedFiles),
  ...filesOfDeleted(changes),
]
