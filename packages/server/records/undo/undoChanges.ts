import { setImmediate as nextTurn } from 'node:timers/promises'
import { fieldType } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { EventActor } from '../../events/log/ChangeEntry.ts'
import type { Storage } from '../../files/storage/Storage.ts'
import { type ChangeContext, RecordWriter } from '../changes/RecordWriter.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { eventActorOf } from '../rules/eventActorOf.ts'
import type { Requester } from '../rules/Requester.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { restoreSnapshot } from './restoreSnapshot.ts'
import { type DeletedRows, parseSnapshot } from './snapshot.ts'
import { deleteUndoEntry, findUndoEntry, listUndoEntries, type RecordKey } from './undoEntries.ts'

/** A deletion or update that could not be undone. It remains stored, so the undo can be tried again. */
export interface FailedUndo extends RecordKey {
  message: string
}

/** A record that an undo has inserted or updated. */
interface RestoredRecord {
  action: 'create' | 'update'
  collectionId: string
  id: string
}

/** The result for one entry; empty if another request has undone it. */
interface Undone {
  failed?: FailedUndo
  changed?: RestoredRecord[]
}

/** Entries that are undone in one transaction. Other requests run between the transactions. */
const groupSize = 20

const nothingToUndo = () =>
  new Rejection('missing', { message: 'There is no deletion to undo: it has been undone already, or it was too long ago.' })
const tooLarge = 'It was too large to be stored.'

function reasonOf(error: unknown, { recordId }: RecordKey): string {
  if (!(error instanceof RestoreConflictError)) return `It could not be stored: ${messageOf(error)}`
  const isOther = error.recordId !== undefined && error.recordId !== recordId
  return isOther ? `The record ${error.recordId}, which was deleted with it, cannot be restored. ${error.message}` : error.message
}

async function hasAny(storage: Storage, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if (await storage.find(key)) return true
  return false
}

/** Asserts that every required file field still has at least one of its files. */
async function assertFiles(storage: Storage, catalog: Catalog, { collectionId, columns, rows }: DeletedRows): Promise<void> {
  const idAt = columns.findIndex(({ name, field }) => !field && name === 'id')
  for (const field of catalog.byId(collectionId)?.schema ?? []) {
    const type = fieldType(field)
    const position = columns.findIndex(column => column.field?.id === field.id)
    if (!field.required || !type.holdsFiles || position < 0) continue
    for (const row of rows) {
      const files = [type.decode(row[position] ?? null, field.options)].flat().filter(file => file !== '')
      const id = String(row[idAt])
      const keys = files.map(file => `${collectionId}/${id}/${file}`)
      if (keys.length === 0 || (await hasAny(storage, keys))) continue
      throw new RestoreConflictError(
        `The file ${files[0]} of its required field "${field.name}" is no longer in the storage.`,
        id,
      )
    }
  }
}

/**
 * Returns an error if a file that the undo of an entry needs is missing. Call it before the transaction, which would otherwise wait
 * for the storage.
 */
async function findMissingFile(app: RecordsContext, id: number): Promise<RestoreConflictError | undefined> {
  const stored = await findUndoEntry(app.db, id)
  if (!stored || stored.content === '' || stored.files.length === 0) return undefined
  try {
    const storage = await app.storage()
    for (const records of parseSnapshot(stored.content).records) await assertFiles(storage, app.catalog, records)
    return undefined
  } catch (error) {
    return error instanceof RestoreConflictError ? error : new RestoreConflictError(`Couldn't reach the file storage: ${error}`)
  }
}

/** Undoes one entry. If it cannot be undone, its changes are rolled back. */
async function undoOne(
  transaction: Transaction,
  context: ChangeContext,
  catalog: Catalog,
  id: number,
  obstacle: RestoreConflictError | undefined,
): Promise<Undone> {
  const stored = await findUndoEntry(transaction, id)
  if (!stored) return {}
  const { collectionId, recordId, content, files } = stored
  try {
    if (obstacle) throw obstacle
    if (content === '') throw new RestoreConflictError(tooLarge)
    const records = new RecordWriter(transaction, context)
    const removals = await transaction.attempt(() => restoreSnapshot(records, catalog, parseSnapshot(content), files))
    const changed = records.changes.map(({ action, after }) => ({
      action,
      collectionId: after.collection.id,
      id: String(after.values.id),
    }))
    await deleteUndoEntry(transaction, id)
    await records.finish(removals)
    return { changed }
  } catch (error) {
    // After another error, the database may have rolled back the transaction.
    if (!(error instanceof RestoreConflictError)) throw error
    return { failed: { collectionId, recordId, message: reasonOf(error, stored) } }
  }
}

/** Turns a database error into a result, so that the entries undone before it are still reported. */
async function toFailure(app: RecordsContext, id: number, error: unknown): Promise<Undone> {
  const stored = await findUndoEntry(app.db, id)
  if (!stored) throw error
  const { collectionId, recordId } = stored
  return { failed: { collectionId, recordId, message: reasonOf(error, stored) } }
}

/** Undoes entries sequentially in one transaction. If that fails, each in its own. */
async function undoInOrder(app: RecordsContext, actor: EventActor, ids: readonly number[]): Promise<Undone[]> {
  const obstacles = await Promise.all(ids.map(id => findMissingFile(app, id)))
  const context = { listeners: app.listeners, logged: await app.loggedChanges(), actor }
  const undo = (some: readonly number[]): Promise<Undone[]> =>
    app.db.transaction(async transaction => {
      const undone: Undone[] = []
      for (const id of some) undone.push(await undoOne(transaction, context, app.catalog, id, obstacles[ids.indexOf(id)]))
      return undone
    })
  try {
    return await undo(ids)
  } catch {
    const undone: Undone[] = []
    for (const id of ids) undone.push(...(await undo([id]).catch(async error => [await toFailure(app, id, error)])))
    return undone
  }
}

/**
 * Undoes all deletions and updates stored under a key, the last one first.
 * @returns the number of undone entries, the failed entries, and the records that have changed
 * @throws Rejection `missing` when none is stored under the key
 */
export async function undoChanges(
  app: RecordsContext,
  requester: Requester,
  key: string,
): Promise<{ restored: number; failed: FailedUndo[]; changed: RestoredRecord[] }> {
  const ids = await listUndoEntries(app.db, key)
  if (ids.length === 0) throw nothingToUndo()
  const undone: Undone[] = []
  for (let start = 0; start < ids.length; start += groupSize) {
    undone.push(...(await undoInOrder(app, eventActorOf(requester), ids.slice(start, start + groupSize))))
    await nextTurn()
  }
  // Another request can have undone the entries at the same time.
  if (undone.every(({ failed, changed }) => !failed && !changed)) throw nothingToUndo()
  return {
    restored: undone.filter(({ changed }) => changed).length,
    failed: undone.flatMap(({ failed }) => failed ?? []),
    changed: undone.flatMap(({ changed }) => changed ?? []),
  }
}
