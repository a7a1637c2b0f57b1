import { availableParallelism } from 'node:os'
import { Semaphore } from '../../runtime/Semaphore.ts'
import type { Thread } from '../workers/Thread.ts'
import type { Readers } from './Readers.ts'
import { ReadRejectedError } from './ReadRejectedError.ts'

const maxThreads = Math.max(2, availableParallelism())
/** Reads that a thread runs at the same time while PostgreSQL works on their statements. */
const readsPerThread = 8
/** Time after which a read that found no free thread is rejected. */
const maxWaitMs = 10_000

/** Reader threads over PostgreSQL. Each runs several reads at the same time, because the database does the work in other processes. */
export class ConcurrentReaders implements Readers {
  readonly #start: () => Thread
  readonly #threads = new Set<Thread>()
  /** The threads that have started. */
  readonly #ready = new Set<Thread>()
  readonly #slots = new Semaphore({ maxConcurrent: maxThreads * readsPerThread, timeoutMs: maxWaitMs })
  #isClosing = false

  constructor(start: () => Thread) {
    this.#start = start
    this.#addThread()
  }

  perform: Readers['perform'] = task => this.#slots.run(() => this.performConcurrently(task))

  performConcurrently: Readers['performConcurrently'] = async task => this.#leastBusy().perform(task)

  describe: Readers['describe'] = async (change, audiences) => {
    const messages = await this.#leastBusy().perform({ kind: 'describe', change, audiences })
    return messages.map(message => message ?? undefined)
  }

  isStuck = (): boolean => false

  load: Readers['load'] = () => {
    const threads = [...this.#threads]
    const tasks = threads.reduce((sum, { load }) => sum + load, 0)
    return { threads, waiting: Math.max(tasks - threads.length * readsPerThread, 0) }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all([...this.#threads].map(thread => thread.close()))
  }

  /** Returns the thread with the fewest tasks. Starts another one while all are busy, which serves later tasks. */
  #leastBusy(): Thread {
    const [thread] = [...this.#ready].sort((one, other) => one.load - other.load)
    if (this.#threads.size < (thread?.load === 0 ? 1 : maxThreads)) this.#addThread()
    const [starting] = this.#threads
    const chosen = thread ?? starting
    if (!chosen) throw new ReadRejectedError('overloaded')
    return chosen
  }

  #addThread(): void {
    if (this.#isClosing) return
    const thread = this.#start()
    this.#threads.add(thread)
    thread.ready.then(
      () => this.#ready.add(thread),
      () => undefined,
    )
    void thread.ended.then(() => {
      this.#threads.delete(thread)
      this.#ready.delete(thread)
    })
  }
}
