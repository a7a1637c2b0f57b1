import { referencedFileIds } from './draftEntries.ts'
import { fileIdOf } from './filePlaceholders.ts'
import { readStoringTimes, removeFiles, storeFile } from './fileStore.ts'
import { withinBytes } from './withinBytes.ts'

/** Maximum bytes of all new files of one draft. */
const maxDraftBytes = 200 * 1024 * 1024

/** Maximum age of a stored file: 30 days. */
const maxFileAgeMs = 30 * 24 * 60 * 60 * 1000

let lastCall: Promise<unknown> = Promise.resolve()

/**
 * Stores the new files of a form that its draft references, and deletes all stored files that no draft references or that are too
 * old. Calls run sequentially.
 * @returns the referenced files that could not be stored
 */
export function syncDraftFiles(files: readonly File[]): Promise<File[]> {
  const failed = lastCall.then(() => synchronize(files)).catch(() => [...files])
  lastCall = failed
  return failed
}

async function synchronize(files: readonly File[]): Promise<File[]> {
  // Reads the stored files before the references: other tabs write the reference first, so none of their files looks unreferenced.
  const times = await readStoringTimes()
  const referenced = referencedFileIds()
  const isNeeded = (id: string, time: number) => referenced.has(id) && Date.now() - time < maxFileAgeMs
  const unneeded = [...times].filter(([id, time]) => !isNeeded(id, time)).map(([id]) => id)
  await removeFiles(unneeded)

  const isStored = (file: File) => times.has(fileIdOf(file)) && !unneeded.includes(fileIdOf(file))
  const wanted = files.filter(file => referenced.has(fileIdOf(file)))
  const fitting = withinBytes(wanted, maxDraftBytes)
  const failed = wanted.filter(file => !fitting.includes(file))
  const missing = fitting.filter(file => !isStored(file))
  if (missing.length === 0) return failed
  const room = withinBytes(missing, await freeBytes())
  for (const file of missing) if (!room.includes(file) || !(await tryToStore(file))) failed.push(file)
  return failed
}

async function tryToStore(file: File): Promise<boolean> {
  try {
    await storeFile(fileIdOf(file), file)
    return true
  } catch {
    return false
  }
}

/** Returns the free storage of this origin; Infinity if the browser does not report it, as over plain HTTP. */
async function freeBytes(): Promise<number> {
  if (!('storage' in navigator)) return Number.POSITIVE_INFINITY
  const { quota, usage = 0 } = await navigator.storage.estimate()
  return quota === undefined ? Number.POSITIVE_INFINITY : quota - usage
}
