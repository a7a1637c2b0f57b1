import { client } from '../connection/client.ts'
import { statusOf } from '../connection/failure.ts'

/** Records that were deleted together and that the server keeps for a while. */
export interface KeptDeletion {
  collectionId: string
  collectionName: string
  /** In the order in which records were deleted under them. */
  keys: readonly string[]
  /** How many deletions there were. */
  count: number
  /** When they took place, in milliseconds since 1970. */
  moment: number
}

/** What came of an undo. */
export interface UndoOutcome {
  restored: number
  /** What did not come back stays kept. */
  failed: readonly { collectionId: string; recordId: string; message: string }[]
}

/** Milliseconds for which the server keeps deletions. */
const keptFor = 60 * 60_000

let deletions: readonly KeptDeletion[] = []
const listeners = new Set<() => void>()

function setDeletions(next: readonly KeptDeletion[]): void {
  deletions = next
  for (const listener of listeners) listener()
}

/** Calls the listener when a deletion is remembered or undone; returns the way to stop that. */
export function watchDeletions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// Whoever signs in next has deleted nothing.
client.authStore.onChange(() => {
  if (!client.authStore.isValid) setDeletions([])
})

/** Remembers a deletion that can be undone, in the order in which they took place. One of no records is ignored. */
export function rememberDeletion(deletion: KeptDeletion): void {
  if (deletion.count === 0) return
  setDeletions([...deletions, deletion].sort((one, other) => one.moment - other.moment))
}

/** The last deletion that can be undone, if there is any. */
export function lastDeletion(): KeptDeletion | undefined {
  return deletions.findLast(({ moment }) => Date.now() - moment < keptFor)
}

/** What of a deletion can still be undone: nothing while that is under way. */
export function restOf({ moment }: KeptDeletion): KeptDeletion | undefined {
  return deletions.find(deletion => deletion.moment === moment)
}

/**
 * Undoes a deletion, the last of its keys first. What cannot come back is remembered for another try.
 * @param report hears after each key how many deletions are through
 */
export async function undoDeletion(deletion: KeptDeletion, report: (count: number) => void): Promise<UndoOutcome> {
  setDeletions(deletions.filter(other => other !== deletion))
  const waiting = [...deletion.keys]
  const kept: string[] = []
  const failed: UndoOutcome['failed'][number][] = []
  let restored = 0
  let missing: unknown
  try {
    for (let key = waiting.at(-1); key !== undefined; key = waiting.at(-1)) {
      const outcome = await undoKey(key).catch(error => {
        if (statusOf(error) !== 404) throw error
        missing = error
      })
      waiting.pop()
      if (!outcome) continue
      restored += outcome.restored
      failed.push(...outcome.failed)
      if (outcome.failed.length > 0) kept.unshift(key)
      report(restored + failed.length)
    }
  } finally {
    const keys = [...waiting, ...kept]
    if (keys.length > 0) rememberDeletion({ ...deletion, keys, count: deletion.count - restored })
  }
  if (missing !== undefined && restored + failed.length === 0) throw missing
  return { restored, failed }
}

function undoKey(key: string): Promise<UndoOutcome> {
  return client.send<UndoOutcome>(`/api/deletions/${key}/undo`, { method: 'POST' })
}
