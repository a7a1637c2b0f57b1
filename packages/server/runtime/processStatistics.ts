/**
 * Statistics that Linux publishes below `/proc` and Node does not.
 *
 * - CPU time of a thread: the reader pool starts another reader when reads use the processor, not when they only wait for it. Two
 *   readers run under mixed requests instead of five to eight, at 15 to 24 MB of about 300 (`npm run bench -- memory`). Can be
 *   removed when Node can read it while the thread is blocked: `worker.cpuUsage()` waits until the running statement ends.
 * - Memory of another process: a reader process that grows beyond its limit is killed. Can be removed when SQLite or Node can limit
 *   the memory of a statement.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Returns the operating system's id of the calling thread; 0 if it is not available. */
export function currentThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return 0
  }
}

/** Returns the CPU time of a thread of this process in milliseconds; undefined if it is not available. */
export function cpuTimeOfThread(threadId: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}

/** Returns the memory of a process in bytes, without the files that it has mapped, such as the program; 0 if it is not available. */
export function memoryOfProcess(processId: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'latin1')
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
