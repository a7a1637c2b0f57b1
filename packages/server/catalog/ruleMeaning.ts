import type { Reader, Transaction } from '../db/engine.ts'
import { loadParam, saveParam } from '../settings/storedParams.ts'

/**
 * The version of PocketBase whose meaning rules have, where versions differ: whether a comparison with all values of a path holds if some
 * or all of them are missing, and whether a create rule finds the new record among the records of its collection. With today's meaning,
 * an email that an admin or a manager changes revokes the tokens of the record.
 */
export type RuleMeaning = 'v022' | 'today'

/** The row of `_params` with the meaning of rules. The settings can be encrypted, and rules must not depend on the key. */
const key = 'cofferRuleMeaning'

/** Reads the meaning of rules: as in 0.22, unless another one is stored. */
export async function loadRuleMeaning(reader: Reader): Promise<RuleMeaning> {
  return (await loadParam(reader, key)) === JSON.stringify('today') ? 'today' : 'v022'
}

/** Stores the meaning of rules. */
export async function saveRuleMeaning(transaction: Transaction, meaning: RuleMeaning): Promise<void> {
  await saveParam(transaction, key, JSON.stringify(meaning))
  transaction.markCollectionsChanged()
}
