/** Number of threads of libuv's pool, which `bin/coffer` sets. */
const threadPoolSize = Number(process.env.UV_THREADPOOL_SIZE) || 4
/**
 * Number of threads that each kind of work leaves to others, because the pool also reads and writes files and syncs commits. In a pool
 * of four threads, two kinds of work can still use all of them.
 */
const reservedThreads = 2

/** Returns how many tasks of a kind can use libuv's thread pool at once: at most `wanted`, and fewer in a small pool. */
export function limitPoolTasks(wanted: number): number {
  return Math.max(1, Math.min(wanted, threadPoolSize - reservedThreads))
}
