import type { Catalog } from '../../catalog/Catalog.ts'
import type { Reader } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import type { RecordFiles, Removal } from '../../messages/Effect.ts'
import { findRecord } from '../../rows/findRecord.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { removalKeys } from './recordRemovals.ts'

const isRemoval = sql`key >= ${removalKeys.first} AND key < ${removalKeys.end}`

/** Returns the files that a record does not refer to; undefined if there is no such record. */
const unreferencedFiles = async (
  reader: Reader,
  catalog: Catalog,
  collectionId: string,
  { id, files }: RecordFiles,
): Promise<readonly string[] | undefined> => {
  const collection = catalog.byId(collectionId)
  const record = collection && (await findRecord(reader, collection, id))
  if (!record) return undefined
  const referenced = filesOf(record)
  return files.filter(file => !referenced.includes(file))
}

/** Leaves out files in use: an undo, an import or a client may have created a collection or record with the same id since. */
const withoutUsedFiles = async (reader: Reader, catalog: Catalog, removal: Removal): Promise<Removal[]> => {
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
export const pendingRemovals = (app: RecordsContext): Promise<PendingRemovals[]> =>
  app.lock.runShared(async () => {
    if (!(await app.db.row(sql`SELECT 1 FROM _params WHERE ${isRemoval} LIMIT 1`))) return []
    const catalog = await app.catalog()
    return app.db.transaction(async transaction => {
      const pending: PendingRemovals[] = []
      for (const [entry, text] of await transaction.rows(sql`SELECT id, value FROM _params WHERE ${isRemoval}`)) {
        const removals: Removal[] = []
        for (const removal of JSON.parse(String(text)) as Removal[]) {
          removals.push(...(await withoutUsedFiles(transaction, catalog, removal)))
        }
        pending.push({ entry: String(entry), removals })
      }
      return pending
    })
  })

/** Deletes the entries of removals that have been carried out. */
export const forgetRemovals = async (app: RecordsContext, entries: readonly string[]): Promise<void> => {
  await app.db.transaction(transaction => transaction.run(sql`DELETE FROM _params WHERE ${dialect.inIds(sql`id`, entries)}`))
}
