import { Worker } from 'node:worker_threads'

/** Milliseconds after which the thread leaves when nothing came: to start one takes longer than most of its work. */
const idleAfter = 5_000

/** What the thread is started with. */
export interface CheckpointOrder {
  /** Of the database. */
  path: string
  /** The descriptor by which the database is brought onto the disk; absent where that may wait until its log begins anew. */
  file: number | undefined
}

/** How a checkpoint ended: the codes that an error has do not survive the way between threads otherwise. */
export type CheckpointResult = { error?: { message: string; code?: unknown; errcode?: unknown } }

/** A thread that brings what is in a write-ahead log into its file. It is there for as long as it has something to do. */
export class CheckpointWorker {
  readonly #database: CheckpointOrder
  #worker: Worker | undefined
  #leaving: NodeJS.Timeout | undefined
  #settle = (_: CheckpointResult) => {}

  constructor(database: CheckpointOrder) {
    this.#database = database
  }

  /**
   * Brings in what can be, for one caller at a time. A thread that ends before it is done leaves the log as it is, for the next call.
   * @throws Error with the code of the system or of SQLite when the disk fails
   */
  async bringIn(): Promise<void> {
    clearTimeout(this.#leaving)
    this.#worker ??= this.#start()
    const { promise, resolve } = Promise.withResolvers<CheckpointResult>()
    this.#settle = resolve
    this.#worker.postMessage(undefined)
    const { error } = await promise
    this.#leaving = setTimeout(() => this.close(), idleAfter).unref()
    if (error) throw Object.assign(new Error(error.message), error)
  }

  /** Ends the thread, if it is there. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#database })
    worker.unref()
    worker.on('message', (result: CheckpointResult) => this.#settle(result))
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#settle({})
    })
    return worker
  }
}
