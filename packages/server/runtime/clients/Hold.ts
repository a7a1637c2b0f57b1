import type { Rejection } from '../../errors/Rejection.ts'
import { type Client, namesOf } from './Client.ts'

/** Whose limit has no room left: that of one client, or the one of all clients together. */
export type Scope = 'perClient' | 'total'

/** Whose limits an amount counts for: by default for both, or only for the client, or only for all clients together. */
export type CountsFor = 'both' | 'client' | 'all'

/** What a hold asks of the usage that counts it. */
interface Counter {
  /** @throws Rejection `limited` or `busy` when there is no room */
  resize: (hold: Hold, amount: number) => void
  /** @throws Rejection `limited` or `busy` when the user has no room */
  identify: (hold: Hold, user: string) => void
  /** Records that a hold of a client is dropped. Returns the error for its holder. */
  dropped: (client: Client, scope: Scope) => Rejection
}

/** What a client holds of a resource, such as the memory of one request body or one open stream. */
export class Hold {
  readonly #counter: Counter
  /** The time at which the hold was opened, in milliseconds of a monotonic clock. */
  readonly since: number
  client: Client
  /** The names under which the amount is counted. */
  names: readonly string[]
  amount = 0
  readonly countsFor: CountsFor
  #progress: number | undefined
  #onDropped: ((error: Rejection) => void) | undefined

  constructor(client: Client, since: number, counter: Counter, countsFor: CountsFor = 'both') {
    this.client = client
    this.countsFor = countsFor
    this.names = countsFor === 'all' ? [] : namesOf(client)
    this.since = since
    this.#counter = counter
  }

  /**
   * Sets the function that is called when the hold is dropped to make room for others. Without one it cannot be dropped. The amount
   * is released before the call.
   */
  onDropped(drop: ((error: Rejection) => void) | undefined): void {
    this.#onDropped = drop
  }

  get isDroppable(): boolean {
    return this.#onDropped !== undefined
  }

  /** The bytes that have been transferred so far, from which the transfer rate follows. By default the amount. */
  get progress(): number {
    return this.#progress ?? this.amount
  }

  set progress(bytes: number) {
    this.#progress = bytes
  }

  /**
   * Changes the amount. Other holds may be dropped to make room.
   * @throws Rejection `limited` or `busy` when there is no room; the amount stays as it was
   */
  resize(amount: number): void {
    this.#counter.resize(this, amount)
  }

  /** Reduces the amount, unless it is less already. */
  shrink(amount: number): void {
    if (amount < this.amount) this.resize(amount)
  }

  /**
   * Counts the amount for a user as well, once the client is authenticated.
   * @throws Rejection `limited` when the user has no room; the amount counts for the client as before
   */
  identify(user: string): void {
    this.#counter.identify(this, user)
  }

  /** Prevents the hold from being dropped, for example because a body is complete. */
  keep(): void {
    // The function can refer to a request, which would become old together with this object.
    this.#onDropped = undefined
  }

  /** Releases the whole amount. Can be called again. */
  release(): void {
    this.keep()
    this.resize(0)
  }

  /**
   * Releases the amount and notifies the holder, to make room for others or because its client makes no progress.
   * @param scope whose limit needs the room; by default the client itself is the cause
   */
  drop(scope: Scope = 'perClient'): void {
    const notify = this.#onDropped
    this.release()
    notify?.(this.#counter.dropped(this.client, scope))
  }
}
