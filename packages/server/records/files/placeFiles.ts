import type { Collection } from '@coffer/schema'
import { findUnsynced } from '../../db/UnsyncedError.ts'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'
import { discardUploads, keepUncertainUploads, storeUploads } from '../../files/uploads/storeUploads.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { validateUploads } from './validateUploads.ts'

/** New files that lie in the storage before their record names them, so that no transaction waits for a file. */
export interface PlacedFiles {
  /** To be called where the record is stored. Throws what kept its files from being stored. */
  require: () => void
  /** Takes the files away again, unless the error leaves open whether the record was stored: then the next start decides. */
  discard: (error: unknown) => Promise<void>
}

/** For a record without new files. */
export const nothingPlaced: PlacedFiles = { require: () => undefined, discard: async () => undefined }

const failing = (error: unknown): PlacedFiles => ({
  ...nothingPlaced,
  require: () => {
    throw error
  },
})

/**
 * Stores the new files of a record. Never throws: what goes wrong counts only when the record could be stored otherwise.
 * @param id of the record; undefined when it is clear already that it will be refused
 */
export const placeFiles = async (
  app: RecordsContext,
  collection: Collection,
  id: string | undefined,
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>,
): Promise<PlacedFiles> => {
  if (uploads.size === 0) return nothingPlaced
  const isRefused = collection.schema.some(field => validateUploads(field, uploads.get(field.name) ?? []) !== undefined)
  if (id === undefined || isRefused) return failing(new Error('The files were not stored.'))
  const folder = `${collection.id}/${id}`
  try {
    await storeUploads(app, folder, uploads)
    const discard = (error: unknown) => {
      if (!findUnsynced(error)?.isOutcomeUnknown) return discardUploads(app, folder, uploads)
      // A disk that takes no list either leaves files that no record names, which do no harm.
      return keepUncertainUploads(app, folder, uploads).catch(() => undefined)
    }
    return { ...nothingPlaced, discard }
  } catch (error) {
    return failing(error)
  }
}
