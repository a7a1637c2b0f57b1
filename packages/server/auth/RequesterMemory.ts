import { LRUCache } from 'lru-cache'
import type { Stamp, Versions } from '../cache/versions.ts'
import type { Requester } from '../rules/Requester.ts'
import { charactersIn } from '../runtime/charactersIn.ts'

/** Whoever has shown a valid token, and what that stands on. */
interface Known {
  requester: Exclude<Requester, { kind: 'guest' }>
  stamp: Stamp
  /** When the token ends, in milliseconds since 1970. */
  until: number
}

/** Characters of all tokens and records that a thread remembers. */
const capacity = 4_000_000
/** What an entry takes beside them, and each of its values. */
const overhead = 1000
const perValue = 8

const sizeOf = ({ requester }: Known, token: string): number => {
  const values = Object.values(requester.kind === 'admin' ? requester.admin : requester.record.values)
  return overhead + token.length + perValue * values.length + charactersIn(values)
}

/**
 * Who a token belongs to, for as long as nothing has changed of what that stands on: the accounts of its kind, the collections, and
 * the settings with their secrets. Looking an account up and checking a signature takes half of the time of a small answer.
 */
export class RequesterMemory {
  readonly #versions: Versions
  readonly #known = new LRUCache<string, Known>({ maxSize: capacity, sizeCalculation: sizeOf })

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** The requester whose valid token it is; undefined where that has to be found out. */
  find(token: string): Known['requester'] | undefined {
    const known = this.#known.get(token)
    if (!known) return undefined
    if (this.#versions.isCurrent(known.stamp) && Date.now() < known.until) return known.requester
    this.#known.delete(token)
    return undefined
  }

  /** Remembers whose token it is. The stamp has to be of before this was found out. */
  keep(token: string, known: Known): void {
    this.#known.set(token, known)
  }
}
