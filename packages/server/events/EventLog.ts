import type { Commit, DataEvent } from '../db/commits.ts'

/**
 * Acts on committed events in the main thread. An immediate consumer only has to know of them while the server runs, such as the
 * event streams of clients. A durable one must not miss any: its work is also stored by the transaction that emits the event.
 */
export interface EventConsumer {
  /** Handles one event. Called for all events in the order of their commits, with the number of the commit. Must not wait. */
  consume: (event: DataEvent, seq: number) => void
  /**
   * Called if events may have been missed. A durable consumer looks for stored work; one with derived data drops it. Also called at
   * the start of a durable consumer, for the work that an earlier process has left.
   */
  recover?: () => void
}

/** Hands committed events to the consumers in the main thread, in the order of the commits. */
export class EventLog {
  readonly #consumers: readonly EventConsumer[]
  readonly #warn: (message: string, error: unknown) => void
  #lastSeq = 0
  /** The promises of callers that wait for a commit, by its number. */
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>()

  constructor(consumers: readonly EventConsumer[], warn: (message: string, error: unknown) => void) {
    this.#consumers = consumers
    this.#warn = warn
  }

  committed({ seq, events }: Commit): void {
    for (const event of events) this.#hand(event, seq)
    this.#lastSeq = seq
    for (const [awaited, { resolve }] of this.#waiting) {
      if (awaited > seq) continue
      this.#waiting.delete(awaited)
      resolve()
    }
  }

  /** Resolves once the events of this commit, and of all before it, have been handed to the consumers. */
  reached(seq: number): Promise<void> {
    if (seq <= this.#lastSeq) return Promise.resolve()
    const known = this.#waiting.get(seq)
    if (known) return known.promise
    const waiting = Promise.withResolvers<void>()
    this.#waiting.set(seq, waiting)
    return waiting.promise
  }

  /** Lets the consumers recover, because a thread ended between a commit and its events, or the outcome of a commit is unknown. */
  lost(): void {
    for (const consumer of this.#consumers) this.#run('Lost events', () => consumer.recover?.())
  }

  #hand(event: DataEvent, seq: number): void {
    for (const consumer of this.#consumers) this.#run(`An event of a change (${event.type})`, () => consumer.consume(event, seq))
  }

  /** A consumer that fails must not keep the event from the others. */
  #run(subject: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#warn(`${subject} could not be handled.`, error)
    }
  }
}
