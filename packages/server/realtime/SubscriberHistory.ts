import type { StoredValues } from '../db/engine.ts'
import { charactersIn } from '../runtime/charactersIn.ts'
import { nameOfUser } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Hold } from '../runtime/clients/Hold.ts'
import type { Listener } from './Audience.ts'
import { subscriberKey } from './SubscribedTopics.ts'

/** A version of an auth record that a commit replaced. */
interface Replaced {
  seq: number
  before: StoredValues
}

/** A stored version, or a gap: the versions up to a commit were not stored, because there was no memory for them. */
type Stored = (Replaced & { hold: Hold }) | { seq: number; before?: undefined }

/** Sets the amount of a hold. Returns false if there is no room for it. */
function tryResize(hold: Hold, amount: number): boolean {
  try {
    hold.resize(amount)
    return true
  } catch {
    return false
  }
}

/**
 * The earlier versions of the auth records of subscribers, as long as a change from that time is being evaluated: a right that was
 * given after a change must not show it. They count for their users, who can change their records as often as they like.
 */
export class SubscriberHistory {
  readonly #clients: ClientLedger
  readonly #replaced = new Map<string, Stored[]>()
  /** Number of evaluations by the commit of their change. */
  readonly #evaluated = new Map<number, number>()

  constructor(clients: ClientLedger) {
    this.#clients = clients
  }

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

  /** Adds a version. Returns false if the user has no memory left for it: evaluations that need it then show nothing. */
  add(collectionId: string, recordId: string, { seq, before }: Replaced): boolean {
    if (this.#evaluated.size === 0) return true
    // Counted for the user at all addresses together, because nobody knows from which one the record was changed.
    const hold = this.#clients.open('changeBytes', { address: nameOfUser(`${collectionId}/${recordId}`) })
    const hasRoom = tryResize(hold, charactersIn(Object.values(before)))
    // Making room can end evaluations, and with them the versions that only they needed.
    if (this.#evaluated.size === 0) {
      hold.release()
      return true
    }
    const key = subscriberKey(collectionId, recordId)
    const replaced = this.#replaced.get(key) ?? []
    this.#replaced.set(key, replaced)
    const last = replaced.at(-1)
    if (hasRoom) replaced.push({ seq, before, hold })
    else if (last && !last.before) last.seq = seq
    else replaced.push({ seq })
    return hasRoom
  }

  /**
   * Returns the listener with the auth record as it was after a commit; undefined if the record has not changed since, and `unknown`
   * if there was no memory for that version.
   */
  asOf(listener: Listener, seq: number): Listener | 'unknown' | undefined {
    if (listener.kind !== 'authRecord') return undefined
    const later = this.#replaced.get(subscriberKey(listener.collectionId, listener.id))?.find(({ seq: other }) => other > seq)
    if (!later) return undefined
    return later.before ? { ...listener, past: later.before } : 'unknown'
  }

  #prune(): void {
    const oldest = Math.min(...this.#evaluated.keys())
    for (const [key, replaced] of this.#replaced) {
      const needed = replaced.filter(({ seq }) => seq > oldest)
      for (const one of replaced) if (one.before && one.seq <= oldest) one.hold.release()
      if (needed.length > 0) this.#replaced.set(key, needed)
      else this.#replaced.delete(key)
    }
  }
}
