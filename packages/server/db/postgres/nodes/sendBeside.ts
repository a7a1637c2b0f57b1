import type { PostgresTransaction } from '../PostgresTransaction.ts'
import type { NodeQuery } from './NodeMailbox.ts'
import { sendEntry, wakeChannel } from './sendEntry.ts'
import { untilApplied } from './untilApplied.ts'

/** Maximum time for which a program waits for nodes that renew their leases, but apply nothing. */
const maxWaitMs = 10_000

/**
 * Sends the entry for the log of the nodes of a program that is none of them, or not yet, see `sendEntry`.
 * @param xid the id of the transaction
 * @param query runs a statement outside of transactions
 * @returns a function to be called after the commit. Resolves when every node has applied it or may no longer serve
 */
export function sendBeside(transaction: PostgresTransaction, xid: string | undefined, query: NodeQuery): () => Promise<void> {
  sendEntry(transaction, { changes: transaction.changes, events: [] }, { origin: 'command', isLocked: false })
  return async () => {
    if (xid === undefined) return
    const endsAt = performance.now() + maxWaitMs
    await query(`NOTIFY ${wakeChannel}`, []).catch(() => undefined)
    await untilApplied(query, xid, { origin: '', isOver: () => performance.now() > endsAt })
  }
}
