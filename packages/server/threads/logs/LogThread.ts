import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import type { createLogService } from '../../logs/logService.ts'
import { createRemote, type RemoteCall } from '../../runtime/Remote.ts'

/** The data the log thread starts with. */
export interface LogThreadStart {
  config: Config
  versions: SharedArrayBuffer
}

export interface LogServices {
  logs: ReturnType<typeof createLogService>
}

/** A message from the log thread. The first one has no id and reports whether the log could be opened. */
export type FromLogThread = { id?: number; result: unknown } | { id?: number; error: string }

/** Idle time after which the thread ends: it holds some megabytes, and restarts within 100 ms. */
const idleAfterMs = 5_000

/** A started thread and its unfinished calls. */
interface Running {
  worker: Worker
  ready: PromiseWithResolvers<void>
  waiting: Map<number, PromiseWithResolvers<unknown>>
}

/**
 * The thread that writes the log. It is not the thread that writes records, so no change waits while entries are stored, old
 * entries are deleted or the file is replaced.
 */
export class LogThread {
  /** The services of the thread, which a call starts if necessary. */
  readonly remote = createRemote<LogServices>(call => this.#perform(call))
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

  /** Finishes the running calls, closes the file and ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving)
    const running = this.#running
    this.#running = undefined
    if (running) this.#ending = this.#end(running)
    await this.#ending
  }

  async #perform(call: RemoteCall): Promise<unknown> {
    clearTimeout(this.#leaving)
    const running = await this.#run()
    try {
      return await this.#send(running, call)
    } finally {
      this.#leaveLater()
    }
  }

  #leaveLater(): void {
    clearTimeout(this.#leaving)
    if (this.#running?.waiting.size === 0) this.#leaving = setTimeout(() => void this.close(), idleAfterMs).unref()
  }

  async #end(running: Running): Promise<void> {
    await running.ready.promise
      .then(() => this.#send(running, { service: 'logs', method: 'close', args: [] }))
      .catch(() => undefined)
    await running.worker.terminate()
  }

  #send({ worker, waiting }: Running, call: RemoteCall): Promise<unknown> {
    this.#lastId += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(this.#lastId, answer)
    worker.postMessage({ id: this.#lastId, call })
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
      else answer?.resolve(message.result as undefined)
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
