import { hash } from 'node:crypto'
import type { CountedAttempts, StoredBucket } from '../../auth/CountedAttempts.ts'
import { createLruCache } from '../../runtime/cache/createLruCache.ts'

/** Maximum number of buckets. Beyond it, the least recently used ones are discarded. */
const maxBuckets = 50_000
/** Length of a hash in base64: enough that no two names share a bucket. */
const hashLength = 22

/** The size of a token bucket and the milliseconds after which it regains one token. */
export interface Allowance {
  size: number
  intervalMs: number
}

/**
 * Token buckets by name, for example one for each address. A bucket is stored as the time at which it is full again, in milliseconds
 * since 1970. Names are stored as hashes, because they contain addresses and texts of clients.
 */
export class Buckets {
  readonly #kind: string
  readonly #allowance: Allowance
  readonly #now: () => number
  readonly #fullAt = createLruCache<number>(maxBuckets)

  /**
   * @param kind a word that distinguishes these buckets from others in the database
   * @param now returns the current time in milliseconds since 1970
   */
  constructor(kind: string, allowance: Allowance, now: () => number) {
    this.#kind = kind
    this.#allowance = allowance
    this.#now = now
  }

  /** Returns the milliseconds until the bucket has a token; 0 if it has one now. */
  waitFor(name: string): number {
    const { size, intervalMs } = this.#allowance
    return Math.max(0, this.#missingMs(this.#key(name)) - (size - 1) * intervalMs)
  }

  /** Takes a token. Returns what has to be added to the stored bucket if the token is not given back. */
  take(name: string): CountedAttempts {
    const { size, intervalMs } = this.#allowance
    const key = this.#key(name)
    this.#change(key, 1)
    return { name: key, at: this.#now(), addMs: intervalMs, maxMs: size * intervalMs }
  }

  giveBack(name: string): void {
    this.#change(this.#key(name), -1)
  }

  /** Adds the tokens that other servers, or an earlier one, have taken. Ignores the buckets of another kind. */
  restore({ name, fullAt }: StoredBucket): void {
    if (!name.startsWith(`${this.#kind} `)) return
    const { size, intervalMs } = this.#allowance
    // The clock may have been set back since the bucket was stored.
    const latest = this.#now() + size * intervalMs
    this.#fullAt.set(name, Math.max(this.#fullAt.get(name) ?? 0, Math.min(fullAt, latest)))
  }

  #key(name: string): string {
    return `${this.#kind} ${hash('sha256', name, 'base64url').slice(0, hashLength)}`
  }

  /** Returns the milliseconds until the bucket is full. */
  #missingMs(key: string): number {
    return Math.max(0, (this.#fullAt.get(key) ?? 0) - this.#now())
  }

  #change(key: string, tokens: number): void {
    this.#fullAt.set(key, this.#now() + Math.max(0, this.#missingMs(key) + tokens * this.#allowance.intervalMs))
  }
}
