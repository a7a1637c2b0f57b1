import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseError } from '../DatabaseError.ts'
import { classifyingErrors } from './classifyError.ts'

/** Milliseconds for programs that are about to end, such as a command of an admin. */
const timeoutMs = 1000
const intervalMs = 100

function isLocked(path: string): boolean {
  using database = new DatabaseSync(path, { timeout: 0 })
  try {
    // A connection to a database with a write-ahead log holds a shared lock until it is closed, also between its transactions.
    classifyingErrors(() => database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK'))
    return false
  } catch (error) {
    if (isDatabaseError(error, 'busy')) return true
    throw error
  }
}

/** Returns whether any connection to a SQLite file stays open for longer than a second. */
export async function isInUse(path: string): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (isLocked(path)) {
    if (performance.now() > end) return true
    await wait(intervalMs)
  }
  return false
}
