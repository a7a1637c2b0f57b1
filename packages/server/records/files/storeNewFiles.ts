import type { Collection } from '@coffer/schema'
import { isOutcomeUnknown } from '../../db/UnsyncedError.ts'
import {
  discardUploads,
  type FilesContext,
  listUncertainUploads,
  type PreparedUpload,
  storeUploads,
} from '../../files/uploads/storeUploads.ts'
import { hasTooMany, validateUploads } from './prepareUploads.ts'

/** New files that are stored before the transaction that stores their record, so that no transaction waits for a file. */
export interface NewFiles {
  /** Throws the error that prevented the files from being stored. Call it when the record is stored. */
  assertStored: () => void
  /** Removes the files again. If the error leaves open whether the record was stored, the next start of the server decides. */
  discard: (error: unknown) => Promise<void>
}

/** The result for a record without new files. */
export const noNewFiles: NewFiles = { assertStored: () => undefined, discard: async () => undefined }

const failedWith = (error: unknown): NewFiles => ({
  ...noNewFiles,
  assertStored: () => {
    throw error
  },
})

/**
 * Stores the new files of a record. Never throws, because issues of the record take precedence over errors of its files.
 * @param id the record's id; undefined when the id is invalid, so that the record will be rejected
 */
export async function storeNewFiles(
  app: FilesContext,
  collection: Collection,
  id: string | undefined,
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>,
): Promise<NewFiles> {
  if (uploads.size === 0) return noNewFiles
  const isRejected = collection.schema.some(field => {
    const own = uploads.get(field.name) ?? []
    return hasTooMany(field, own) || validateUploads(field, own) !== undefined
  })
  if (id === undefined || isRejected) return failedWith(new Error('The files were not stored.'))
  const folder = `${collection.id}/${id}`
  try {
    await storeUploads(app, folder, uploads)
    const discard = (error: unknown) => {
      if (!isOutcomeUnknown(error)) return discardUploads(app, folder, uploads)
      // If the list cannot be written either, orphaned files remain, which do no harm.
      return listUncertainUploads(app, folder, uploads).catch(() => undefined)
    }
    return { ...noNewFiles, discard }
  } catch (error) {
    return failedWith(error)
  }
}
