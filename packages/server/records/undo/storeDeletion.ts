import type { Transaction } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import type { RecordFiles } from '../../messages/Effect.ts'
import { ensureDeletionTable } from '../deletionTable.ts'
import { evictOldestDeletions } from './evictOldestDeletions.ts'
import { serializeSnapshot } from './snapshotText.ts'
import type { UndoSnapshot } from './UndoSnapshot.ts'

/** Files of deleted records of one collection. */
export interface SuperfluousFiles {
  collectionId: string
  records: readonly RecordFiles[]
}

/** The record that the client deleted; others may be deleted with it. */
export interface DeletedRecord {
  collectionId: string
  recordId: string
}

/** The limits are checked after this many deletions, and after each deletion of more than this many characters. */
const evictionInterval = 100
const largeDeletionCharacters = 1024 * 1024

const withFiles = ({ collectionId, records }: SuperfluousFiles): SuperfluousFiles[] => {
  const some = records.filter(({ files }) => files.length > 0)
  return some.length > 0 ? [{ collectionId, records: some }] : []
}

/**
 * Stores a deletion under a key, and evicts the oldest ones if there are too many.
 * @param deletion undefined if it is too large; it is stored without content, so that the undo can report the reason
 * @returns whether the deletion can be undone, so that its files have to be retained
 */
export const storeDeletion = async (
  transaction: Transaction,
  key: string,
  { collectionId, recordId }: DeletedRecord,
  deletion: UndoSnapshot | undefined,
  files: readonly SuperfluousFiles[],
): Promise<boolean> => {
  await ensureDeletionTable(transaction)
  const content = deletion ? serializeSnapshot(deletion) : ''
  const filesText = JSON.stringify(deletion ? files.flatMap(withFiles) : [])
  const size = content.length + filesText.length
  await transaction.run(sql`INSERT INTO _cofferDeletions (key, deleted, size, collectionId, recordId, files, content)
    VALUES (${key}, ${Date.now()}, ${size}, ${collectionId}, ${recordId}, ${filesText}, ${content})`)
  const [id] = (await transaction.row(sql`SELECT last_insert_rowid()`)) ?? []
  if (Number(id) % evictionInterval === 0 || size > largeDeletionCharacters) await evictOldestDeletions(transaction)
  return deletion !== undefined
}
