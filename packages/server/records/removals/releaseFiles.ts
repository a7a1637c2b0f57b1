import { fieldType, isFieldTypeName } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { Removal } from '../../files/storage/Removal.ts'
import { now } from '../../runtime/now.ts'
import { filesReleased } from '../events.ts'

/** Key range of recorded removals in `_params`: from `first` up to, but not including, `end`. */
export const removalKeys = { first: 'cofferRemoval:', end: 'cofferRemoval;' }

const hasFiles = (removal: Removal): boolean =>
  removal.kind === 'removeFiles' || removal.records.some(({ files }) => files.length > 0)

/** Leaves out records without files: whatever their folders contain is not worth a row. */
const withFiles = (removal: Removal): Removal =>
  removal.kind === 'removeFiles' ? removal : { ...removal, records: removal.records.filter(({ files }) => files.length > 0) }

/**
 * Releases files in the transaction that makes them superfluous, and records their removals. If the process ends after the commit
 * but before the removal, the next start carries it out.
 */
export async function releaseFiles(transaction: Transaction, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return
  const recorded = removals.filter(hasFiles)
  if (recorded.length === 0) return transaction.emit(filesReleased(removals))
  const entry = randomId()
  const text = JSON.stringify(recorded.map(withFiles))
  const moment = now()
  await transaction.run(sql`INSERT INTO ${name('_params')} (id, key, value, created, updated)
    VALUES (${entry}, ${removalKeys.first + entry}, ${text}, ${moment}, ${moment})`)
  transaction.emit(filesReleased(removals.map(removal => (hasFiles(removal) ? { ...removal, entry } : removal))))
}

const hasFileField = ({ schema }: Collection): boolean =>
  schema.some(field => isFieldTypeName(field.type) && fieldType(field).holdsFiles)

/** Releases all files of deleted collections. Only collections with file fields are worth a row. */
export async function releaseCollections(transaction: Transaction, collections: readonly Collection[]): Promise<void> {
  const removalOf = ({ id }: Collection): Removal => ({ kind: 'removeFiles', prefix: `${id}/` })
  await releaseFiles(transaction, collections.filter(hasFileField).map(removalOf))
  const others = collections.filter(collection => !hasFileField(collection))
  if (others.length > 0) transaction.emit(filesReleased(others.map(removalOf)))
}
