import type { PreparedUpload } from '../records/prepareUploads.ts'
import type { App } from '../threads/App.ts'
import { localStorage } from './localStorage.ts'

type Uploads = ReadonlyMap<string, readonly PreparedUpload[]>

const keyOf = (collectionId: string, recordId: string, { name }: PreparedUpload) => `${collectionId}/${recordId}/${name}`

/** Takes stored uploads away again. */
export const discardUploads = async (app: App, collectionId: string, recordId: string, uploads: Uploads): Promise<void> => {
  const storage = localStorage(app.config.dataDir)
  for (const upload of [...uploads.values()].flat()) await storage.remove(keyOf(collectionId, recordId, upload))
}

/**
 * Stores the new files of a record: all of them or, when it throws, none. The uploads stay where they are, so that a
 * transaction may try again.
 */
export const storeUploads = async (app: App, collectionId: string, recordId: string, uploads: Uploads): Promise<void> => {
  const storage = localStorage(app.config.dataDir)
  try {
    for (const prepared of [...uploads.values()].flat()) {
      const attributes = { contentType: prepared.contentType, originalName: prepared.upload.name }
      await storage.put(keyOf(collectionId, recordId, prepared), prepared.upload.path, attributes)
    }
  } catch (error) {
    await discardUploads(app, collectionId, recordId, uploads)
    throw error
  }
}
