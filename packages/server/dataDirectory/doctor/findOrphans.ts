import type { Collection } from '@coffer/schema'
import { name, sql } from '../../db/sql.ts'
import type { CheckContext } from './Check.ts'
import { fileColumns, filesOfRow, loadExpectedFiles, loadFiles, minOrphanAgeMs } from './recordFiles.ts'

/** An entry of a record's folder in the storage: a file, its attributes, or its thumbs. */
export interface StoredEntry {
  /** The path below the root of the storage. */
  path: string
  collectionId: string
  recordId: string
  /** The name of the file that the entry belongs to. */
  file: string
  /** Returns its size in bytes and its age in milliseconds; undefined if it has been removed. */
  measure: () => Promise<{ size: number; ageMs: number } | undefined>
}

/** A stored entry that belongs to no record. */
export interface Orphan extends Omit<StoredEntry, 'measure'> {
  size: number
}

const keyOf = (recordId: string, file: string): string => `${recordId}/${file}`

/**
 * Reads the whole table of a collection, without its indexes, and returns the files of some of its records: a damaged index does not
 * find rows that exist.
 */
async function loadFilesWithoutIndexes({ reader }: CheckContext, collection: Collection, ids: readonly string[]) {
  const { dialect } = reader
  const table = dialect.inRowOrder(name(collection.name))
  const rows = await reader.rows(
    sql`SELECT ${fileColumns(collection)} FROM ${table} WHERE ${dialect.inIds(sql`(id || '')`, ids)}`,
  )
  return new Set(rows.flatMap(row => filesOfRow(collection, row).files.map(file => keyOf(String(row[0]), file))))
}

/** Returns the orphans of a collection that belong to no record even if the indexes are ignored. */
async function confirmed(context: CheckContext, collectionId: string, orphans: readonly Orphan[]): Promise<readonly Orphan[]> {
  const collection = (await context.catalog()).byId(collectionId)
  if (!collection) {
    const table = context.reader.dialect.inRowOrder(sql`${name('_collections')}`)
    return (await context.reader.row(sql`SELECT 1 FROM ${table} WHERE id || '' = ${collectionId}`)) ? [] : orphans
  }
  if (collection.type === 'view') return orphans
  const known = await loadFilesWithoutIndexes(context, collection, [...new Set(orphans.map(({ recordId }) => recordId))])
  return orphans.filter(({ recordId, file }) => !known.has(keyOf(recordId, file)))
}

/** Finds the entries of a page that are old enough, belong to no record and are not needed to undo a deletion. */
async function orphansOf(context: CheckContext, page: readonly StoredEntry[], expected: string): Promise<Orphan[]> {
  const { byId } = await context.catalog()
  const orphans: Orphan[] = []
  for (const [collectionId, entries] of Map.groupBy(page, entry => entry.collectionId)) {
    const ids = new Set(entries.map(({ recordId }) => recordId))
    const known = await loadFiles(context.reader, byId(collectionId), [...ids])
    for (const { measure, ...entry } of entries) {
      if (known.get(entry.recordId)?.includes(entry.file) || expected.includes(entry.file)) continue
      const measured = await measure()
      if (measured && measured.ageMs >= minOrphanAgeMs) orphans.push({ ...entry, size: measured.size })
    }
  }
  return orphans
}

/**
 * Finds stored entries that belong to no record.
 * @param pages entries of at most `maxListLength` records each
 */
export async function findOrphans(context: CheckContext, pages: AsyncIterable<readonly StoredEntry[]>): Promise<Orphan[]> {
  const expected = await loadExpectedFiles(context.reader)
  const candidates: Orphan[] = []
  for await (const page of pages) candidates.push(...(await orphansOf(context, page, expected)))
  const orphans: Orphan[] = []
  for (const [collectionId, found] of Map.groupBy(candidates, candidate => candidate.collectionId))
    orphans.push(...(await confirmed(context, collectionId, found)))
  return orphans
}
