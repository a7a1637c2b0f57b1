import { Worker } from 'node:worker_threads'
import type { LogEntry } from '../../messages/LogEntry.ts'
import { Outbox } from '../../runtime/Outbox.ts'
import { youngLimit } from '../../runtime/youngLimit.ts'
import type { Task, TaskResults } from '../tasks/Task.ts'
import { type FromThread, type ReadyMessage, readyId, type ThreadStart, type ToThread } from './messages.ts'

/** Less is cleaned up more often; from here on more of it takes memory and saves next to no work. */
const youngMegabytes = 12

/** A thread ended before it answered. */
class ThreadLost extends Error {}

interface Waiting {
  /** Whether it is work, other than to start and to end. */
  isWork: boolean
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** One worker thread and the tasks it has been given. */
export class Thread {
  readonly #worker: Worker
  readonly #outbox: Outbox<ToThread>
  readonly #waiting = new Map<number, Waiting>()
  /** Gives the routes once the thread is there; rejects with the reason when it cannot open its files. */
  readonly ready: Promise<ReadyMessage>
  /** Settles when the thread has ended, however it ended. */
  readonly ended: Promise<void>
  /** Called with entries that the thread adds to the log. */
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
        this.#abandon(new ThreadLost('The thread ended before it answered.'))
        resolve()
      })
    })
  }

  /** How many tasks it has not answered yet. */
  get load(): number {
    return this.#waiting.size
  }

  /** Whether it is at a task other than to start and to end. */
  get isWorking(): boolean {
    return [...this.#waiting.values()].some(({ isWork }) => isWork)
  }

  /** Gives the thread a task. Rejects with `ThreadLost`, or with what ended the thread, when it dies before it answers. */
  perform<Kind extends Task['kind']>(task: Extract<Task, { kind: Kind }>): Promise<TaskResults[Kind]> {
    if (this.#hasEnded) return Promise.reject(new ThreadLost('The thread has ended.'))
    this.#lastId += 1
    const result = this.#answerTo<TaskResults[Kind]>(this.#lastId, task.kind !== 'close')
    this.#outbox.add({ id: this.#lastId, task })
    return result
  }

  /** Lets the thread answer what it has, close its files and end. */
  async close(): Promise<void> {
    await this.perform({ kind: 'close' }).catch(() => undefined)
    await this.ended
  }

  /** Ends the thread; a running SQLite statement is finished first. */
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
