import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { temporaryFolder } from '../../config/reservedNames.ts'
import type { Upload } from '../../messages/Upload.ts'
import type { Storage } from '../storage/Storage.ts'

/** The parts of the app that storing files depends on. */
export interface FilesContext {
  config: Config
  /** Returns the storage of record files that the committed settings select. */
  storage: () => Promise<Storage>
}

/** An uploaded file with its detected type and the name under which it will be stored. */
export interface PreparedUpload {
  upload: Upload
  name: string
  /** Detected from the content, with parameters. The type that the client sent is ignored. */
  contentType: string
}

type Uploads = ReadonlyMap<string, readonly PreparedUpload[]>

/** Name of the file, next to the uploads of a request, that lists the keys under which they are stored, as JSON. */
export const uploadListName = 'placed.json'

const keyOf = (folder: string, { name }: PreparedUpload) => `${folder}/${name}`

const listText = (folder: string, uploads: Uploads): string =>
  JSON.stringify([...uploads.values()].flat().map(upload => keyOf(folder, upload)))

/**
 * Keeps the stored uploads of a change whose commit might not survive a power loss, and lists them for the next start, which
 * removes the orphaned ones. A new list is written, because the list of the request is removed with the request.
 */
export async function listUncertainUploads(app: FilesContext, folder: string, uploads: Uploads): Promise<void> {
  const parent = join(app.config.dataDir, temporaryFolder)
  await mkdir(parent, { recursive: true })
  await writeFile(join(await mkdtemp(join(parent, 'uncertain-')), uploadListName), listText(folder, uploads))
}

/**
 * Removes stored uploads after a failed change.
 * @param folder `<collection id>/<record id>`
 */
export async function discardUploads(app: FilesContext, folder: string, uploads: Uploads): Promise<void> {
  const storage = await app.storage()
  // If one file cannot be removed, the others still are.
  for (const upload of [...uploads.values()].flat()) await storage.remove(keyOf(folder, upload)).catch(() => undefined)
}

/**
 * Stores the new files of a record: all of them or, when it throws, none. Writes a list of the keys first, so that the next start
 * can remove orphaned files.
 * @param folder `<collection id>/<record id>`
 */
export async function storeUploads(app: FilesContext, folder: string, uploads: Uploads): Promise<void> {
  const storage = await app.storage()
  const all = [...uploads.values()].flat()
  const [first] = all
  if (!first) return
  await writeFile(join(dirname(first.upload.path), uploadListName), listText(folder, uploads))
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
