import { keptFileIds } from './draftEntries.ts'
import { removeFiles, storeFile, storingTimes } from './fileStore.ts'
import { fileIdOf } from './KeptFile.ts'
import { withinBytes } from './withinBytes.ts'

/** Bytes of all new files of one form. */
const mostOfDraft = 200 * 1024 * 1024

/** Milliseconds: after thirty days nobody comes back for a file. */
const longest = 30 * 24 * 60 * 60 * 1000

let turn: Promise<unknown> = Promise.resolve()

/**
 * Stores those of a form's new files that its draft names and that are not stored yet, and removes all that no draft names or that
 * are old. One call works after another.
 * @returns those that the draft names but that could not be stored
 */
export function keepFiles(files: readonly File[]): Promise<File[]> {
  const kept = turn.then(() => bringInLine(files)).catch(() => [...files])
  turn = kept
  return kept
}

async function bringInLine(files: readonly File[]): Promise<File[]> {
  // In this order: whatever another tab stores, its draft has named before.
  const times = await storingTimes()
  const named = keptFileIds()
  const isWanted = (id: string, time: number) => named.has(id) && Date.now() - time < longest
  const doomed = [...times].filter(([id, time]) => !isWanted(id, time)).map(([id]) => id)
  await removeFiles(doomed)

  const isStored = (file: File) => times.has(fileIdOf(file)) && !doomed.includes(fileIdOf(file))
  const wanted = files.filter(file => named.has(fileIdOf(file)))
  const fitting = withinBytes(wanted, mostOfDraft)
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

/** What the browser still gives to this origin, as far as it tells: over plain HTTP it does not. */
async function freeBytes(): Promise<number> {
  if (!('storage' in navigator)) return Number.POSITIVE_INFINITY
  const { quota, usage = 0 } = await navigator.storage.estimate()
  return quota === undefined ? Number.POSITIVE_INFINITY : quota - usage
}
