import type { Effect } from '../../messages/Effect.ts'
import type { Message, RecordChange } from '../../messages/RecordChange.ts'
import { rowOf, type StoredRecord } from '../../rows/StoredRecord.ts'
import type { ChangeListeners } from '../ChangeListeners.ts'
import { fileFieldsOf, filesOf, removalOf } from '../files/recordFiles.ts'

interface Update {
  action: 'update'
  before: StoredRecord
  after: StoredRecord
  removedFiles: readonly string[]
  /** What subscribers receive. Set if `before` and `after` have only the columns that other effects need. */
  published?: RecordChange[]
}

/** A change of one record, with the record before and after. */
export type Change = { action: 'create'; after: StoredRecord } | Update | { action: 'delete'; before: StoredRecord }

/** Returns the part of a record that the effects of its deletion need: many long records would fill the memory. */
export const essentialsOf = ({ collection, values }: StoredRecord): StoredRecord => {
  const essential = ['id', 'tokenKey', ...fileFieldsOf(collection).map(({ name }) => name)]
  return { collection, values: Object.fromEntries(essential.map(column => [column, values[column]])) }
}

/** Returns an update that has only what its effects need. */
export const condensed = (listeners: ChangeListeners, before: StoredRecord, after: StoredRecord): Update => {
  const published = toRecordChange(listeners, { action: 'update', before, after, removedFiles: [] })
  return { action: 'update', before: essentialsOf(before), after: essentialsOf(after), removedFiles: [], published }
}

const replacedFiles = (change: Change): Effect[] => {
  if (change.action !== 'update') return []
  const { collection, values } = change.after
  return change.removedFiles.flatMap(file => removalOf(`${collection.id}/${values.id}`, file))
}

type FilesOfRecords = Extract<Effect, { kind: 'removeRecordFiles' }>

/** Returns one effect per collection, because a deletion may delete thousands of records. */
export const filesOfDeleted = (changes: readonly Change[]): FilesOfRecords[] => {
  const deleted = changes.flatMap(change => (change.action === 'delete' ? [change.before] : []))
  if (deleted.length === 0) return []
  return [...Map.groupBy(deleted, ({ collection }) => collection.id)].map(([collectionId, records]) => ({
    kind: 'removeRecordFiles',
    collectionId,
    records: records.map(record => ({ id: String(record.values.id), files: filesOf(record) })),
  }))
}

/** Returns the token key that a change revokes, if any. */
const revokedKeyOf = (change: Change): string | undefined => {
  if (change.action === 'create' || change.before.collection.type !== 'auth') return undefined
  const { tokenKey } = change.before.values
  const isUnchanged = change.action === 'update' && change.after.values.tokenKey === tokenKey
  return isUnchanged ? undefined : String(tokenKey)
}

/** Returns the change as realtime subscribers receive it; an empty list if no subscription matches. */
const toRecordChange = (listeners: ChangeListeners, change: Change): RecordChange[] => {
  const { action } = change
  if (action === 'update' && change.published) return change.published
  const record = action === 'delete' ? change.before : change.after
  const { collection, values } = record
  // A client may be connected with a token that this change revokes.
  const revokedTokenKey = revokedKeyOf(change)
  const published: RecordChange = {
    action,
    collection: { id: collection.id, name: collection.name },
    recordId: String(values.id),
    ...(revokedTokenKey !== undefined && { revokedTokenKey }),
  }
  const audiences = listeners.of(published)
  if (audiences.length === 0) return revokedTokenKey === undefined ? [] : [published]
  if (action === 'delete') return [published]
  const publicMessage = listeners.publicMessage(published, record)
  const isForAll = audiences.every(({ subscription }) => publicMessage?.topics.includes(subscription))
  return [{ ...published, ...(publicMessage && { publicMessage }), ...(!isForAll && { row: rowOf(record) }) }]
}

/**
 * Returns the effects of record changes. To add an effect of every change, add it here.
 * @param messages the messages for subscribers about deleted records
 * @param retainsFiles whether the superfluous files are retained, because the changes can be undone
 */
export const effectsOfChanges = (
  listeners: ChangeListeners,
  changes: readonly Change[],
  messages: readonly Message[],
  retainsFiles: boolean,
): Effect[] => {
  const published = changes.flatMap(change => toRecordChange(listeners, change))
  return [
    ...(retainsFiles ? [] : [...changes.flatMap(replacedFiles), ...filesOfDeleted(changes)]),
    ...(published.length > 0 ? [{ kind: 'recordsChanged', changes: published, messages } as const] : []),
  ]
}
