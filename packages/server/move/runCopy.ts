import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CopiedRows, ReportRows } from './copyDatabase.ts'
import type { CopyResult } from './verifyCopy.ts'

/** The files of a data directory. `logs` can be missing in a source. */
export interface DatabaseFiles {
  data: string
  logs: string
}

export const filesIn = (dataDir: string): DatabaseFiles => ({ data: join(dataDir, 'data.db'), logs: join(dataDir, 'logs.db') })

/** Copies files into an empty PostgreSQL database. */
export interface ImportJob {
  from: DatabaseFiles
  /** The address of the database. */
  to: string
  /** The schema to use. Default: the one in which the role creates tables. */
  schema?: string
}

/** Copies a PostgreSQL database, given by its address, into new files. */
interface ExportJob {
  from: string
  to: DatabaseFiles
}

export type CopyJob = ImportJob | ExportJob

export type CopyMessage = CopiedRows | CopyResult

/**
 * Copies a database in a new thread, because SQL is written in the dialect of the target, and each thread has one dialect. An
 * interrupted copy continues when it runs again.
 * @param signal ends the copy
 * @returns what was copied; the copy is complete if all tables are equal
 * @throws Error with a sentence
 */
export const runCopy = (
  job: CopyJob,
  { report = () => undefined, signal }: { report?: ReportRows; signal?: AbortSignal } = {},
): Promise<CopyResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./copyThread.ts', import.meta.url), { workerData: job })
    const stop = () => void worker.terminate()
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    worker
      .on('message', (message: CopyMessage) => {
        if ('compared' in message) resolve(message)
        else report(message)
      })
      .once('error', reject)
      .once('exit', () => {
        signal?.removeEventListener('abort', stop)
        reject(new Error('The copy was aborted.'))
      })
  })
