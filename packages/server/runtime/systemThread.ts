import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Returns the operating system's id of the calling thread; 0 if it is not available. */
export const systemThread = (): number => {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return 0
  }
}

/** Returns the CPU time of a thread of this process in milliseconds; undefined if it is not available. */
export const workOfThread = (thread: number): number | undefined => {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}
