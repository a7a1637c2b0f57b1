/** The load of a thread. */
export interface ThreadLoad {
  /** `writer`, or `reader1` and so on. */
  name: string
  /** Number of unfinished tasks. */
  tasks: number
  /** Milliseconds since the start of the thread in which it was busy. */
  activeMs: number
}

/** The connections of a pool to a database server. */
export interface PoolLoad {
  pool: 'nodes' | 'reads' | 'writes'
  active: number
  idle: number
  /** Number of reads, transactions or statements of the nodes that wait for a connection. */
  waiting: number
}

/** What only the thread itself can measure. */
export interface ThreadMeasures {
  /** 99th percentile of the delay of its event loop in seconds since the previous measurement. */
  eventLoopLag: number
  /** Empty for a database without a server. */
  pools: PoolLoad[]
}
