import { Worker } from 'node:worker_threads'
import type { LogPolicy } from '../../logs/LogPolicy.ts'
import type { StoreOutcome } from '../../logs/LogStore.ts'
import type { LogPage } from '../../messages/LogPage.ts'
import type { FromLogThread, LogResult, LogResults, LogTask, LogThreadStart } from './messages.ts'

/** Idle time after which the thread ends: it would hold some megabytes, and it restarts within 100 ms. */
const idleAfterMs = 10_000

/** A started thread and its unfinished tasks. */
interface Running {
  worker: Worker
  ready: PromiseWithResolvers<void>
  waiting: Map<number, PromiseWithResolvers<LogResult>>
}

/**
 * The thread that writes the log. It is not the thread that writes records, so no change waits while entries are stored, old
 * entries are deleted or the file is replaced.
 */
export class LogThread {
  readonly #start: LogThreadStart
  #running: Running | undefined
  #leaving: NodeJS.Timeout | undefined
  #ending: Promise<unknown> = Promise.resolve()
  #lastId = 0

  constructor(start: LogThreadStart) {
    this.#start = start
  }

  /**
   * Opens the log.
   * @throws Error with a message for the command line if it cannot be opened
   */
  async open(): Promise<void> {
    await (await this.#run()).ready.promise
    this.#leaveLater()
  }

  /** Stores entries. */
  store(pages: LogPage[], policy: LogPolicy): Promise<StoreOutcome> {
    return this.#perform({ kind: 'store', pages, policy })
  }

  /** Runs one step of maintenance. Returns whether there is more to do. */
  maintain(policy: LogPolicy): Promise<boolean> {
    return this.#perform({ kind: 'maintain', policy })
  }

  /** Finishes the running tasks, closes the file and ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving)
    const running = this.#running
    this.#running = undefined
    if (running) this.#ending = this.#end(running)
    await this.#ending
  }

  async #perform<Kind extends LogTask['kind']>(task: Extract<LogTask, { kind: Kind }>): Promise<LogResults[Kind]> {
    clearTimeout(this.#leaving)
    const running = await this.#run()
    try {
      return (await this.#send(running, task)) as LogResults[Kind]
    } finally {
      this.#leaveLater()
    }
  }

  #leaveLater(): void {
    clearTimeout(this.#leaving)
    if (this.#running?.waiting.size === 0) this.#leaving = setTimeout(() => void this.close(), idleAfterMs).unref()
  }

  async #end(running: Running): Promise<void> {
    await running.ready.promise.then(() => this.#send(running, { kind: 'close' })).catch(() => undefined)
    await running.worker.terminate()
  }

  #send({ worker, waiting }: Running, task: LogTask): Promise<LogResult> {
    this.#lastId += 1
    const answer = Promise.withResolvers<LogResult>()
    waiting.set(this.#lastId, answer)
    worker.postMessage({ id: this.#lastId, task })
    return answer.promise
  }

  async #run(): Promise<Running> {
    // Two threads must not write the log at the same time: the first one can still be replacing the file.
    await this.#ending
    this.#running ??= this.#startThread()
    return this.#running
  }

  #startThread(): Running {
    const worker = new Worker(new URL('./logWorker.ts', import.meta.url), { workerData: this.#start, name: 'log' })
    const running: Running = { worker, ready: Promise.withResolvers(), waiting: new Map() }
    running.ready.promise.catch(() => undefined)
    worker.on('message', (message: FromLogThread) => {
      const answer = message.id === undefined ? running.ready : running.waiting.get(message.id)
      if (message.id !== undefined) running.waiting.delete(message.id)
      if ('error' in message) answer?.reject(new Error(message.error))
      else answer?.resolve(message.result as never)
    })
    const lose = (error: Error) => {
      if (this.#running === running) this.#running = undefined
      running.ready.reject(error)
      for (const answer of running.waiting.values()) answer.reject(error)
      running.waiting.clear()
    }
    worker.on('error', error => lose(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => lose(new Error('The log thread ended before it responded.')))
    return running
  }
}
