import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'
import { hasTable } from './hasTable.ts'
import { countFile } from './logHours.ts'

/** Entries that are counted before anybody notices. */
const few = 20_000

/** Another start tries again when this one fails; until then the entries themselves are read. */
const countBeside = (path: string): (() => Promise<void>) => {
  const thread = new Worker(new URL('./logHoursThread.ts', import.meta.url), { workerData: path })
  thread.on('error', error => console.warn('Warning: the log could not be counted by the hour:', error))
  thread.unref()
  const ended = once(thread, 'exit')
  return async () => {
    await thread.terminate()
    await ended
  }
}

/** Whether the log is counted by the hour. */
export const isLogCounted = (logs: Reader): Promise<boolean> => hasTable(logs, '_coffer_log_hours')

/**
 * Counts a log that was never opened by this program by the hour; a large one in a thread of its own, beside all else.
 * @returns ends that early
 */
export const countLog = async (logs: Reader, path: string): Promise<() => Promise<void>> => {
  if (await isLogCounted(logs)) return async () => undefined
  const entries = Number((await logs.row(sql`SELECT MAX(rowid) - MIN(rowid) FROM _logs`))?.[0] ?? 0)
  if (entries > few) {
    console.log(
      `About ${entries.toLocaleString('en-US')} log entries are counted by the hour, this once; until then their chart is slow.`,
    )
    return countBeside(path)
  }
  countFile(path)
  return async () => undefined
}
