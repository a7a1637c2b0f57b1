import { leaseMs } from '../../../runtime/cache/lease.ts'
import { comparedMs } from './assertNodeFits.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** Maximum duration of a statement whose result tells the time of the database. */
const maxClockDelayMs = 1_000
/** Time after which a node that has not read the log begins at the present. */
const maxSilenceMs = 30_000

const statement = `
  UPDATE "_cofferNodes" n SET lease = clock_timestamp() + interval '${leaseMs} ms', applied = $2
  FROM (SELECT lease FROM "_cofferNodes" WHERE name = $1) before WHERE n.name = $1
  RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "databaseMs",
    before.lease < clock_timestamp() AS "hasLapsed",
    before.lease < clock_timestamp() - interval '${comparedMs} ms' AS "isForgotten", before.lease < clock_timestamp() - interval '${maxSilenceMs} ms' AS "isLost"`

interface RenewedRow {
  /** Milliseconds since 1970 by the clock of the database. */
  databaseMs: number
  hasLapsed: boolean
  isForgotten: boolean
  isLost: boolean
}

interface Renewal {
  /** Whether the lease had lapsed before. */
  hasLapsed: boolean
  /** Whether it had lapsed for so long that nodes may have started without comparing themselves with this one. */
  isForgotten: boolean
  /** Whether it had lapsed for so long that the log may no longer have what the node has missed. */
  isLost: boolean
  /** Milliseconds until the database has answered. */
  tookMs: number
  /** Milliseconds by which the clock of the database is ahead; undefined if the answer took so long that it does not tell. */
  clockOffsetMs: number | undefined
}

/**
 * Renews the lease of a node, and compares the clocks.
 * @param applied the position up to which the node has applied the log
 * @returns undefined if the node is no longer listed
 */
export async function renewLease(query: NodeQuery, name: string, applied: string): Promise<Renewal | undefined> {
  const sentAt = Date.now()
  const startedAt = performance.now()
  const { rows } = await query<RenewedRow>(statement, [name, applied])
  const [row] = rows
  if (!row) return undefined
  const tookMs = Date.now() - sentAt
  // The database has read its clock at some time since. After a long wait, such as that of a suspended process, it is unknown when.
  const isKnown = tookMs >= 0 && tookMs < maxClockDelayMs
  return {
    hasLapsed: row.hasLapsed,
    isForgotten: row.isForgotten,
    isLost: row.isLost,
    tookMs: Math.max(tookMs, performance.now() - startedAt),
    clockOffsetMs: isKnown ? Math.round(row.databaseMs - sentAt - tookMs / 2) : undefined,
  }
}
