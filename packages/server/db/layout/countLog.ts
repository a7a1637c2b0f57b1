import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../engine.ts'
import { countAll, isLogReady, prepareLogHours, uncountedEntries } from './logHours.ts'

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
  const entries = await uncountedEntries(logs)
  if (entries > few) {
    console.log(
      `About ${entries.toLocaleString('en-US')} log entries are counted by the hour, this once; until then their chart is slow.`,
    )
    return countBeside(path)
  }
  await countAll(logs)
  return nothing
}
