import type { Catalog } from '../../catalog/Catalog.ts'
import type { Engine, Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { RecordFiles, Removal } from '../../files/storage/Removal.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { findRecord } from '../rows/findRecord.ts'
import { removalKeys } from './releaseFiles.ts'

const isRemoval = sql`key >= ${removalKeys.first} AND key < ${removalKeys.end}`

/** Returns the files that a record does not refer to; undefined if there is no such record. */
async function unreferencedFiles(
  reader: Reader,
  catalog: Catalog,
  collectionId: string,
  { id, files }: RecordFiles,
): Promise<readonly string[] | undefined> {
  const collection = catalog.byId(collectionId)
  const record = collection && (await findRecord(reader, collection, id))
  if (!record) return undefined
  const referenced = filesOf(record)
  return files.filter(file => !referenced.includes(file))
}

/** Leaves out files in use: an undo, an import or a client may have created a collection or record with the same id since. */
async function withoutUsedFiles(reader: Reader, catalog: Catalog, removal: Removal): Promise<Removal[]> {
  if (removal.kind === 'removeFiles') {
    const [collectionId = '', id = '', file = ''] = removal.prefix.split('/')
    if (id === '') return catalog.byId(collectionId) ? [] : [removal]
    return (await unreferencedFiles(reader, catalog, collectionId, { id, files: [file] }))?.length === 0 ? [] : [removal]
  }
  const { collectionId, records } = removal
  const removals: Removal[] = []
  for (const record of records) {
    const unreferenced = await unreferencedFiles(reader, catalog, collectionId, record)
    if (unreferenced) removals.push(...unreferenced.flatMap(file => removalOf(`${collectionId}/${record.id}`, file)))
    else removals.push({ ...removal, records: [record] })
  }
  return removals
}

/** The recorded removals of one change, as far as they still apply. */
export interface PendingRemovals {
  entry: string
  removals: Removal[]
}

/**
 * Returns the recorded removals that have not been carried out. It reads them in a transaction, which rejects while a power cut
 * could still undo the commits that recorded them.
 */
export async function pendingRemovals({ db, catalog }: Pick<RecordsContext, 'db' | 'catalog'>): Promise<PendingRemovals[]> {
  if (!(await db.row(sql`SELECT 1 FROM ${name('_params')} WHERE ${isRemoval} LIMIT 1`))) return []
  return db.transaction(async transaction => {
    const pending: PendingRemovals[] = []
    for (const [entry, text] of await transaction.rows(sql`SELECT id, value FROM ${name('_params')} WHERE ${isRemoval}`)) {
      const removals: Removal[] = []
      for (const removal of JSON.parse(String(text)) as Removal[]) {
        removals.push(...(await withoutUsedFiles(transaction, catalog, removal)))
      }
      pending.push({ entry: String(entry), removals })
    }
    return pending
  })
}

/** Deletes the entries of removals that have been carried out. */
export async function forgetRemovals(db: Engine, entries: readonly string[]): Promise<void> {
  await db.transaction(transaction =>
    transaction.run(sql`DELETE FROM ${name('_params')} WHERE ${transaction.dialect.inIds(sql`id`, entries)}`),
  )
}
