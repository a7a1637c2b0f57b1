import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds that the clock can be set back without a warning, because small corrections are normal. */
const toleranceMs = 1_000

type Warn = (message: string, error: unknown) => void

/** Returns the time of the last write to the database in milliseconds since 1970; 0 for a new one. */
export function lastWrite(dataDir: string): number {
  return Math.max(
    ...['data.db', 'data.db-wal'].map(name => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/**
 * Warns if the clock is earlier than the last write to the database. Returns a function that warns if the clock was set back since
 * its last call, by comparing it with the monotonic clock.
 * @param written time of the last write in milliseconds, read before the database was opened, because opening it writes to it
 */
export function watchClock(written: number, warn: Warn): () => void {
  if (written > Date.now() + toleranceMs) {
    warn('The clock of this machine is earlier than the last change of the data.', `The last change was at ${timeText(written)}.`)
  }
  let offset = Date.now() - performance.now()
  return () => {
    const earlier = offset
    offset = Date.now() - performance.now()
    if (earlier - offset <= toleranceMs) return
    const expected = timeText(earlier + performance.now())
    warn(
      'The clock of this machine was set back.',
      `Without the change it would be ${expected}. Dates of changed records continue from their last dates.`,
    )
  }
}
