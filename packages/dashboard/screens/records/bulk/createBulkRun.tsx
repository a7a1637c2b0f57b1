import type { ReactNode } from 'react'
import { isUnreachable, statusOf } from '../../../queries/connection/failure.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { type BatchOutcome, runBatch } from './runBatch.ts'

interface BulkRun {
  /** Progress bar and stop button, for the dialog that starts the run. */
  progress: ReactNode
  start: () => Promise<BatchOutcome<string>>
}

/** Prepares work on many records. The run stops when the server is unreachable or the session has ended. */
export function createBulkRun(ids: readonly string[], work: (id: string) => Promise<void>): BulkRun {
  const stop = new AbortController()
  let report = (_count: number) => {}
  const watch = (listener: typeof report) => {
    report = listener
  }
  const attempt = async (id: string) => {
    try {
      await work(id)
    } catch (error) {
      if (isUnreachable(error) || statusOf(error) === 401) stop.abort()
      throw error
    }
  }
  return {
    progress: ids.length > 1 && <BulkProgress total={ids.length} watch={watch} onStop={() => stop.abort()} />,
    start: () => {
      report(0)
      return runBatch(ids, attempt, { signal: stop.signal, report: count => report(count) })
    },
  }
}
