import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthCollection } from '@coffer/schema'
import type { FilesContext, PreparedUpload } from '../../files/uploads/storeUploads.ts'
import { uploadFolder } from '../../files/uploads/uploadFolder.ts'
import { prepareUploads, validateUploads } from '../../records/files/prepareUploads.ts'
import { type NewFiles, noNewFiles, storeNewFiles } from '../../records/files/storeNewFiles.ts'
import type { Avatar } from './downloadAvatar.ts'

/** The files of a new auth record, stored before the transaction that inserts it. */
export interface StoredAvatar {
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  files: NewFiles
  /** Removes the temporary copy, once the outcome of the transaction is known. */
  end: () => Promise<void>
}

const none: StoredAvatar = { uploads: new Map(), files: noNewFiles, end: async () => undefined }

const isImage = (uploads: readonly PreparedUpload[]): boolean =>
  uploads.every(({ contentType }) => contentType.startsWith('image/'))

/**
 * Stores a downloaded avatar as the file of a field, if it is an image that the field accepts.
 * @param id the record's id; undefined if it is invalid, so that the record will be rejected
 */
export async function storeAvatar(
  app: FilesContext,
  collection: AuthCollection,
  id: string | undefined,
  fieldName: string,
  avatar: Avatar | undefined,
): Promise<StoredAvatar> {
  const field = collection.schema.find(({ name }) => name === fieldName)
  if (!field || !avatar || id === undefined) return none
  const folder = uploadFolder(app.config.dataDir)
  try {
    const path = join(await folder.path(), 'avatar')
    await writeFile(path, avatar.bytes)
    const uploads = await prepareUploads(collection, [{ field: fieldName, name: avatar.name, path, size: avatar.bytes.length }])
    const prepared = uploads.get(fieldName) ?? []
    if (!isImage(prepared) || validateUploads(field, prepared)) {
      await folder.remove()
      return none
    }
    return { uploads, files: await storeNewFiles(app, collection, id, uploads), end: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
