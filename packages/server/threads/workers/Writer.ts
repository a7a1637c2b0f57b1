import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import { createRemote } from '../../runtime/Remote.ts'
import type { WriterServices } from '../services.ts'
import type { WriterListener } from '../Threads.ts'
import type { ReadyMessage } from './messages.ts'
import { Thread } from './Thread.ts'

/** Delay before a writer that ended is replaced, which prevents a busy loop if it cannot start. */
const replaceDelayMs = 100

/** The thread that commits changes. If it ends, another one replaces it. */
export class Writer {
  /** The services of the current thread. */
  readonly remote = createRemote<WriterServices>(call => this.thread.perform(call))
  /** The current thread. */
  thread: Thread<WriterServices>
  listener: WriterListener | undefined
  readonly #config: Config
  readonly #versions: Versions
  /** The keys of the current subscriptions, to be sent to a replacement. */
  readonly #topics = new Set<string>()
  #isClosing = false

  constructor(config: Config, versions: Versions) {
    this.#config = config
    this.#versions = versions
    this.thread = this.#start()
  }

  /**
   * Waits for the first thread, and returns the routes.
   * @throws Error with a message for the command line if it cannot open its files
   */
  async open(): Promise<ReadyMessage> {
    const routes = await this.thread.ready
    void this.#replace(this.thread)
    return routes
  }

  /** Notifies the writer of topics that clients are subscribed to, see `SubscribedTopics`. */
  listen(added: readonly string[], removed: readonly string[]): void {
    for (const key of removed) this.#topics.delete(key)
    for (const key of added) this.#topics.add(key)
    this.#sendTopics(added, removed)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.thread.close()
  }

  #start(): Thread<WriterServices> {
    const thread = new Thread<WriterServices>({ role: 'writer', config: this.#config, versions: this.#versions.buffer })
    thread.onEntry = entry => this.listener?.entry(entry)
    thread.commits = {
      committed: commit => this.listener?.committed(commit),
      lost: () => this.listener?.lost(),
    }
    return thread
  }

  async #replace(lost: Thread<WriterServices>): Promise<void> {
    await lost.ended
    if (!this.#isClosing) this.#forgetCommits()
    await wait(replaceDelayMs)
    if (this.#isClosing) return
    this.thread = this.#start()
    this.#sendTopics([...this.#topics], [])
    void this.#replace(this.thread)
  }

  /** A thread can end between a commit and its announcement. */
  #forgetCommits(): void {
    this.#versions.advanceAll()
    this.listener?.committed({ seq: this.#versions.lastCommit(), events: [] })
    this.listener?.lost()
  }

  #sendTopics(added: readonly string[], removed: readonly string[]): void {
    void this.remote.realtime.listen(added, removed).catch(() => undefined)
  }
}
