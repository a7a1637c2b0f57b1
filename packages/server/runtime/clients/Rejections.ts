import { createLruCache } from '../cache/createLruCache.ts'
import type { Client } from './Client.ts'

/** Maximum number of entries; the ones that happened last are retained. */
const maxEntries = 100

/** What happened to a client that used too much: how often, and when. */
export interface RejectedClient {
  /** The address, or the /64 network of an IPv6 address. */
  address: string
  /** The signed-in user; absent for guests. */
  user?: string
  /** What the client used too much of: the name of a resource, or `attempts`. */
  resource: string
  /** Whether new requests were rejected or what the client held was dropped. */
  outcome: 'rejected' | 'dropped'
  /** Whether the client exceeded its own limit, or all clients together exceeded theirs. */
  scope: 'perClient' | 'total'
  count: number
  /** Milliseconds since 1970. */
  firstAt: number
  lastAt: number
}

/** Remembers the clients that were rejected lately, for the page "Server". */
export class Rejections {
  readonly #entries = createLruCache<RejectedClient>(maxEntries)

  add({ address, user }: Client, what: Pick<RejectedClient, 'resource' | 'outcome' | 'scope'>): void {
    const key = [address, user, what.resource, what.outcome, what.scope].join(' ')
    const lastAt = Date.now()
    const { count, firstAt } = this.#entries.get(key) ?? { count: 0, firstAt: lastAt }
    this.#entries.set(key, { address, ...(user === undefined ? {} : { user }), ...what, count: count + 1, firstAt, lastAt })
  }

  /** Returns the entries, the latest first. */
  list(): RejectedClient[] {
    return [...this.#entries.values()]
  }
}
