import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** The number by which the system knows the thread that asks; 0 where it does not say. */
export const systemThread = (): number => {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return 0
  }
}

/** Milliseconds for which a thread of this process has had a processor since it started; undefined where the system does not say. */
export const workOfThread = (thread: number): number | undefined => {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}
