import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList, inLists } from '../../db/boundList.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { Effect } from '../../messages/Effect.ts'
import { readRecord, type StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import type { Change } from '../effects/effectsOfChanges.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import { removeDanglingReferences } from './removeDanglingReferences.ts'
import { restoreChange } from './restoreChange.ts'
import { restoreLinks } from './restoreLinks.ts'
import { restoreReference } from './restoreReference.ts'
import { restoreRows } from './restoreRows.ts'
import type { SuperfluousFiles } from './storeDeletion.ts'
import type { UndoSnapshot } from './UndoSnapshot.ts'

/** The changes of an undo, and removals of the files that no restored record refers to, because a field was removed or limited since. */
export interface Restored {
  changes: Change[]
  removals: Effect[]
}

const keyOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

const findRecords = async (transaction: Transaction, collection: Collection, ids: readonly string[]): Promise<StoredRecord[]> => {
  const records: StoredRecord[] = []
  for (const some of inLists(ids)) {
    const table = name(collection.name)
    const rows = await transaction.rows(
      sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${table}.id IN ${boundList(some)}`,
    )
    for (const row of rows) records.push(readRecord(collection, row))
  }
  return records
}

const unreferencedFiles = (kept: readonly SuperfluousFiles[], records: readonly StoredRecord[]): Effect[] => {
  const referenced = new Map(records.map(record => [keyOf(record), new Set(filesOf(record))]))
  return kept.flatMap(({ collectionId, records: owners }) =>
    owners.flatMap(({ id, files }) => {
      const folder = `${collectionId}/${id}`
      return files.filter(file => !referenced.get(folder)?.has(file)).flatMap(file => removalOf(folder, file))
    }),
  )
}

/**
 * Restores everything that a deletion or change removed: first the deleted records, then the references to them.
 * @throws RestoreConflictError, after which the caller has to roll back
 */
export const restoreDeletion = async (
  transaction: Transaction,
  catalog: Catalog,
  { records, links, references, overwritten }: UndoSnapshot,
  files: readonly SuperfluousFiles[],
): Promise<Restored> => {
  const inserted: { collection: Collection; ids: string[] }[] = []
  for (const kept of records) inserted.push(await restoreRows(transaction, catalog, kept))
  const restored = new Set(inserted.flatMap(({ collection, ids }) => ids.map(id => `${collection.id}/${id}`)))
  for (const [index, { collection, ids }] of inserted.entries()) {
    const absent = records[index]?.absent ?? []
    await removeDanglingReferences(transaction, catalog, await findRecords(transaction, collection, ids), absent)
  }
  await restoreLinks(transaction, links)
  const updates = new Map<string, Extract<Change, { action: 'update' }>>()
  // In reverse order, so that a record that lost several references ends with the `updated` date from before the first loss.
  for (const reference of references.toReversed()) {
    const change = await restoreReference(transaction, catalog, reference, record => restored.has(keyOf(record)))
    if (!change || restored.has(keyOf(change.after))) continue
    const before = updates.get(keyOf(change.after))?.before ?? change.before
    updates.set(keyOf(change.after), { action: 'update', before, after: change.after, removedFiles: [] })
  }
  for (const kept of overwritten) {
    const { before, after } = await restoreChange(transaction, catalog, kept)
    const removedFiles = filesOf(before).filter(file => !filesOf(after).includes(file))
    updates.set(keyOf(after), { action: 'update', before, after, removedFiles })
  }
  const created: StoredRecord[] = []
  for (const { collection, ids } of inserted) created.push(...(await findRecords(transaction, collection, ids)))
  return {
    changes: [...created.map(after => ({ action: 'create' as const, after })), ...updates.values()],
    removals: unreferencedFiles(files, [...created, ...Array.from(updates.values(), ({ after }) => after)]),
  }
}
