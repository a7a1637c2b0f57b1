import { createStore, delMany, entries, getMany, set } from 'idb-keyval'
import { rememberFileId } from './filePlaceholders.ts'

/** A new file of a draft in IndexedDB. */
interface StoredFile {
  file: File
  /** Time of storing in milliseconds since 1970. */
  keptAt: number
}

/** The IndexedDB store of draft files, opened on first use. */
const store = createStore('coffer.drafts', 'files')

/**
 * Stores a file in this browser.
 * @throws if the storage is full or the file cannot be read
 */
export function storeFile(id: string, file: File): Promise<void> {
  return set(id, { file, keptAt: Date.now() } satisfies StoredFile, store)
}

/** Returns the storing time of each file by id. */
export async function readStoringTimes(): Promise<Map<string, number>> {
  const stored = await entries<string, StoredFile>(store)
  return new Map(stored.map(([id, { keptAt }]) => [id, keptAt]))
}

export function removeFiles(ids: string[]): Promise<void> {
  return ids.length === 0 ? Promise.resolve() : delMany(ids, store)
}

/** Reads the files with these ids. Missing and unreadable files are left out. */
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
