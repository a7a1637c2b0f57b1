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
   * Starts the thread unless it runs. It has the log open then: if a sync of the log fails from now on, the system reports this to the
   * thread, too, so its next checkpoint fails before it copies pages.
   */
  async start(): Promise<void> {
    if (this.#worker) return
    await this.#wait(() => {
      this.#worker = this.#startThread()
    })
  }

  /**
   * Runs a passive checkpoint after `start`. Only one call at a time is allowed. If the thread ends early, the log stays as it is for
   * the next call.
   * @throws Error with a system or SQLite error code when the disk fails
   */
  async checkpoint(): Promise<void> {
    const worker = this.#worker
    if (worker) await this.#wait(() => worker.postMessage(undefined))
  }

  /** Runs an action that the thread answers, and waits for the answer or the end of the thread. */
  async #wait(action: () => void): Promise<void> {
    clearTimeout(this.#idleTimer)
    const { promise, resolve } = Promise.withResolvers<CheckpointResult>()
    this.#settle = resolve
    action()
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

  #startThread(): Worker {
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
