import { LRUCache } from 'lru-cache'
import type { RequestTask } from '../tasks/Task.ts'

/** How long reads of a kind take, as far as that is known. */
export type Pace = 'quick' | 'unknown' | 'slow'

/** Milliseconds for which a kind of read that was slow is expected to be slow again. */
const remembered = 60_000
const mostQuick = 5_000

const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+/g

/** What reads of the same kind have in common: the endpoint, the collection, and the query without the values in it. */
export const kindOf = ({ endpoint, request: { params, query } }: RequestTask): string => {
  let kind = `${endpoint} ${params.collection ?? ''}`
  for (const [name, value] of query) if (name !== 'page') kind += ` ${name}=${value.replace(literals, '?')}`
  return kind
}

/** Learns which kinds of reads take long and which do not, from those that were answered. */
export class ReadPaces {
  readonly #slowUntil = new Map<string, number>()
  readonly #quick = new LRUCache<string, true>({ max: mostQuick })

  /** What is to be expected of a kind of read. */
  of(kind: string): Pace {
    const until = this.#slowUntil.get(kind)
    if (until === undefined) return this.#quick.get(kind) ? 'quick' : 'unknown'
    if (until > performance.now()) return 'slow'
    this.#slowUntil.delete(kind)
    return 'unknown'
  }

  learnSlow(kind: string): void {
    this.#quick.delete(kind)
    this.#slowUntil.set(kind, performance.now() + remembered)
  }

  learnQuick(kind: string): void {
    this.#slowUntil.delete(kind)
    this.#quick.set(kind, true)
  }
}
