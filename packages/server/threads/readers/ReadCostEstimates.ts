import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RequestTask } from '../tasks/Task.ts'

/** What reads of a kind cost, as far as that is known. */
export type Pace = 'quick' | 'unknown' | 'middling' | 'slow'

/** Milliseconds of a processor from which on a read is a scan, which quick reads must not wait for, and from which on it is slow. */
const middlingFromMs = 1
const slowFromMs = 100
/** Milliseconds below which a kind of scans counts as quick again: values differ, and no kind is to change from read to read. */
const quickBelowMs = 0.5
/** Reads in a row that have to be scans: the first ones of a kind cost more, because V8 has not compiled their code yet, and any may. */
const scansInARow = 3
/** Milliseconds for which a kind of read that was a scan is expected to be one again. */
const remembered = 60_000
const maxKinds = 5_000
/** Anybody may ask for kinds of any length, of which thousands are remembered. */
const maxKindLength = 400

/** Characters of a value that tell kinds apart. On unclosed quotes, finding literals takes time quadratic in the length. */
const maxValueLength = 2048

const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+/g

/** What reads of the same kind have in common: the endpoint, the collection, and the query without the values in it. */
export const kindOf = ({ endpoint, request: { params, query }, step }: RequestTask): string => {
  let kind = `${endpoint}${step ?? ''} ${params.collection ?? ''}`
  for (const [name, value] of query)
    if (name !== 'page') kind += ` ${name}=${value.slice(0, maxValueLength).replace(literals, '?')}`
  return kind.length > maxKindLength ? hash('sha1', kind) : kind
}

/** What is known of a kind whose last read was a scan. */
interface Scan {
  pace: Pace
  /** How many scans there were in a row; the pace stays what it was until there were enough. */
  times: number
  until: number
}

/** Learns what reads of each kind cost, from those that were answered. */
export class ReadCostEstimates {
  readonly #scans = new LRUCache<string, Scan>({ max: maxKinds })
  readonly #quick = new LRUCache<string, true>({ max: maxKinds })

  /** What is to be expected of a kind of read. */
  of(kind: string): Pace {
    const scan = this.#scans.get(kind)
    if (scan === undefined) return this.#quick.get(kind) ? 'quick' : 'unknown'
    if (scan.until > performance.now()) return scan.pace
    this.#scans.delete(kind)
    return 'unknown'
  }

  /**
   * Learns from a read that was answered.
   * @param cost milliseconds of a processor that it took
   */
  learn(kind: string, cost: number): void {
    const before = this.#scans.get(kind)
    if (cost >= slowFromMs) this.learnSlow(kind)
    else if (cost >= middlingFromMs || (cost >= quickBelowMs && before)) {
      const times = (before?.times ?? 0) + 1
      this.#learnScan(kind, times >= scansInARow ? 'middling' : this.of(kind), times)
    } else {
      this.#scans.delete(kind)
      this.#quick.set(kind, true)
    }
  }

  /** Learns that a read of a kind is slow, whether or not it has been answered. */
  learnSlow(kind: string): void {
    this.#learnScan(kind, 'slow', scansInARow)
  }

  #learnScan(kind: string, pace: Scan['pace'], times: number): void {
    this.#quick.delete(kind)
    this.#scans.set(kind, { pace, times, until: performance.now() + remembered })
  }
}
