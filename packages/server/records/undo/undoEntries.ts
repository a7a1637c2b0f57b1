import type { Reader, Transaction } from '../../db/engine.ts'
import { ensureTable } from '../../db/serverTables.ts'
import { name, sql } from '../../db/sql.ts'
import type { RecordFiles } from '../../files/storage/Removal.ts'
import { parseSnapshot, type RemovedReference, serializeSnapshot, type UndoSnapshot } from './snapshot.ts'

/** Table of the deletions and updates that can be undone. */
const table = '_cofferDeletions'

/** Time for which a deletion or update can be undone. */
const undoTimeMs = 60 * 60_000

/** Limits of all entries together. */
const maxEntries = 100_000
const maxCharacters = 128 * 1024 * 1024
/** Fraction of the limits that stays in use after an eviction. An eviction scans the whole table, so it should not run each time. */
const remainingFraction = 0.9
/** The limits are checked after this many entries, and after each entry of more than this many characters. */
const evictionInterval = 100
const largeEntryCharacters = 1024 * 1024

/** The record that the client deleted or updated; a deletion may delete others with it. */
export interface RecordKey {
  collectionId: string
  recordId: string
}

/** Files of one collection that no record refers to anymore. */
export interface SuperfluousFiles {
  collectionId: string
  records: readonly RecordFiles[]
}

/** A deletion or update that can be undone. */
export interface UndoEntry extends RecordKey {
  id: number
  files: SuperfluousFiles[]
  /** The serialized snapshot; '' if it was too large. */
  content: string
}

/** Whether a deletion or update has ever been stored. Until then, the data directory has exactly the layout of PocketBase 0.22. */
export function hasUndoTable(reader: Reader): Promise<boolean> {
  return reader.schema.hasTable(reader, table)
}

/** Returns the time up to which entries have expired, in milliseconds since 1970. */
export function expiryCutoff(): number {
  return Date.now() - undoTimeMs
}

/** Lets the oldest entries expire if all entries together exceed the limits. */
async function evictOldest(transaction: Transaction): Promise<void> {
  const [total, size] =
    (await transaction.row(sql`SELECT COUNT(*), COALESCE(SUM(size), 0) FROM ${name('_cofferDeletions')} WHERE deleted > 0`)) ?? []
  if (Number(total) <= maxEntries && Number(size) <= maxCharacters) return
  const counted = sql`SELECT id, row_number() OVER newest AS position, sum(size) OVER newest AS upto FROM ${name('_cofferDeletions')}
    WHERE deleted > 0 WINDOW newest AS (ORDER BY deleted DESC, id DESC)`
  await transaction.run(sql`UPDATE ${name('_cofferDeletions')} SET deleted = 0, size = 0, content = ''
    WHERE id IN (SELECT id FROM (${counted}) WHERE position > ${maxEntries * remainingFraction} OR upto > ${maxCharacters * remainingFraction})`)
}

function withFiles({ collectionId, records }: SuperfluousFiles): SuperfluousFiles[] {
  const some = records.filter(({ files }) => files.length > 0)
  return some.length > 0 ? [{ collectionId, records: some }] : []
}

/**
 * Stores what a deletion or update removed, and evicts the oldest entries if there are too many.
 * @param key the key that the client chose, under which the undo finds the entry
 * @param snapshot undefined if it is too large; the entry then has no content, so that the undo can report the reason
 * @returns whether the entry can be undone, so that its files have to be retained
 */
export async function storeUndoEntry(
  transaction: Transaction,
  key: string,
  { collectionId, recordId }: RecordKey,
  snapshot: UndoSnapshot | undefined,
  files: readonly SuperfluousFiles[],
): Promise<boolean> {
  await ensureTable(transaction, table, 'undo')
  const content = snapshot ? serializeSnapshot(snapshot) : ''
  const filesText = JSON.stringify(snapshot ? files.flatMap(withFiles) : [])
  const size = content.length + filesText.length
  const insertion = sql`INSERT INTO ${name('_cofferDeletions')} (key, deleted, size, ${name('collectionId')}, ${name('recordId')}, files, content)
    VALUES (${key}, ${Date.now()}, ${size}, ${collectionId}, ${recordId}, ${filesText}, ${content}) RETURNING id`
  const [id] = (await transaction.runReturning(insertion)) ?? []
  if (Number(id) % evictionInterval === 0 || size > largeEntryCharacters) await evictOldest(transaction)
  return snapshot !== undefined
}

/** Lists the ids of the entries under a key, the last one first. */
export async function listUndoEntries(reader: Reader, key: string): Promise<number[]> {
  if (!(await hasUndoTable(reader))) return []
  const rows = await reader.rows(
    sql`SELECT id FROM ${name('_cofferDeletions')} WHERE key = ${key} AND deleted > ${expiryCutoff()} ORDER BY id DESC`,
  )
  return rows.map(([id]) => Number(id))
}

/** Finds an entry; undefined if it has been undone or has expired. */
export async function findUndoEntry(reader: Reader, id: number): Promise<UndoEntry | undefined> {
  const row =
    await reader.row(sql`SELECT ${name('collectionId')}, ${name('recordId')}, files, content FROM ${name('_cofferDeletions')}
    WHERE id = ${id} AND deleted > ${expiryCutoff()}`)
  if (!row) return undefined
  const [collectionId, recordId, files, content] = row.map(String) as [string, string, string, string]
  return { id, collectionId, recordId, files: JSON.parse(files), content }
}

export async function deleteUndoEntry(transaction: Transaction, id: number): Promise<void> {
  await transaction.run(sql`DELETE FROM ${name('_cofferDeletions')} WHERE id = ${id}`)
}

/**
 * Adds a reference that cannot be restored yet to the entry of the missing record, whose undo will restore it. Does nothing if that
 * record has no entry.
 */
export async function deferReference(transaction: Transaction, missing: RecordKey, reference: RemovedReference): Promise<void> {
  const row =
    await transaction.row(sql`SELECT id, content FROM ${name('_cofferDeletions')} WHERE ${name('recordId')} = ${missing.recordId}
    AND ${name('collectionId')} = ${missing.collectionId} AND deleted > ${expiryCutoff()} AND content != '' ORDER BY id DESC LIMIT 1`)
  if (!row) return
  const snapshot = parseSnapshot(String(row[1]))
  const content = serializeSnapshot({ ...snapshot, references: [...snapshot.references, reference] })
  await transaction.run(sql`UPDATE ${name('_cofferDeletions')} SET content = ${content} WHERE id = ${row[0] ?? null}`)
}
