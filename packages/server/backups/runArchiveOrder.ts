import { Worker } from 'node:worker_threads'
import { youngLimit } from '../runtime/youngLimit.ts'
import type { ArchiveOrder, ArchiveResult } from './ArchiveOrder.ts'

/** Little room for what is young: gigabytes pass through, and each piece is to be let go of soon. */
const resourceLimits = youngLimit(3)

/**
 * Packs or unpacks in a thread of its own, which lives no longer than that.
 * @param signal ends the thread wherever it is
 */
export const runArchiveOrder = <Order extends ArchiveOrder>(order: Order, signal: AbortSignal): Promise<ArchiveResult<Order>> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Error('The server is being stopped.'))
      return
    }
    const worker = new Worker(new URL('./archiveThread.ts', import.meta.url), { workerData: order, resourceLimits })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop)
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        signal.removeEventListener('abort', stop)
        reject(new Error('The work on the archive was broken off.'))
      })
  })
