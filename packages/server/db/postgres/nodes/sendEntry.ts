import type { NodeCommit } from '../../nodes.ts'
import { name, sql } from '../../sql.ts'
import type { PostgresTransaction } from '../PostgresTransaction.ts'
import { serializeCommit } from './nodeCommits.ts'

/** The channel on which programs announce that they have added to the log of the nodes. */
export const wakeChannel = 'coffer_nodes'

const keepError = (error: unknown): unknown => error

/**
 * Sends the entry of a commit for the log of the nodes. It arrives in one message with the COMMIT that has to follow at once.
 * @param options.origin the process that commits
 * @param options.isLocked whether the transaction holds the lock of a change of collections since its start
 */
export function sendEntry(
  transaction: Pick<PostgresTransaction, 'send'>,
  commit: NodeCommit,
  { origin, isLocked }: { origin: string; isLocked: boolean },
): void {
  if (commit.changes.collections) {
    const state = name('_cofferNodeState')
    if (!isLocked) void transaction.send(sql`LOCK TABLE ${state} IN EXCLUSIVE MODE`, keepError)
    void transaction.send(sql`UPDATE ${state} SET collections = collections + 1`, keepError)
  }
  const content = serializeCommit(commit)
  void transaction.send(
    sql`INSERT INTO ${name('_cofferNodeLog')} (origin, size, content) VALUES (${origin}, ${content.length}, ${content})`,
    keepError,
  )
}
