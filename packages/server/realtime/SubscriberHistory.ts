import type { StoredValues } from '../db/engine.ts'
import type { Listener } from './Audience.ts'
import { subscriberKey } from './SubscribedTopics.ts'

/** A version of an auth record that a commit replaced. */
interface Replaced {
  seq: number
  before: StoredValues
}

/**
 * The earlier versions of the auth records of subscribers, as long as a change from that time is being evaluated: a right that was
 * given after a change must not show it.
 */
export class SubscriberHistory {
  readonly #replaced = new Map<string, Replaced[]>()
  /** Number of evaluations by the commit of their change. */
  readonly #evaluated = new Map<number, number>()

  /** Marks the start of an evaluation of a change of this commit. */
  begin(seq: number): void {
    this.#evaluated.set(seq, (this.#evaluated.get(seq) ?? 0) + 1)
  }

  end(seq: number): void {
    const count = (this.#evaluated.get(seq) ?? 0) - 1
    if (count > 0) this.#evaluated.set(seq, count)
    else this.#evaluated.delete(seq)
    if (this.#replaced.size > 0) this.#prune()
  }

  add(collectionId: string, recordId: string, replaced: Replaced): void {
    if (this.#evaluated.size === 0) return
    const key = subscriberKey(collectionId, recordId)
    this.#replaced.set(key, [...(this.#replaced.get(key) ?? []), replaced])
  }

  /** Returns the listener with the auth record as it was after a commit; undefined if the record has not changed since. */
  asOf(listener: Listener, seq: number): Listener | undefined {
    if (listener.kind !== 'authRecord') return undefined
    const later = this.#replaced.get(subscriberKey(listener.collectionId, listener.id))?.find(({ seq: other }) => other > seq)
    return later && { ...listener, past: later.before }
  }

  #prune(): void {
    const oldest = Math.min(...this.#evaluated.keys())
    for (const [key, replaced] of this.#replaced) {
      const needed = replaced.filter(({ seq }) => seq > oldest)
      if (needed.length > 0) this.#replaced.set(key, needed)
      else this.#replaced.delete(key)
    }
  }
}
