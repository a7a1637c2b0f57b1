import { Worker } from 'node:worker_threads'
import type { LogEntry } from '../../messages/LogEntry.ts'
import { Outbox } from '../../runtime/Outbox.ts'
import { youngLimit } from '../../runtime/youngLimit.ts'
import type { Task, TaskResults } from '../tasks/Task.ts'
import { type FromThread, type ReadyMessage, readyId, type ThreadStart, type ToThread } from './messages.ts'

/** Size of V8's young generation: a smaller one is collected more often, and a larger one saves next to no work. */
const youngMegabytes = 12

/** Thrown when a thread ends before it responds. */
class ThreadLost extends Error {}

interface Waiting {
  /** Whether the task is neither the start nor the end of the thread. */
  isWork: boolean
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** A worker thread and its unfinished tasks. */
export class Thread {
  readonly #worker: Worker
  readonly #outbox: Outbox<ToThread>
  readonly #waiting = new Map<number, Waiting>()
  /** Resolves with the routes when the thread has started; rejects if it cannot open its files. */
  readonly ready: Promise<ReadyMessage>
  /** Resolves when the thread has ended for any reason. */
  readonly ended: Promise<void>
  /** Called with log entries from the thread. */
  onEntry: (entry: LogEntry) => void = () => undefined
  #lastId = readyId
  #hasEnded = false

  constructor(start: ThreadStart) {
    this.#worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), {
      workerData: start,
      name: start.role,
      resourceLimits: youngLimit(youngMegabytes),
    })
    this.ready = this.#answerTo<ReadyMessage>(readyId, false)
    this.ready.catch(() => undefined)
    this.#outbox = new Outbox(messages => this.#worker.postMessage(messages))
    this.#worker.on('message', (messages: FromThread[]) => {
      for (const message of messages) {
        if ('entry' in message) this.onEntry(message.entry)
        else this.#settle(message)
      }
    })
    this.#worker.on('error', error => this.#abandon(error instanceof Error ? error : new ThreadLost(String(error))))
    this.ended = new Promise(resolve => {
      this.#worker.on('exit', () => {
        this.#hasEnded = true
        this.#abandon(new ThreadLost('The thread ended before it responded.'))
        resolve()
      })
    })
  }

  /** Number of unfinished tasks. */
  get load(): number {
    return this.#waiting.size
  }

  /** Milliseconds since the start of the thread in which it was busy. */
  get activeMs(): number {
    return this.#worker.performance.eventLoopUtilization().active
  }

  /** Whether the thread runs a task other than starting or ending. */
  get isWorking(): boolean {
    return [...this.#waiting.values()].some(({ isWork }) => isWork)
  }

  /** Runs a task in the thread. Rejects with `ThreadLost`, or with the error that ended the thread, if it ends before it responds. */
  perform<Kind extends Task['kind']>(task: Extract<Task, { kind: Kind }>): Promise<TaskResults[Kind]> {
    if (this.#hasEnded) return Promise.reject(new ThreadLost('The thread has ended.'))
    this.#lastId += 1
    const result = this.#answerTo<TaskResults[Kind]>(this.#lastId, task.kind !== 'close')
    this.#outbox.add({ id: this.#lastId, task })
    return result
  }

  /** Ends the thread after it has finished its tasks and closed its files. */
  async close(): Promise<void> {
    await this.perform({ kind: 'close' }).catch(() => undefined)
    await this.ended
  }

  /** Terminates the thread, but not before a running SQLite statement ends. */
  terminate(): void {
    void this.#worker.terminate()
  }

  #answerTo<T>(id: number, isWork: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => this.#waiting.set(id, { isWork, resolve, reject }))
  }

  #settle(message: Exclude<FromThread, { entry: LogEntry }>): void {
    const task = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('error' in message) task?.reject(new Error(message.error))
    else task?.resolve(message.result as never)
  }

  #abandon(error: Error): void {
    const tasks = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const task of tasks) task.reject(error)
  }
}
