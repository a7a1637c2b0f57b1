import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../config/reservedNames.ts'
import type { Upload } from '../../messages/ApiRequest.ts'
import type { FilesContext } from '../FilesContext.ts'

/** A new file whose content has been looked at and which has got the name it will be stored under. */
export interface PreparedUpload {
  upload: Upload
  name: string
  /** From the content, with parameters; the type the client claims is not asked. */
  contentType: string
}

type Uploads = ReadonlyMap<string, readonly PreparedUpload[]>

/** Beside the uploads of a request: the keys under which they are about to be stored, as a JSON list. */
export const placedList = 'placed.json'

const keyOf = (folder: string, { name }: PreparedUpload) => `${folder}/${name}`

const listText = (folder: string, uploads: Uploads): string =>
  JSON.stringify([...uploads.values()].flat().map(upload => keyOf(folder, upload)))

/**
 * Keeps stored uploads of a change that may or may not survive a power cut, and lists them for the next start, which removes those
 * that no record names. The list of the request itself goes with the request.
 */
export const keepUncertainUploads = async (app: FilesContext, folder: string, uploads: Uploads): Promise<void> => {
  const parent = join(app.config.dataDir, temporaryFolder)
  await mkdir(parent, { recursive: true })
  await writeFile(join(await mkdtemp(join(parent, 'uncertain-')), placedList), listText(folder, uploads))
}

/**
 * Takes stored uploads away again.
 * @param folder the collection's and the record's id, with a slash between them
 */
export const discardUploads = async (app: FilesContext, folder: string, uploads: Uploads): Promise<void> => {
  const storage = await app.storage()
  // One that cannot be removed does not keep the others.
  for (const upload of [...uploads.values()].flat()) await storage.remove(keyOf(folder, upload)).catch(() => undefined)
}

/**
 * Stores the new files of a record: all of them or, when it throws, none. What is about to be stored is written down first, so
 * that the next start can take away what no record names in the end.
 * @param folder the collection's and the record's id, with a slash between them
 */
export const storeUploads = async (app: FilesContext, folder: string, uploads: Uploads): Promise<void> => {
  const storage = await app.storage()
  const all = [...uploads.values()].flat()
  const [first] = all
  if (!first) return
  await writeFile(join(dirname(first.upload.path), placedList), listText(folder, uploads))
  try {
    for (const prepared of all) {
      const attributes = { contentType: prepared.contentType, originalName: prepared.upload.name }
      await storage.put(keyOf(folder, prepared), prepared.upload.path, attributes)
    }
  } catch (error) {
    await discardUploads(app, folder, uploads)
    throw error
  }
}
