import { eventText, type RealtimeClient } from './RealtimeClient.ts'

/** Admins who subscribe to this topic are notified when records may have been created or deleted. */
const recordCountsTopic = '@recordCounts'

/** The event has no content: a client reads the counts it shows from the API. */
const text = eventText(recordCountsTopic, '{}')

/** Milliseconds between two events, so that many changes cause one request per second and client. */
const intervalMs = 1_000

type Subscriber = Pick<RealtimeClient, 'listener' | 'subscriptions' | 'send'>

/** Compares a version number at intervals instead of receiving each change, so that subscribers cost a change nothing. */
export class RecordCountsTopic {
  readonly #version: () => number
  readonly #subscribers = new Set<Subscriber>()
  #timer: NodeJS.Timeout | undefined
  #lastVersion = 0

  /** @param version returns a number that changes with every change of records */
  constructor(version: () => number) {
    this.#version = version
  }

  /** Adds or removes a client according to its subscriptions. A new subscriber gets an event at once: it may have missed changes. */
  update(client: Subscriber): void {
    const isSubscriber = client.listener.kind === 'admin' && client.subscriptions.has(recordCountsTopic)
    if (!isSubscriber) this.#remove(client)
    else if (!this.#subscribers.has(client)) this.#add(client)
  }

  #add(client: Subscriber): void {
    this.#subscribers.add(client)
    client.send(text)
    if (this.#timer) return
    this.#lastVersion = this.#version()
    this.#timer = setInterval(() => this.#notify(), intervalMs).unref()
  }

  #remove(client: Subscriber): void {
    this.#subscribers.delete(client)
    if (this.#subscribers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #notify(): void {
    const version = this.#version()
    if (version === this.#lastVersion) return
    this.#lastVersion = version
    for (const client of this.#subscribers) client.send(text)
  }
}
