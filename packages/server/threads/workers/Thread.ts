import { setFlagsFromString } from 'node:v8'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { CommitListener } from '../../db/commits.ts'
import type { LogEntry } from '../../logs/LogEntry.ts'
import { Outbox } from '../../runtime/Outbox.ts'
import { createRemote, type Remote, type RemoteCall, UnansweredError } from '../../runtime/Remote.ts'
import type { ReaderServices } from '../services.ts'
import {
  type FromThread,
  isEnd,
  type ReadyMessage,
  type ResultMessage,
  readyId,
  type ThreadStart,
  type ToThread,
} from './messages.ts'

// The command-line flag for the main thread would override the limits of all other threads.
setFlagsFromString('--max-semi-space-size=0')

/**
 * Limits the young generation of a thread in megabytes. A third of it is in use between two garbage collections. Without a limit, V8
 * lets it grow to 48 MB: mixed requests take 303 MB instead of 278 (`npm run bench -- memory`). Can be removed when Node has one
 * option for all worker threads.
 */
function youngLimit(megabytes: number): ResourceLimits {
  return { maxYoungGenerationSizeMb: megabytes }
}

/** Size of V8's young generation: a smaller one is collected more often, and a larger one saves next to no work. */
const youngMegabytes = 12

interface Waiting {
  /** Whether it is neither the start nor the end of the thread. */
  isWork: boolean
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** A worker thread and its unfinished calls. */
export class Thread<Services extends ReaderServices = ReaderServices> {
  readonly #worker: Worker
  readonly #outbox: Outbox<ToThread>
  readonly #waiting = new Map<number, Waiting>()
  /** Resolves with the routes when the thread has started; rejects if it cannot open its files. */
  readonly ready: Promise<ReadyMessage>
  /** Resolves when the thread has ended for any reason. */
  readonly ended: Promise<void>
  /** The services of the thread. A call rejects with `UnansweredError` if the thread ends before it responds. */
  readonly remote = createRemote<Services>(call => this.perform(call))
  /** Called with log entries from the thread. */
  onEntry: (entry: LogEntry) => void = () => undefined
  /** Receives the events of the commits of a writer. */
  commits: Pick<CommitListener, 'committed' | 'lost'> | undefined
  #lastId = readyId
  #hasEnded = false

  constructor(start: ThreadStart) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
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
        else if ('commit' in message) this.commits?.committed(message.commit)
        else if ('eventsLost' in message) this.commits?.lost()
        else this.#settle(message)
      }
    })
    this.#worker.on('error', error => this.#abandon(error instanceof Error ? error : new Error(String(error))))
    this.ended = new Promise(resolve => {
      this.#worker.on('exit', () => {
        this.#hasEnded = true
        this.#abandon(new Error('The thread has ended.'))
        resolve()
      })
    })
  }

  /** Number of unfinished calls. */
  get load(): number {
    return this.#waiting.size
  }

  /** Milliseconds since the start of the thread in which it was busy. */
  get activeMs(): number {
    return this.#worker.performance.eventLoopUtilization().active
  }

  /** Whether the thread runs a call other than starting or ending. */
  get isWorking(): boolean {
    return [...this.#waiting.values()].some(({ isWork }) => isWork)
  }

  /** Returns the services for reads in a slot of `ReadSlots`. A call resolves with undefined if it was taken back before it began. */
  inSlot(slot: number): Remote<Services, undefined> {
    return createRemote(call => this.perform(call, slot))
  }

  /** Sends a call to the thread, see `remote`. */
  perform(call: RemoteCall, slot?: number): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new Error('The thread has ended.'))
    this.#lastId += 1
    const result = this.#answerTo(this.#lastId, !isEnd(call))
    this.#outbox.add({ id: this.#lastId, call, slot })
    return result
  }

  /** Ends the thread after it has finished its calls and closed its files. */
  async close(): Promise<void> {
    await this.remote.thread.close().catch(() => undefined)
    await this.ended
  }

  /** Terminates the thread, but not before a running SQLite statement ends. */
  terminate(): void {
    void this.#worker.terminate()
  }

  #answerTo<T>(id: number, isWork: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => this.#waiting.set(id, { isWork, resolve, reject }))
  }

  #settle(message: ResultMessage): void {
    const call = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('error' in message) call?.reject(new Error(message.error))
    else call?.resolve(message.result as never)
  }

  #abandon(error: Error): void {
    const calls = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { isWork, reject } of calls) {
      reject(isWork ? new UnansweredError('The thread ended before it responded.', { cause: error }) : error)
    }
  }
}
