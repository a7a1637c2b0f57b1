import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** The outcome of a transaction whose connection was lost while it committed. */
export type Outcome = 'committed' | 'aborted' | 'unknown'

/** A transaction as PostgreSQL knows it. */
export interface TransactionIdentity {
  /** The 64-bit transaction id. */
  id: string
  /** When it began, by the clock of PostgreSQL. */
  begunAt: string
  /** The timeline in which it began. A promoted standby begins another one. */
  timeline: string
}

/** SQL of the timeline of the server, which is the first part of the names of its write-ahead log files. */
export const currentTimeline = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

type Status = Outcome | 'in progress'

/** Milliseconds for which a server that restarts or fails over is asked again. */
const maxWaitMs = 10_000
const intervalMs = 100

/**
 * A crash loses transaction ids that were assigned shortly before, and PostgreSQL assigns them again. Every recovery ends with a
 * checkpoint, so after a checkpoint `committed` can mean another transaction. A promoted standby also assigns ids of transactions
 * that had not reached it again, and makes its checkpoint later. A lost id that is not assigned yet is in the future: not before the
 * id that this statement assigns to itself. The upper end of a snapshot would not do, because transactions that still run are beyond it.
 */
const statusQuery = `
  SELECT CASE
    WHEN $1::xid8 >= pg_current_xact_id() THEN 'aborted'
    WHEN pg_xact_status($1::xid8) = 'committed'
      AND (checkpoint_time >= date_trunc('second', $2::timestamptz) OR ${currentTimeline} <> $3) THEN 'unknown'
    ELSE coalesce(pg_xact_status($1::xid8), 'unknown') END AS status
  FROM pg_control_checkpoint()`

async function statusOf(client: ClientBase, { id, begunAt, timeline }: TransactionIdentity): Promise<Status> {
  const { rows } = await client.query<{ status: Status }>(statusQuery, [id, begunAt, timeline])
  return rows[0]?.status ?? 'unknown'
}

/**
 * Asks PostgreSQL whether a transaction was committed.
 * @param use calls its argument with a connection, and throws when there is none
 */
export async function findOutcome(
  use: (ask: (client: ClientBase) => Promise<Status>) => Promise<Status>,
  transaction: TransactionIdentity,
): Promise<Outcome> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxWaitMs) {
    const status = await use(client => statusOf(client, transaction)).catch(() => 'in progress' as const)
    if (status !== 'in progress') return status
    await wait(intervalMs)
  }
  return 'unknown'
}
