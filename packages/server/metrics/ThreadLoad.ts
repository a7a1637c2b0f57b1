/** The load of a thread. */
export interface ThreadLoad {
  /** `writer`, or `reader1` and so on. */
  name: string
  /** Number of unfinished tasks. */
  tasks: number
  /** Milliseconds since the start of the thread in which it was busy. */
  activeMs: number
}
