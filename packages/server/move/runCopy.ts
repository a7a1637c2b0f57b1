import { Worker } from 'node:worker_threads'
import type { ComparedTable } from './compareContent.ts'
import type { ReportRows } from './copyDatabase.ts'

/** The files of a data directory. `logs` can be missing in a source. */
export interface DatabaseFiles {
  data: string
  logs: string
}

/** Copies files into an empty PostgreSQL database, given by its address, or a snapshot of a database into new files. */
export type CopyJob = { from: DatabaseFiles; to: string } | { from: string; to: DatabaseFiles }

export type CopyMessage = { table: string; rows: number } | { compared: ComparedTable[] }

/**
 * Copies a database in a new thread, because SQL is written in the dialect of the target, and each thread has one dialect. An
 * interrupted copy continues when it runs again.
 * @param signal ends the copy
 * @returns the copied tables; the copy is complete if all of them are equal
 * @throws Error with a sentence
 */
export const runCopy = (
  job: CopyJob,
  { report = () => undefined, signal }: { report?: ReportRows; signal?: AbortSignal } = {},
): Promise<ComparedTable[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./copyThread.ts', import.meta.url), { workerData: job })
    const stop = () => void worker.terminate()
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    worker
      .on('message', (message: CopyMessage) => {
        if ('compared' in message) resolve(message.compared)
        else report(message.table, message.rows)
      })
      .once('error', reject)
      .once('exit', () => {
        signal?.removeEventListener('abort', stop)
        reject(new Error('The copy was aborted.'))
      })
  })
