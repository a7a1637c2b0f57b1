import type { Effect } from '../../messages/Effect.ts'
import type { Message, RecordChange } from '../../messages/RecordChange.ts'
import { rowOf, type StoredRecord } from '../../rows/StoredRecord.ts'
import type { ChangeListeners } from '../ChangeListeners.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'

/** One change of one record, known with both its sides. */
export type Change =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] }
  | { action: 'delete'; before: StoredRecord }

const replacedFiles = (change: Change): Effect[] => {
  if (change.action !== 'update') return []
  const { collection, values } = change.after
  return change.removedFiles.flatMap(file => removalOf(`${collection.id}/${values.id}`, file))
}

type FilesOfRecords = Extract<Effect, { kind: 'removeRecordFiles' }>

/** One effect for each collection: a deletion may take thousands of records with it. */
export const filesOfDeleted = (changes: readonly Change[]): FilesOfRecords[] => {
  const deleted = changes.flatMap(change => (change.action === 'delete' ? [change.before] : []))
  if (deleted.length === 0) return []
  return [...Map.groupBy(deleted, ({ collection }) => collection.id)].map(([collectionId, records]) => ({
    kind: 'removeRecordFiles',
    collectionId,
    records: records.map(record => ({ id: String(record.values.id), files: filesOf(record) })),
  }))
}

/** The token key that a change puts an end to. */
const endedKeyOf = (change: Change): string | undefined => {
  if (change.action === 'create' || change.before.collection.type !== 'auth') return undefined
  const { tokenKey } = change.before.values
  const isKept = change.action === 'update' && change.after.values.tokenKey === tokenKey
  return isKept ? undefined : String(tokenKey)
}

/** What those who listen have to be told; nothing where nobody does. */
const toldChange = (listeners: ChangeListeners, change: Change): RecordChange[] => {
  const { action } = change
  const record = action === 'delete' ? change.before : change.after
  const { collection, values } = record
  // Somebody may listen in the name of an account that is no more.
  const endedKey = endedKeyOf(change)
  const told: RecordChange = {
    action,
    collection: { id: collection.id, name: collection.name },
    recordId: String(values.id),
    ...(endedKey !== undefined && { endedKey }),
  }
  const heard = listeners.of(told)
  if (heard.length === 0) return endedKey === undefined ? [] : [told]
  if (action === 'delete') return [told]
  const row = rowOf(record)
  const open = listeners.openMessage(collection, told, row)
  const isForAll = heard.every(({ subscription }) => open?.topics.includes(subscription))
  return [{ ...told, ...(open && { open }), ...(!isForAll && { row }) }]
}

/**
 * Everything that follows from changes of records, whoever made them: the one place to hang a consequence on.
 * Called inside the transaction; the effects are performed after its commit.
 * @param listeners the clients that listen
 * @param messages what those who listen are told of deleted records
 * @param keepsFiles whether the files that no record names any longer stay for now, because the changes may be undone
 */
export const effectsOfChanges = (
  listeners: ChangeListeners,
  changes: readonly Change[],
  messages: readonly Message[] = [],
  keepsFiles = false,
): Effect[] => {
  const told = changes.flatMap(change => toldChange(listeners, change))
  return [
    ...(keepsFiles ? [] : [...changes.flatMap(replacedFiles), ...filesOfDeleted(changes)]),
    ...(told.length > 0 ? [{ kind: 'recordsChanged', changes: told, messages } as const] : []),
  ]
}
