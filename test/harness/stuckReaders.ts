import { readdirSync, readFileSync } from 'node:fs'
import { askApi } from './askApi.ts'

const metricsToken = 'a-token-of-some-length'

/** Options of a server whose stuck reader threads a test counts. */
export const stuckReaderArgs = ['--metricsToken', metricsToken]

/** Returns the name of a thread of a process; empty if the thread has ended. */
function nameOfThread(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Counts the threads of a process that are named `reader`. The server may have given up some of them. */
function runningReaders(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).filter(thread => nameOfThread(pid, thread) === 'reader').length
}

/**
 * Counts the reader threads that the server no longer uses and that still run: it replaces a thread whose statement exceeds its time
 * limit, and nothing can interrupt the statement. An unused thread that ends counts for a moment.
 */
export async function countStuckReaders({ port, pid }: { port: number; pid: number }): Promise<number> {
  const { text } = await askApi(port, 'GET', '/api/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } })
  const used = text.match(/^coffer_thread_tasks\{thread="reader\d+"\}/gm)?.length ?? 0
  return runningReaders(pid) - used
}
