import type { ReactNode } from 'react'
import { isUnreachable, statusOf } from '../../../queries/connection/failure.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { type BatchOutcome, inTurn } from './inTurn.ts'

interface BulkRun {
  /** For the question whose yes begins the work: how far it has come, and the way to stop it. */
  progress: ReactNode
  start: () => Promise<BatchOutcome<string>>
}

/** Work on many records in turn. It stops by itself once the server is out of reach or the session has ended. */
export function bulkRun(ids: readonly string[], work: (id: string) => Promise<void>): BulkRun {
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
      return inTurn(ids, attempt, { signal: stop.signal, report: count => report(count) })
    },
  }
}
