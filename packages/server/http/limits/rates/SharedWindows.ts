import { hash } from 'node:crypto'
import type { RateLimitRule } from '@coffer/schema'
import type { NodeCounters } from '../../../db/nodes.ts'
import { createLruCache } from '../../../runtime/cache/createLruCache.ts'
import { maxWindows, windowKey } from './LocalWindows.ts'

/** The part of a limit that a node takes at a time: it can use the requests without asking again. */
const takenPart = 1 / 20
/** Milliseconds for which requests are rejected while the database does not respond. */
const unreachableMs = 1_000

/** What a node has of the window of one client under one limit. */
interface Window {
  rule: RateLimitRule
  endsMs: number
  /** The requests that it has taken and not used. */
  left: number
  /** Whether the nodes have taken all requests. */
  isSpent: boolean
  taking: Promise<void> | undefined
}

type TakeRequests = (
  ...take: Parameters<NodeCounters['takeRequests']>
) => Promise<{ granted: number; leftMs: number } | undefined>

/**
 * The windows of all nodes of a database. A node takes a twentieth of a limit at a time, so most requests cause no statement. Together,
 * the nodes never allow more than the limit. Requests that one has taken and not used are not available to the others until the window ends.
 */
export class SharedWindows {
  readonly #takeRequests: TakeRequests
  readonly #windows = createLruCache<Window>(maxWindows)

  /** @param takeRequests see `NodeCounters` */
  constructor(takeRequests: TakeRequests) {
    this.#takeRequests = takeRequests
  }

  /** Counts a request. Returns the seconds until the next window; 0 if the request is allowed. */
  take(rule: RateLimitRule, address: string): number | Promise<number> {
    const now = performance.now()
    const key = windowKey(rule, address)
    const window = this.#windowOf(key, rule, now)
    if (window.left > 0) {
      window.left -= 1
      return 0
    }
    if (window.isSpent) return Math.ceil((window.endsMs - now) / 1000)
    window.taking ??= this.#takeMore(window, key)
    return window.taking.then(() => this.take(rule, address))
  }

  #windowOf(key: string, rule: RateLimitRule, now: number): Window {
    const open = this.#windows.get(key)
    const isSame = open?.rule.maxRequests === rule.maxRequests && open.rule.duration === rule.duration
    if (open && isSame && open.endsMs > now) return open
    const window = { rule, endsMs: now + rule.duration * 1000, left: 0, isSpent: false, taking: undefined }
    this.#windows.set(key, window)
    return window
  }

  async #takeMore(window: Window, key: string): Promise<void> {
    const { maxRequests, duration } = window.rule
    // The window ends here no later than in the database.
    const askedAt = performance.now()
    try {
      const taken = await this.#takeRequests({
        key: hash('sha256', key, 'base64url').slice(0, 22),
        durationMs: duration * 1000,
        count: Math.max(1, Math.floor(maxRequests * takenPart)),
        maxRequests,
      })
      window.left += taken?.granted ?? 0
      window.isSpent = window.left === 0
      window.endsMs = askedAt + (taken?.leftMs ?? unreachableMs)
    } catch {
      window.isSpent = true
      window.endsMs = askedAt + unreachableMs
    } finally {
      window.taking = undefined
    }
  }
}
