import type { Catalog } from '../../catalog/Catalog.ts'
import { notFound } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { Effect } from '../../messages/Effect.ts'
import { RecordWriter } from '../changes/RecordWriter.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { findMissingFile } from './findMissingFile.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { restoreDeletion } from './restoreDeletion.ts'
import { parseSnapshot } from './snapshotText.ts'
import type { DeletedRecord } from './storeDeletion.ts'
import { deleteStoredDeletion, findStoredDeletion, listUndoable } from './storedDeletions.ts'

/** A deletion or change that could not be undone. It remains stored, so the undo can be tried again. */
export interface FailedUndo extends DeletedRecord {
  message: string
}

/** The result for one deletion; empty if another request has undone it. */
interface Undone {
  failed?: FailedUndo
  effects?: Effect[]
}

/** Deletions that are undone in one group commit; other requests run between groups. */
const groupSize = 100

const tooLarge = 'It was too large to be stored.'

const reasonOf = (error: unknown, { recordId }: DeletedRecord): string => {
  if (!(error instanceof RestoreConflictError)) return `It could not be stored: ${messageOf(error)}`
  const isOther = error.recordId !== undefined && error.recordId !== recordId
  return isOther ? `The record ${error.recordId}, which was deleted with it, cannot be restored. ${error.message}` : error.message
}

/** Undoes one deletion in its own transaction. */
const undoOne = (
  app: RecordsContext,
  catalog: Catalog,
  id: number,
  obstacle: RestoreConflictError | undefined,
): Promise<Undone> =>
  app.db.transaction(async transaction => {
    const stored = await findStoredDeletion(transaction, id)
    if (!stored) return {}
    const { collectionId, recordId, content, files } = stored
    try {
      if (obstacle) throw obstacle
      if (content === '') throw new RestoreConflictError(tooLarge)
      const records = new RecordWriter(transaction, app.listeners)
      const removals = await transaction.attempt(() => restoreDeletion(records, catalog, parseSnapshot(content), files))
      await deleteStoredDeletion(transaction, id)
      return { effects: await records.effects(removals) }
    } catch (error) {
      // After another error, the whole group of transactions may have been rolled back.
      if (!(error instanceof RestoreConflictError)) throw error
      return { failed: { collectionId, recordId, message: reasonOf(error, stored) } }
    }
  })

/** Turns a database error into a result, so that the deletions undone before it are still reported. */
const toFailure = async (app: RecordsContext, id: number, error: unknown): Promise<Undone> => {
  const stored = await findStoredDeletion(app.db, id)
  if (!stored) throw error
  const { collectionId, recordId } = stored
  return { failed: { collectionId, recordId, message: reasonOf(error, stored) } }
}

/** Undoes deletions sequentially. */
const undoInOrder = async (app: RecordsContext, catalog: Catalog, ids: readonly number[]): Promise<Undone[]> => {
  const obstacles = await Promise.all(ids.map(id => findMissingFile(app, catalog, id)))
  // Transactions run in the order of these calls.
  return Promise.all(
    ids.map((id, index) => undoOne(app, catalog, id, obstacles[index]).catch(error => toFailure(app, id, error))),
  )
}

/**
 * Undoes all deletions stored under a key, the last one first.
 * @returns the number of undone deletions, and those that failed
 * @throws ApiError 404 when none is stored under the key
 */
export const undoDeletions = async (
  app: RecordsContext,
  key: string,
): Promise<{ restored: number; failed: FailedUndo[]; effects: Effect[] }> => {
  const ids = await listUndoable(app.db, key)
  if (ids.length === 0) {
    throw notFound('There is no deletion to undo: it has been undone already, or it was too long ago.')
  }
  const catalog = await app.catalog()
  const undone: Undone[] = []
  for (let start = 0; start < ids.length; start += groupSize) {
    undone.push(...(await undoInOrder(app, catalog, ids.slice(start, start + groupSize))))
  }
  return {
    restored: undone.filter(({ effects }) => effects).length,
    failed: undone.flatMap(({ failed }) => failed ?? []),
    effects: undone.flatMap(({ effects }) => effects ?? []),
  }
}
