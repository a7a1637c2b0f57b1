import type { Collection } from '@coffer/schema'
import { discardUploads, storeUploads } from '../../files/uploads/storeUploads.ts'
import type { App } from '../../threads/App.ts'
import type { PreparedUpload } from './prepareUploads.ts'
import { validateUploads } from './validateUploads.ts'

/** New files that lie in the storage before their record names them, so that no transaction waits for a file. */
export interface PlacedFiles {
  /** To be called where the record is stored. Throws what kept its files from being stored. */
  require: () => void
  /** Takes the files away again: the record was not stored. */
  discard: () => Promise<void>
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
  app: App,
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
    return { ...nothingPlaced, discard: () => discardUploads(app, folder, uploads) }
  } catch (error) {
    return failing(error)
  }
}
