import { setTimeout as wait } from 'node:timers/promises'
import { printError } from '../../../runtime/terminal.ts'
import type { PostgresTransaction } from '../PostgresTransaction.ts'
import { CommitWaits } from './CommitWaits.ts'
import type { NodeQuery } from './NodeMailbox.ts'
import { concernsNodes } from './nodeCommits.ts'
import { sendEntry, wakeChannel } from './sendEntry.ts'

/** Maximum time for which a program waits for nodes that renew their leases, but apply nothing. */
const maxWaitMs = 10_000

/**
 * Adds the changes of a program that has not joined the nodes to their log, see `sendEntry`.
 * @param xid the id of the transaction
 * @param query runs a statement outside of transactions
 * @returns a function to be called after the commit; undefined if the commit need not wait for the nodes. It resolves with true when every node
 * has applied the commit or may no longer serve, and with false, after a warning, if that takes too long
 */
export function sendBeside(
  transaction: Pick<PostgresTransaction, 'changes' | 'events' | 'send'>,
  xid: string | undefined,
  query: NodeQuery,
): (() => Promise<boolean>) | undefined {
  const { changes, events } = transaction
  if (!concernsNodes({ changes, events: [...events] })) return undefined
  sendEntry(transaction, { changes, events: [] }, { origin: 'command', isLocked: false })
  // Other changes of records need no wait, because nodes read the log before each request. Events can end the rights of tokens.
  if (xid === undefined || !(changes.collections || changes.settings || events.length > 0)) return undefined
  return async () => {
    const endsAt = performance.now() + maxWaitMs
    const waits = new CommitWaits(query, { origin: '', isOver: () => performance.now() > endsAt })
    const applied = query(`NOTIFY ${wakeChannel}`, [])
      .catch(() => undefined)
      .then(() => waits.untilApplied(xid))
    // The statements of a command have no time limit, so they can wait long for a database that has vanished.
    if (await Promise.race([applied, wait(maxWaitMs, false, { ref: false })])) return true
    printError`Warning: Not all nodes have applied the change after ${maxWaitMs / 1000} seconds. A node may still answer by the former state.`
    return false
  }
}
