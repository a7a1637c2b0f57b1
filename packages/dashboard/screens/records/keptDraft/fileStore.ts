import { createStore, delMany, entries, getMany, set } from 'idb-keyval'
import { rememberFileId } from './KeptFile.ts'

/** A file whose form may be gone. */
interface StoredFile {
  file: File
  /** Milliseconds since 1970. */
  keptAt: number
}

/** Opened by the first call that needs it. */
const store = createStore('coffer.drafts', 'files')

/**
 * Keeps a file in this browser: its content is copied without passing through the page.
 * @throws when there is no room for it, or it cannot be read
 */
export const storeFile = (id: string, file: File): Promise<void> =>
  set(id, { file, keptAt: Date.now() } satisfies StoredFile, store)

/** When each of the files was stored, by id. */
export async function storingTimes(): Promise<Map<string, number>> {
  const stored = await entries<string, StoredFile>(store)
  return new Map(stored.map(([id, { keptAt }]) => [id, keptAt]))
}

export const removeFiles = (ids: string[]): Promise<void> => (ids.length === 0 ? Promise.resolve() : delMany(ids, store))

/** The files of these ids, without those that are not there or cannot be read. */
export async function readFiles(ids: string[]): Promise<Map<string, File>> {
  if (ids.length === 0) return new Map()
  const found = new Map<string, File>()
  try {
    const stored = await getMany<StoredFile | undefined>(ids, store)
    for (const [at, id] of ids.entries()) {
      const file = stored[at]?.file
      if (file === undefined || !(await isReadable(file))) continue
      rememberFileId(file, id)
      found.set(id, file)
    }
  } catch (error) {
    console.warn('The files of a draft could not be read.', error)
  }
  return found
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
