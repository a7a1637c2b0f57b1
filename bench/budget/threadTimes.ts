import { readdirSync, readFileSync } from 'node:fs'

/** A thread of a process. */
export interface ThreadTime {
  /** Its number in the system; threads that were started later have a greater one. */
  id: number
  /** The name that Node, V8, libuv or the server gave it. */
  name: string
  /** CPU time in microseconds since its start. */
  microseconds: number
}

/** Returns the CPU time of each thread of a process. Only on Linux. */
export function readThreadTimes(pid: number): ThreadTime[] {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder).flatMap(id => {
    try {
      const name = readFileSync(`${folder}/${id}/comm`, 'utf8').trim()
      const [nanoseconds] = readFileSync(`${folder}/${id}/schedstat`, 'utf8').split(' ')
      return [{ id: Number(id), name, microseconds: Number(nanoseconds) / 1000 }]
    } catch {
      // The thread has ended.
      return []
    }
  })
}

/** Returns the CPU time of each thread between two readings. */
export function timesBetween(before: readonly ThreadTime[], after: readonly ThreadTime[]): ThreadTime[] {
  const started = new Map(before.map(({ id, microseconds }) => [id, microseconds]))
  return after
    .map(thread => ({ ...thread, microseconds: thread.microseconds - (started.get(thread.id) ?? 0) }))
    .sort((a, b) => a.id - b.id)
}
