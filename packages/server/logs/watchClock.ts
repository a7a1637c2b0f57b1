import { statSync } from 'node:fs'
import { join } from 'node:path'

/** A clock that is corrected a little now and then is no news. */
const toleranceMs = 1_000

type Warn = (message: string, error: unknown) => void

/** When the database was last written to, in milliseconds; 0 for a new one. */
export const lastWrite = (dataDir: string): number =>
  Math.max(...['data.db', 'data.db-wal'].map(name => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0))

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/**
 * Warns if the clock of the machine is earlier than the last write to the database, and, each time the result is called, if it has
 * been set back since, which the monotonic clock tells.
 * @param written milliseconds, found out before the database was opened, which writes to it
 */
export const watchClock = (written: number, warn: Warn): (() => void) => {
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
      `It would be ${expected} otherwise. Dates of changed records go on from their last ones.`,
    )
  }
}
