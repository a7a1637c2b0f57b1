import type { Reader, Transaction } from '../../db/engine.ts'
import { hasTable } from '../../db/hasTable.ts'
import { sql } from '../../db/sql.ts'
import { deletionTable } from '../deletionTable.ts'
import type { KeptReference } from './KeptDeletion.ts'
import { readKept, writeKept } from './keptText.ts'
import { oldestUndone } from './limits.ts'
import type { DeletedRecord, KeptFiles } from './storeDeletion.ts'

/** A stored deletion. Its content is the serialized snapshot, or '' if it was too large. */
export interface StoredDeletion extends DeletedRecord {
  id: number
  files: KeptFiles[]
  content: string
}

/** Lists the row ids of the deletions under a key that can be undone, the last one first. */
export const listKept = async (reader: Reader, key: string): Promise<number[]> => {
  if (!(await hasTable(reader, deletionTable))) return []
  const rows = await reader.rows(
    sql`SELECT id FROM _cofferDeletions WHERE key = ${key} AND deleted > ${oldestUndone()} ORDER BY id DESC`,
  )
  return rows.map(([id]) => Number(id))
}

/** Finds a deletion; undefined if it has been undone or has expired. */
export const findKept = async (reader: Reader, id: number): Promise<StoredDeletion | undefined> => {
  const row = await reader.row(sql`SELECT collectionId, recordId, files, content FROM _cofferDeletions
    WHERE id = ${id} AND deleted > ${oldestUndone()}`)
  if (!row) return undefined
  const [collectionId, recordId, files, content] = row.map(String) as [string, string, string, string]
  return { id, collectionId, recordId, files: JSON.parse(files), content }
}

export const forgetKept = async (transaction: Transaction, id: number): Promise<void> => {
  await transaction.run(sql`DELETE FROM _cofferDeletions WHERE id = ${id}`)
}

/**
 * Adds a reference that cannot be restored yet to the stored deletion of the missing record, whose undo will restore it. Does
 * nothing if that deletion is not stored.
 */
export const handOver = async (transaction: Transaction, missing: DeletedRecord, reference: KeptReference): Promise<void> => {
  const row = await transaction.row(sql`SELECT id, content FROM _cofferDeletions WHERE recordId = ${missing.recordId}
    AND collectionId = ${missing.collectionId} AND deleted > ${oldestUndone()} AND content != '' ORDER BY id DESC LIMIT 1`)
  if (!row) return
  const kept = readKept(String(row[1]))
  const content = writeKept({ ...kept, references: [...kept.references, reference] })
  await transaction.run(sql`UPDATE _cofferDeletions SET content = ${content} WHERE id = ${row[0] ?? null}`)
}
