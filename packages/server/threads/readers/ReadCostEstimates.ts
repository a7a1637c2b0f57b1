import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { bodyBytes, mediumBodyBytes } from '../../messages/ApiRequest.ts'
import type { RequestTask } from '../requests/RequestTask.ts'

/** Cost estimate for reads of a kind. */
export type CostClass = 'quick' | 'unknown' | 'medium' | 'slow'

/** The bounds of the cost classes in milliseconds. */
export interface CostBounds {
  /** Cost from which a read counts as a scan, which must not delay quick reads. */
  mediumFromMs: number
  slowFromMs: number
  /** Cost below which a kind of scan counts as quick again. The gap to `mediumFromMs` prevents flapping, as values vary. */
  quickBelowMs: number
}

/** The bounds for the CPU time of a read in SQLite. */
const cpuTimeBounds: CostBounds = { mediumFromMs: 1, slowFromMs: 100, quickBelowMs: 0.5 }
/** Number of consecutive scans after which a kind is medium. The first reads cost more, because V8 has not compiled their code yet. */
const scansInARow = 3
/** Lifetime of the estimate that a kind of read is a scan. */
const scanEstimateTtlMs = 60_000
const maxKinds = 5_000
/** Longer kinds are hashed: clients control the length of the query, and thousands of kinds are cached. */
const maxKindLength = 400

/** The kind depends on this number of characters of a query value. Finding literals takes quadratic time if quotes are not closed. */
const maxValueLength = 2048

const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+/g

/** Number of records before a page from which it is far down: all of them are read first. */
const minDeepOffset = 1000
const [defaultPerPage, maxPerPage] = [30, 1000]

/** Whether a page of a list is far down. */
function isDeep({ query }: RequestTask['request']): boolean {
  const numberOf = (name: string) => Number(query.find(([key]) => key === name)?.[1])
  const page = numberOf('page')
  return page > 1 && (page - 1) * Math.min(numberOf('perPage') || defaultPerPage, maxPerPage) >= minDeepOffset
}

/**
 * Returns the key under which reads of similar cost are grouped: the endpoint, the collection, and the query without literals. Pages that
 * are far down have a kind of their own, so that clients that request them do not change the cost estimate of first pages.
 */
export function kindOf({ endpoint, request, part }: RequestTask): string {
  const { params, query } = request
  const size = part === 'parse' && bodyBytes(request) > mediumBodyBytes ? ' large' : isDeep(request) ? ' deep' : ''
  let kind = `${endpoint} ${part}${size} ${params.collection ?? ''}`
  for (const [name, value] of query)
    if (name !== 'page') kind += ` ${name}=${value.slice(0, maxValueLength).replace(literals, '?')}`
  return kind.length > maxKindLength ? hash('sha1', kind) : kind
}

/** The estimate for a kind whose last read was a scan. */
interface Scan {
  costClass: CostClass
  /** Consecutive scans. The cost class changes to medium after `scansInARow` of them. */
  times: number
  /** Average cost in milliseconds, in which the latest reads count most. */
  cost: number
  until: number
}

/** Share of the latest read in the average cost of its kind. */
const latestShare = 0.3

/** Estimates the cost of reads by kind, from the measured cost of earlier reads. */
export class ReadCostEstimates {
  readonly #bounds: CostBounds
  readonly #scans = new LRUCache<string, Scan>({ max: maxKinds })
  readonly #quick = new LRUCache<string, true>({ max: maxKinds })

  constructor(bounds = cpuTimeBounds) {
    this.#bounds = bounds
  }

  /** Returns the expected cost of reads of a kind. */
  of(kind: string): CostClass {
    const scan = this.#scans.get(kind)
    if (scan === undefined) return this.#quick.get(kind) ? 'quick' : 'unknown'
    if (scan.until > performance.now()) return scan.costClass
    this.#scans.delete(kind)
    return 'unknown'
  }

  /** Returns the expected cost of a read in milliseconds; 0 for kinds that are not known as scans. */
  costOf(kind: string): number {
    const scan = this.#scans.get(kind)
    return scan && (scan.costClass === 'medium' || scan.costClass === 'slow') ? scan.cost : 0
  }

  /**
   * Updates the estimate with the cost of a finished read.
   * @param cost cost in milliseconds
   */
  learn(kind: string, cost: number): void {
    const { mediumFromMs, slowFromMs, quickBelowMs } = this.#bounds
    const before = this.#scans.get(kind)
    if (cost >= slowFromMs) this.#learnScan(kind, 'slow', scansInARow, cost)
    else if (cost >= mediumFromMs || (cost >= quickBelowMs && before)) {
      const times = (before?.times ?? 0) + 1
      this.#learnScan(kind, times >= scansInARow ? 'medium' : this.of(kind), times, cost)
    } else {
      this.#scans.delete(kind)
      this.#quick.set(kind, true)
    }
  }

  /** Marks a kind of read as slow, also while the read still runs. */
  learnSlow(kind: string): void {
    this.#learnScan(kind, 'slow', scansInARow, this.#bounds.slowFromMs)
  }

  #learnScan(kind: string, costClass: Scan['costClass'], times: number, latest: number): void {
    this.#quick.delete(kind)
    const average = this.#scans.get(kind)?.cost ?? latest
    const cost = average + (latest - average) * latestShare
    this.#scans.set(kind, { costClass, times, cost, until: performance.now() + scanEstimateTtlMs })
  }
}
