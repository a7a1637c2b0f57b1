import { client } from '../connection/client.ts'
import { statusOf } from '../connection/failure.ts'

/** Records that were deleted or changed together, which the server can undo for a while. */
export interface UndoableChange {
  kind: 'deleted' | 'changed'
  collectionId: string
  collectionName: string
  /** In the order in which they were used. */
  keys: readonly string[]
  /** How many records there were. */
  count: number
  /** When it took place, in milliseconds since 1970. */
  moment: number
}

/** What came of an undo. */
export interface UndoOutcome {
  restored: number
  /** What did not come back stays kept. */
  failed: readonly { collectionId: string; recordId: string; message: string }[]
}

/** Milliseconds for which the server stores what an undo needs. */
const keptFor = 60 * 60_000

let undoables: readonly UndoableChange[] = []
const listeners = new Set<() => void>()

function setUndoables(next: readonly UndoableChange[]): void {
  undoables = next
  for (const listener of listeners) listener()
}

/** Calls the listener when a change is remembered or undone; returns the way to stop that. */
export function watchUndoables(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// The next admin who signs in has changed nothing.
client.authStore.onChange(() => {
  if (!client.authStore.isValid) setUndoables([])
})

/** Remembers a change that can be undone, in the order in which they took place. A change of no records is ignored. */
export function rememberUndoable(change: UndoableChange): void {
  if (change.count === 0) return
  setUndoables([...undoables, change].sort((one, other) => one.moment - other.moment))
}

/** The last change that can be undone, if there is any. */
export function lastUndoable(): UndoableChange | undefined {
  return undoables.findLast(({ moment }) => Date.now() - moment < keptFor)
}

/** The part of a change that can still be undone: none during the undo. */
export function restOf({ moment }: UndoableChange): UndoableChange | undefined {
  return undoables.find(change => change.moment === moment)
}

/**
 * Undoes a change, the last of its keys first. Records that cannot be restored are remembered for another attempt.
 * @param report called after each key with the number of records so far
 */
export async function undoChange(change: UndoableChange, report: (count: number) => void): Promise<UndoOutcome> {
  setUndoables(undoables.filter(other => other !== change))
  const waiting = [...change.keys]
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
    if (keys.length > 0) rememberUndoable({ ...change, keys, count: change.count - restored })
  }
  if (missing !== undefined && restored + failed.length === 0) throw missing
  return { restored, failed }
}

function undoKey(key: string): Promise<UndoOutcome> {
  return client.send<UndoOutcome>(`/api/deletions/${key}/undo`, { method: 'POST' })
}
