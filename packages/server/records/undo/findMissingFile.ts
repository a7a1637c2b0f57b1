import { fieldType } from '@coffer/fields'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Storage } from '../../files/storage/Storage.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import { parseSnapshot } from './snapshotText.ts'
import { findStoredDeletion } from './storedDeletions.ts'
import type { DeletedRows } from './UndoSnapshot.ts'

const hasAny = async (storage: Storage, keys: readonly string[]): Promise<boolean> => {
  for (const key of keys) if (await storage.find(key)) return true
  return false
}

/** Asserts that every required file field still has at least one of its files. */
const assertFiles = async (storage: Storage, catalog: Catalog, { collectionId, columns, rows }: DeletedRows): Promise<void> => {
  const idAt = columns.findIndex(({ name, field }) => !field && name === 'id')
  for (const field of catalog.byId(collectionId)?.schema ?? []) {
    const type = fieldType(field)
    const position = columns.findIndex(column => column.field?.id === field.id)
    if (!field.required || !type.holdsFiles || position < 0) continue
    for (const row of rows) {
      const files = [type.decode(row[position] ?? null, field.options)].flat().filter(file => file !== '')
      const id = String(row[idAt])
      if (
        files.length === 0 ||
        (await hasAny(
          storage,
          files.map(file => `${collectionId}/${id}/${file}`),
        ))
      )
        continue
      throw new RestoreConflictError(
        `The file ${files[0]} of its required field "${field.name}" is no longer in the storage.`,
        id,
      )
    }
  }
}

/**
 * Returns an error if a file is missing without which a deletion cannot be undone. Call it before the transaction, which would
 * otherwise wait for the storage.
 */
export const findMissingFile = async (
  app: RecordsContext,
  catalog: Catalog,
  id: number,
): Promise<RestoreConflictError | undefined> => {
  const stored = await findStoredDeletion(app.db, id)
  if (!stored || stored.content === '' || stored.files.length === 0) return undefined
  try {
    const storage = await app.storage()
    for (const records of parseSnapshot(stored.content).records) await assertFiles(storage, catalog, records)
    return undefined
  } catch (error) {
    return error instanceof RestoreConflictError ? error : new RestoreConflictError(`Couldn't reach the file storage: ${error}`)
  }
}
