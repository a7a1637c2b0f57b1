import { fieldType, isFieldTypeName } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import type { Transaction } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import { type Effect, isRemoval, type Removal } from '../../messages/Effect.ts'
import { now } from '../../runtime/now.ts'

/** Key range of recorded removals in `_params`: from `first` up to, but not including, `end`. */
export const removalKeys = { first: 'cofferRemoval:', end: 'cofferRemoval;' }

const hasFiles = (removal: Removal): boolean =>
  removal.kind === 'removeFiles' || removal.records.some(({ files }) => files.length > 0)

/** Leaves out records without files: whatever their folders contain is not worth a row. */
const withFiles = (removal: Removal): Removal =>
  removal.kind === 'removeFiles' ? removal : { ...removal, records: removal.records.filter(({ files }) => files.length > 0) }

/**
 * Records the file removals among effects, in the transaction that makes the files superfluous. If the process ends after the
 * commit but before the removal, the next start carries it out.
 * @returns the effects, where each recorded removal has its entry
 */
export const recordRemovals = async (transaction: Transaction, effects: readonly Effect[]): Promise<Effect[]> => {
  const removals = effects.filter(isRemoval).filter(hasFiles)
  if (removals.length === 0) return [...effects]
  const entry = randomId()
  const text = JSON.stringify(removals.map(withFiles))
  const moment = now()
  await transaction.run(sql`INSERT INTO _params (id, key, value, created, updated)
    VALUES (${entry}, ${removalKeys.first + entry}, ${text}, ${moment}, ${moment})`)
  return effects.map(effect => (isRemoval(effect) && hasFiles(effect) ? { ...effect, entry } : effect))
}

const hasFileField = ({ schema }: Collection): boolean =>
  schema.some(field => isFieldTypeName(field.type) && fieldType(field).holdsFiles)

/** Returns the removals of all files of deleted collections. Records them for the collections with file fields. */
export const collectionRemovals = async (transaction: Transaction, collections: readonly Collection[]): Promise<Effect[]> => {
  const removalOf = ({ id }: Collection): Removal => ({ kind: 'removeFiles', prefix: `${id}/` })
  return [
    ...(await recordRemovals(transaction, collections.filter(hasFileField).map(removalOf))),
    ...collections.filter(collection => !hasFileField(collection)).map(removalOf),
  ]
}
