import { setTimeout as wait } from 'node:timers/promises'
import { leaseMs } from '../../../runtime/cache/lease.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** Interval at which a change asks whether all nodes have applied it. */
const pollMs = 10

const findWaiting = `SELECT name, lease::text FROM "_cofferNodes" WHERE name <> $1 AND lease > clock_timestamp()
  AND NOT pg_visible_in_snapshot($2::xid8, applied::pg_snapshot)`

interface WaitingNode {
  name: string
  lease: string
}

interface WaitOptions {
  /** The node that has made the commit; '' if it was another program. */
  origin: string
  /** Returns whether to wait no longer. */
  isOver: () => boolean
}

/** Waits until every other node has applied a commit, or may no longer serve. Returns false if the wait was over before. */
export async function untilApplied(query: NodeQuery, xid: string, { origin, isOver }: WaitOptions): Promise<boolean> {
  const leases = new Map<string, { lease: string; seenAt: number }>()
  /** Whether a lease was not renewed for its time. After the clock of the database was set back, it can end much later. */
  const hasLapsed = ({ name, lease }: WaitingNode): boolean => {
    const known = leases.get(name)
    if (known?.lease === lease) return performance.now() - known.seenAt > leaseMs
    leases.set(name, { lease, seenAt: performance.now() })
    return false
  }
  while (!isOver()) {
    const waiting = await query<WaitingNode>(findWaiting, [origin, xid]).catch(() => undefined)
    // All are looked at, so that the time of each begins.
    if (waiting?.rows.filter(row => !hasLapsed(row)).length === 0) return true
    await wait(pollMs)
  }
  return false
}
