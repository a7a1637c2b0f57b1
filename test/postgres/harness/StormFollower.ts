import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createResuming, type ResumingListener } from '../../harness/openResuming.ts'
import { type RecordState, storms } from './StormClient.ts'

const retryMs = 60
const intervalMs = 20

/**
 * A client that shows the records of the storm as an app does: it follows their events, connects again when its stream ends, and loads
 * all records only when the server tells it that it may have missed changes.
 */
export class StormFollower {
  /** What the client shows. A deleted record is undefined. */
  shown = new Map<string, RecordState>()
  /** How often a stream has ended, or the server has told the client to load the records. */
  interruptions = 0
  readonly #listener: ResumingListener
  readonly #load: () => Promise<Map<string, RecordState>>
  #running: Promise<unknown> = Promise.resolve()
  #isStopped = false

  /** @param load reads all records, and throws if the server cannot answer */
  constructor(port: number, load: () => Promise<Map<string, RecordState>>) {
    this.#listener = createResuming(port, { subscriptions: [`${storms}/*`] })
    this.#load = load
  }

  /** Connects. From then on, the client follows all changes until `stop`. */
  async start(): Promise<void> {
    expect(await this.#listener.connect()).toBe(204)
    this.#running = Promise.all([this.#stayConnected(), this.#showEvents()])
  }

  async #stayConnected(): Promise<void> {
    for (;;) {
      await this.#listener.ended()
      if (this.#isStopped) return
      this.interruptions += 1
      await wait(retryMs)
      const status = await this.#listener.connect().catch(() => undefined)
      if (status !== 204) this.#listener.cut()
    }
  }

  /** Shows events in their order. Events that arrive during a load are shown after it. */
  async #showEvents(): Promise<void> {
    while (!this.#isStopped) {
      const next = this.#listener.received.shift()
      if (!next) await wait(intervalMs)
      else if (next.event === '@resync') await this.#reload()
      else {
        const { action, record } = next.json
        this.shown.set(String(record?.id), action === 'delete' ? undefined : Number(record?.count))
      }
    }
  }

  async #reload(): Promise<void> {
    this.interruptions += 1
    while (!this.#isStopped) {
      const loaded = await this.#load().catch(() => undefined)
      if (loaded) {
        this.shown = loaded
        return
      }
      await wait(retryMs)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#listener.cut()
    await this.#running
  }
}
