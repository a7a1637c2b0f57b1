import { setTimeout as wait } from 'node:timers/promises'
import { leaseMs } from '../../../runtime/cache/lease.ts'
import type { NodeQuery } from './NodeMailbox.ts'
import { includesCommit } from './nodeCommits.ts'

/** Pause between two reads of what the nodes have applied. */
const pollMs = 10

const findOthers = `SELECT name, lease::text, applied FROM "_cofferNodes" WHERE name <> $1 AND lease > clock_timestamp()`

interface OtherNode {
  name: string
  lease: string
  applied: string
}

interface WaitOptions {
  /** The node that makes the commits; '' if it is another program. */
  origin: string
  /** Returns whether to stop waiting. */
  isOver: () => boolean
}

interface WaitingCommit {
  xid: string
  end: (isApplied: boolean) => void
}

/** The leases of nodes as they were read, and when each was read first. */
type KnownLeases = Map<string, { lease: string; seenAt: number }>

/** Whether a lease was not renewed for its time. After the clock of the database was set back, it can end much later. */
function hasLapsed({ name, lease }: OtherNode, leases: KnownLeases): boolean {
  const known = leases.get(name)
  if (known?.lease === lease) return performance.now() - known.seenAt > leaseMs
  leases.set(name, { lease, seenAt: performance.now() })
  return false
}

/** The commits that wait for the other nodes. They share the reads of what these have applied. */
export class CommitWaits {
  readonly #query: NodeQuery
  readonly #options: WaitOptions
  /** After a failover, ids of transactions are assigned again, so two of them can have the same one. */
  readonly #waiting = new Set<WaitingCommit>()
  #isPolling = false

  constructor(query: NodeQuery, options: WaitOptions) {
    this.#query = query
    this.#options = options
  }

  /** Resolves with true once every other node has applied a commit or may no longer serve, or with false if the wait is stopped earlier. */
  untilApplied(xid: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.add({ xid, end: resolve })
    if (!this.#isPolling) void this.#poll()
    return promise
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    const leases: KnownLeases = new Map()
    try {
      while (this.#waiting.size > 0 && !this.#options.isOver()) {
        // A commit that is added during the read may be missing from its result.
        const known = [...this.#waiting]
        const applied = await this.#findApplied(known, leases).catch(() => [])
        for (const commit of applied) this.#end(commit, true)
        if (applied.length < known.length) await wait(pollMs)
      }
    } finally {
      this.#isPolling = false
      for (const commit of this.#waiting) this.#end(commit, false)
    }
  }

  /** Returns the commits that every other node has applied, unless it may no longer serve. */
  async #findApplied(commits: WaitingCommit[], leases: KnownLeases): Promise<WaitingCommit[]> {
    const { rows } = await this.#query<OtherNode>(findOthers, [this.#options.origin])
    const serving = rows.filter(row => !hasLapsed(row, leases))
    return commits.filter(({ xid }) => serving.every(({ applied }) => includesCommit(applied, xid)))
  }

  #end(commit: WaitingCommit, isApplied: boolean): void {
    commit.end(isApplied)
    this.#waiting.delete(commit)
  }
}
