import { Worker } from 'node:worker_threads'
import type { ArchiveJob, ArchiveResult } from './ArchiveJob.ts'

/**
 * Runs an archive job in a new thread, which ends with the job.
 * @param signal terminates the thread
 */
export function runArchiveJob<Job extends ArchiveJob>(job: Job, signal: AbortSignal): Promise<ArchiveResult<Job>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Error('The server is stopping.'))
      return
    }
    const worker = new Worker(new URL('./archiveThread.ts', import.meta.url), { workerData: job })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop)
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        signal.removeEventListener('abort', stop)
        reject(new Error('The archive job was aborted.'))
      })
  })
}
