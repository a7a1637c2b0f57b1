import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

/** The outcome of a transaction whose connection was lost while it committed. */
export type Outcome = 'committed' | 'aborted' | 'unknown'

/** Milliseconds for which a server that restarts or fails over is asked again. */
const maxWaitMs = 10_000
const intervalMs = 100

const outcomeOf = async (client: ClientBase, transactionId: string): Promise<Outcome | 'in progress'> => {
  const { rows } = await client.query<{ status: Outcome | 'in progress' | null }>('SELECT pg_xact_status($1::xid8) AS status', [
    transactionId,
  ])
  return rows[0]?.status ?? 'unknown'
}

/**
 * Asks PostgreSQL whether a transaction was committed.
 * @param use calls its argument with a connection, and throws when there is none
 */
export const findOutcome = async (
  use: (ask: (client: ClientBase) => Promise<Outcome | 'in progress'>) => Promise<Outcome | 'in progress'>,
  transactionId: string,
): Promise<Outcome> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxWaitMs) {
    const outcome = await use(client => outcomeOf(client, transactionId)).catch(() => 'in progress' as const)
    if (outcome !== 'in progress') return outcome
    await wait(intervalMs)
  }
  return 'unknown'
}
