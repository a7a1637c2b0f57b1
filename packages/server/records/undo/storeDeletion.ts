import type { Transaction } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import type { RecordFiles } from '../../messages/Effect.ts'
import { requireDeletionTable } from '../deletionTable.ts'
import { dropOldest } from './dropOldest.ts'
import type { KeptDeletion } from './KeptDeletion.ts'
import { writeKept } from './keptText.ts'

/** The files of deleted records of one collection. */
export interface KeptFiles {
  collectionId: string
  records: readonly RecordFiles[]
}

/** The record whose deletion was asked for. */
export interface DeletedRecord {
  collectionId: string
  recordId: string
}

/** How often all that is kept is measured: whenever so many more were kept, and with each one of so many characters. */
const measuredEvery = 100
const measuredWith = 1024 * 1024

const withFiles = ({ collectionId, records }: KeptFiles): KeptFiles[] => {
  const some = records.filter(({ files }) => files.length > 0)
  return some.length > 0 ? [{ collectionId, records: some }] : []
}

/**
 * Stores what a deletion took away under a key; older ones make room.
 * @param deletion undefined when it is too much: then only that it happened is stored, to be told when it is to be undone
 * @returns whether it can be undone, so that its files have to stay
 */
export const storeDeletion = async (
  transaction: Transaction,
  key: string,
  { collectionId, recordId }: DeletedRecord,
  deletion: KeptDeletion | undefined,
  files: readonly KeptFiles[],
): Promise<boolean> => {
  await requireDeletionTable(transaction)
  const content = deletion ? writeKept(deletion) : ''
  const filesText = JSON.stringify(deletion ? files.flatMap(withFiles) : [])
  const size = content.length + filesText.length
  await transaction.run(sql`INSERT INTO _cofferDeletions (key, deleted, size, collectionId, recordId, files, content)
    VALUES (${key}, ${Date.now()}, ${size}, ${collectionId}, ${recordId}, ${filesText}, ${content})`)
  const [id] = (await transaction.row(sql`SELECT last_insert_rowid()`)) ?? []
  if (Number(id) % measuredEvery === 0 || size > measuredWith) await dropOldest(transaction)
  return deletion !== undefined
}
