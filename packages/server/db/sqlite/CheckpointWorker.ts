import { Worker } from 'node:worker_threads'
import { classifyError } from './classifyError.ts'

/** Milliseconds without work after which the thread ends. Starting it takes longer than most checkpoints. */
const idleTimeoutMs = 5_000

/** The data that the thread is started with. */
export interface CheckpointTarget {
  /** Path of the database. */
  path: string
  /** Descriptor of the database file for syncing it; absent if syncing it can wait until the log restarts. */
  file: number | undefined
}

/** The result of a checkpoint. Errors are sent as plain objects, because a message between threads would drop their codes. */
export type CheckpointResult = { error?: { message: string; code?: unknown; errcode?: unknown } }

/** Runs checkpoints of a write-ahead log in a worker thread, which is started on demand and ends when it is idle. */
export class CheckpointWorker {
  readonly #target: CheckpointTarget
  #worker: Worker | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #settle = (_: CheckpointResult) => {}

  constructor(target: CheckpointTarget) {
    this.#target = target
  }

  /**
   * Runs a passive checkpoint. Only one call at a time is allowed. If the thread ends early, the log stays as it is for the next
   * call.
   * @throws Error with a system or SQLite error code when the disk fails
   */
  async checkpoint(): Promise<void> {
    clearTimeout(this.#idleTimer)
    this.#worker ??= this.#start()
    const { promise, resolve } = Promise.withResolvers<CheckpointResult>()
    this.#settle = resolve
    this.#worker.postMessage(undefined)
    const { error } = await promise
    this.#idleTimer = setTimeout(() => this.close(), idleTimeoutMs).unref()
    if (error) throw classifyError(Object.assign(new Error(error.message), error))
  }

  /** Ends the thread if it is running. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#target })
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
