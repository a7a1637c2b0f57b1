import { createStore } from '@coffer/ui/createStore'
import { client } from '../connection/client.ts'
import { statusOf } from '../connection/failure.ts'

/** Records that were deleted or updated together, which the server can restore for a limited time. */
export interface UndoableChange {
  kind: 'deleted' | 'changed'
  collectionId: string
  collectionName: string
  /** The server's undo keys, in the order of their requests. */
  keys: readonly string[]
  /** Number of records. */
  count: number
  /** Time of the change, in milliseconds since 1970. */
  moment: number
}

/** Result of an undo. */
export interface UndoOutcome {
  restored: number
  /** Records that could not be restored. The server keeps them for another attempt. */
  failed: readonly { collectionId: string; recordId: string; message: string }[]
}

/** How long the server can undo a change. */
const undoableForMs = 60 * 60_000

const undoables = createStore<readonly UndoableChange[]>([])

// The next admin who signs in must not undo this admin's changes.
client.authStore.onChange(() => {
  if (!client.authStore.isValid) undoables.set([])
})

/** Remembers an undoable change, sorted by time. Ignores a change of zero records. */
export function rememberUndoable(change: UndoableChange): void {
  if (change.count === 0) return
  undoables.set([...undoables.get(), change].sort((one, other) => one.moment - other.moment))
}

/** Returns the most recent undoable change. */
export function lastUndoable(): UndoableChange | undefined {
  return undoables.get().findLast(({ moment }) => Date.now() - moment < undoableForMs)
}

/** Returns the most recent undoable change, and rerenders when a change is remembered or undone. */
export function useLastUndoable(): UndoableChange | undefined {
  undoables.useValue()
  return lastUndoable()
}

/** Returns the part of a change that can still be undone; undefined while the undo runs. */
export function remainingUndo({ moment }: UndoableChange): UndoableChange | undefined {
  return undoables.get().find(change => change.moment === moment)
}

/**
 * Undoes a change, last key first. Records that cannot be restored stay undoable for another attempt.
 * @param report called after each key with the number of records processed so far
 */
export async function undoChange(change: UndoableChange, report: (count: number) => void): Promise<UndoOutcome> {
  undoables.set(undoables.get().filter(other => other !== change))
  const pending = [...change.keys]
  const failedKeys: string[] = []
  const failed: UndoOutcome['failed'][number][] = []
  let restored = 0
  let missing: unknown
  try {
    for (let key = pending.at(-1); key !== undefined; key = pending.at(-1)) {
      const outcome = await undoKey(key).catch(error => {
        if (statusOf(error) !== 404) throw error
        missing = error
      })
      pending.pop()
      if (!outcome) continue
      restored += outcome.restored
      failed.push(...outcome.failed)
      if (outcome.failed.length > 0) failedKeys.unshift(key)
      report(restored + failed.length)
    }
  } finally {
    const keys = [...pending, ...failedKeys]
    if (keys.length > 0) rememberUndoable({ ...change, keys, count: change.count - restored })
  }
  if (missing !== undefined && restored + failed.length === 0) throw missing
  return { restored, failed }
}

function undoKey(key: string): Promise<UndoOutcome> {
  return client.send<UndoOutcome>(`/api/deletions/${key}/undo`, { method: 'POST' })
}
