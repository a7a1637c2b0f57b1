import type { Reader, Transaction } from '../../db/engine.ts'
import { hasTable } from '../../db/hasTable.ts'
import { sql } from '../../db/sql.ts'
import { deletionTable } from '../deletionTable.ts'
import { expiryCutoff } from './limits.ts'
import { parseSnapshot, serializeSnapshot } from './snapshotText.ts'
import type { DeletedRecord, SuperfluousFiles } from './storeDeletion.ts'
import type { RemovedReference } from './UndoSnapshot.ts'

/** A stored deletion. Its content is the serialized snapshot, or '' if it was too large. */
export interface StoredDeletion extends DeletedRecord {
  id: number
  files: SuperfluousFiles[]
  content: string
}

/** Lists the row ids of the deletions under a key that can be undone, the last one first. */
export const listUndoable = async (reader: Reader, key: string): Promise<number[]> => {
  if (!(await hasTable(reader, deletionTable))) return []
  const rows = await reader.rows(
    sql`SELECT id FROM _cofferDeletions WHERE key = ${key} AND deleted > ${expiryCutoff()} ORDER BY id DESC`,
  )
  return rows.map(([id]) => Number(id))
}

/** Finds a deletion; undefined if it has been undone or has expired. */
export const findStoredDeletion = async (reader: Reader, id: number): Promise<StoredDeletion | undefined> => {
  const row = await reader.row(sql`SELECT collectionId, recordId, files, content FROM _cofferDeletions
    WHERE id = ${id} AND deleted > ${expiryCutoff()}`)
  if (!row) return undefined
  const [collectionId, recordId, files, content] = row.map(String) as [string, string, string, string]
  return { id, collectionId, recordId, files: JSON.parse(files), content }
}

export const deleteStoredDeletion = async (transaction: Transaction, id: number): Promise<void> => {
  await transaction.run(sql`DELETE FROM _cofferDeletions WHERE id = ${id}`)
}

/**
 * Adds a reference that cannot be restored yet to the stored deletion of the missing record, whose undo will restore it. Does
 * nothing if that deletion is not stored.
 */
export const deferReference = async (
  transaction: Transaction,
  missing: DeletedRecord,
  reference: RemovedReference,
): Promise<void> => {
  const row = await transaction.row(sql`SELECT id, content FROM _cofferDeletions WHERE recordId = ${missing.recordId}
    AND collectionId = ${missing.collectionId} AND deleted > ${expiryCutoff()} AND content != '' ORDER BY id DESC LIMIT 1`)
  if (!row) return
  const snapshot = parseSnapshot(String(row[1]))
  const content = serializeSnapshot({ ...snapshot, references: [...snapshot.references, reference] })
  await transaction.run(sql`UPDATE _cofferDeletions SET content = ${content} WHERE id = ${row[0] ?? null}`)
}
