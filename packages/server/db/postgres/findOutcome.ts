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
}

type Status = Outcome | 'in progress'

/** Milliseconds for which a server that restarts or fails over is asked again. */
const maxWaitMs = 10_000
const intervalMs = 100

/**
 * A crash loses transaction ids that were assigned shortly before, and PostgreSQL assigns them again. Every recovery ends with a
 * checkpoint, so after a checkpoint `committed` can mean another transaction. A lost id that is not assigned yet is in the future.
 */
const statusQuery = `
  SELECT CASE
    WHEN $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) THEN 'aborted'
    WHEN pg_xact_status($1::xid8) = 'committed' AND checkpoint_time >= date_trunc('second', $2::timestamptz) THEN 'unknown'
    ELSE coalesce(pg_xact_status($1::xid8), 'unknown') END AS status
  FROM pg_control_checkpoint()`

const statusOf = async (client: ClientBase, { id, begunAt }: TransactionIdentity): Promise<Status> => {
  const { rows } = await client.query<{ status: Status }>(statusQuery, [id, begunAt])
  return rows[0]?.status ?? 'unknown'
}

/**
 * Asks PostgreSQL whether a transaction was committed.
 * @param use calls its argument with a connection, and throws when there is none
 */
export const findOutcome = async (
  use: (ask: (client: ClientBase) => Promise<Status>) => Promise<Status>,
  transaction: TransactionIdentity,
): Promise<Outcome> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxWaitMs) {
    const status = await use(client => statusOf(client, transaction)).catch(() => 'in progress' as const)
    if (status !== 'in progress') return status
    await wait(intervalMs)
  }
  return 'unknown'
}
