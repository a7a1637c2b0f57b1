import type { Engine, Transaction } from '../../db/engine.ts'
import type { ChangeOf } from './RecordChange.ts'

/** The hooks that are called inside of the transaction of a change. */
export interface InsideHooks {
  /** Calls the hooks for the requested changes, but not for changes that follow from these. Throws if a hook rejects its change. */
  call: (transaction: Transaction, made: readonly ChangeOf[]) => Promise<void>
  /** Discards the files that hooks have stored, because their transaction was rolled back. */
  discardFiles: (error: unknown) => Promise<void>
}

/**
 * Runs a transaction that calls hooks after making its changes and adding their events, so that the events of changes by hooks come later.
 * If the transaction is repeated, the hooks are called again.
 * @param change makes the changes, and adds the requested ones to the list
 */
export async function runWithInsideHooks<T>(
  db: Engine,
  inside: InsideHooks,
  change: (transaction: Transaction, made: ChangeOf[]) => Promise<T>,
): Promise<T> {
  let isRepeated = false
  const run = async (transaction: Transaction): Promise<T> => {
    if (isRepeated) await inside.discardFiles(new Error('The transaction is repeated.'))
    isRepeated = true
    const made: ChangeOf[] = []
    // The end of a savepoint waits for all earlier statements. Without it, a request of a hook would throw their errors.
    const result = await transaction.attempt(() => change(transaction, made))
    if (made.length > 0) await inside.call(transaction, made)
    return result
  }
  try {
    // A transaction of SQLite that fails after a change makes the others of its group run again, unless a savepoint has undone the change.
    return await db.transaction(transaction => transaction.attempt(() => run(transaction)))
  } catch (error) {
    await inside.discardFiles(error)
    throw error
  }
}
