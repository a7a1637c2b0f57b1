import type { Catalog } from '../../catalog/Catalog.ts'
import { isDatabaseError } from '../../db/DatabaseError.ts'
import type { Transaction } from '../../db/engine.ts'
import { join, name, sql } from '../../db/sql.ts'
import type { Removal } from '../../files/storage/Removal.ts'
import type { RecordWriter } from '../changes/RecordWriter.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { removeDanglingReferences } from './danglingReferences.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { restoreRows } from './restoreRows.ts'
import { restoreOverwritten, restoreReference } from './restoreValues.ts'
import type { UndoSnapshot } from './snapshot.ts'
import type { SuperfluousFiles } from './undoEntries.ts'

const keyOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

function unreferencedFiles(candidates: readonly SuperfluousFiles[], records: readonly StoredRecord[]): Removal[] {
  const referenced = new Map(records.map(record => [keyOf(record), new Set(filesOf(record))]))
  return candidates.flatMap(({ collectionId, records: owners }) =>
    owners.flatMap(({ id, files }) => {
      const folder = `${collectionId}/${id}`
      return files.filter(file => !referenced.get(folder)?.has(file)).flatMap(file => removalOf(folder, file))
    }),
  )
}

/**
 * Restores the links to OAuth2 providers.
 * @throws RestoreConflictError when a provider's account has been linked to another record since
 */
async function restoreLinks(transaction: Transaction, { columns, rows }: UndoSnapshot['links']): Promise<void> {
  const names = join(columns.map(column => name(column)))
  const at = (column: string) => columns.indexOf(column)
  for (const row of rows) {
    const insertion = sql`INSERT INTO ${name('_externalAuths')} (${names}) VALUES (${join(row.map(value => sql`${value}`))})`
    await transaction.run(insertion).catch(error => {
      if (!isDatabaseError(error, 'unique')) throw error
      const [provider, recordId] = [row[at('provider')], String(row[at('recordId')])]
      throw new RestoreConflictError(`Its ${provider} account is linked to another record now.`, recordId)
    })
  }
}

/**
 * Restores everything that a deletion or update removed: first the deleted records, then the references to them.
 * @returns removals of the files that no restored record refers to, because a field was removed or limited since
 * @throws RestoreConflictError, after which the caller has to roll back
 */
export async function restoreSnapshot(
  records: RecordWriter,
  catalog: Catalog,
  snapshot: UndoSnapshot,
  files: readonly SuperfluousFiles[],
): Promise<Removal[]> {
  const inserted: StoredRecord[][] = []
  for (const rows of snapshot.records) inserted.push(await restoreRows(records, catalog, rows))
  for (const [index, restored] of inserted.entries()) {
    await removeDanglingReferences(records, catalog, restored, snapshot.records[index]?.absent ?? [])
  }
  await restoreLinks(records.transaction, snapshot.links)
  const keys = new Set(inserted.flat().map(keyOf))
  // In reverse order, so that a record that lost several references ends with the `updated` date from before the first loss.
  for (const reference of snapshot.references.toReversed()) {
    await restoreReference(records, catalog, reference, record => keys.has(keyOf(record)))
  }
  for (const old of snapshot.overwritten) await restoreOverwritten(records, catalog, old)
  records.mergeChanges()
  const current = records.changes.map(({ after }) => after)
  return unreferencedFiles(files, current)
}
