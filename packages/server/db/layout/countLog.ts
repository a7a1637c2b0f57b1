import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../engine.ts'
import { sql } from '../sql.ts'
import { countAll, isLogReady, prepareLogHours } from './logHours.ts'

/** Entries that are counted before anybody notices. */
const few = 20_000

/** Another start goes on when this one fails; until all are counted the entries themselves are read. */
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

/**
 * Counts by the hour what of a log another program has written; much of it in a thread of its own, beside all else.
 * @returns ends that early
 */
export const countLog = async (logs: Engine, path: string): Promise<() => Promise<void>> => {
  const nothing = async () => undefined
  await prepareLogHours(logs)
  if (await isLogReady(logs)) return nothing
  const uncounted = sql`rowid > (SELECT upto FROM _coffer_log_counted)`
  const [entries] = (await logs.row(sql`SELECT MAX(rowid) - MIN(rowid) + 1 FROM _logs WHERE ${uncounted}`)) ?? []
  if (Number(entries) > few) {
    const number = Number(entries).toLocaleString('en-US')
    console.log(`About ${number} log entries are counted by the hour, this once; until then their chart is slow.`)
    return countBeside(path)
  }
  await countAll(logs)
  return nothing
}
