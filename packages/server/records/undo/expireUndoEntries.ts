import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { join, name, sql } from '../../db/sql.ts'
import type { FilesRemoval } from '../../files/storage/Removal.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { findRecord } from '../rows/findRecord.ts'
import { expiryCutoff, hasUndoTable, type SuperfluousFiles } from './undoEntries.ts'

/** Expired entries, and the files to remove before their rows are deleted. */
export interface ExpiredEntries {
  ids: number[]
  removals: FilesRemoval[]
}

/** Entries per transaction. */
const batchSize = 500

/** Leaves out the files of records that exist again: an import or a client may have created them with the same id. */
async function findRemovals(
  reader: Reader,
  catalog: Catalog,
  { collectionId, records }: SuperfluousFiles,
): Promise<ExpiredEntries['removals']> {
  const collection = catalog.byId(collectionId)
  const removals: ExpiredEntries['removals'] = []
  for (const { id, files } of records) {
    const record = collection && (await findRecord(reader, collection, id))
    const referenced = record ? filesOf(record) : []
    removals.push(...files.filter(file => !referenced.includes(file)).flatMap(file => removalOf(`${collectionId}/${id}`, file)))
  }
  return removals
}

type ExpiryContext = Pick<RecordsContext, 'db' | 'catalog'>

const isAnyExpired = async (reader: Reader): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name('_cofferDeletions')} WHERE deleted <= ${expiryCutoff()} LIMIT 1`)) !== undefined

const expireBatch = ({ db, catalog }: ExpiryContext, removed: readonly number[]): Promise<ExpiredEntries> =>
  db.transaction(async transaction => {
    const ids = join(removed.map(id => sql`${id}`))
    if (removed.length > 0)
      await transaction.run(sql`DELETE FROM ${name('_cofferDeletions')} WHERE deleted = 0 AND id IN (${ids})`)
    const rows = await transaction.rows(sql`SELECT id, files FROM ${name('_cofferDeletions')} WHERE deleted <= ${expiryCutoff()}
      ORDER BY deleted LIMIT ${batchSize}`)
    const removals: ExpiredEntries['removals'] = []
    for (const [id = null, files] of rows) {
      await transaction.run(sql`UPDATE ${name('_cofferDeletions')} SET deleted = 0, size = 0, content = '' WHERE id = ${id}`)
      for (const owner of JSON.parse(String(files)) as SuperfluousFiles[])
        removals.push(...(await findRemovals(transaction, catalog, owner)))
    }
    return { ids: rows.map(([id]) => Number(id)), removals }
  })

/**
 * Expires a batch of old entries. Their rows are deleted by the next call, after their files are removed, so that a crash in
 * between leaves no orphaned files.
 * @param removed the ids from the last call, whose files have been removed
 */
export async function expireUndoEntries(app: ExpiryContext, removed: readonly number[]): Promise<ExpiredEntries> {
  return (await hasUndoTable(app.db)) && (removed.length > 0 || (await isAnyExpired(app.db)))
    ? expireBatch(app, removed)
    : { ids: [], removals: [] }
}
