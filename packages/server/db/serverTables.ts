import type { Schema, Transaction } from './engine.ts'

/** A table of the server itself. The statements that create it are in `db/sqlite` and `db/postgres`. */
interface ServerTable {
  name: string
  /** Whether the 0.22 layout has it. Other tables are created when they are first used. */
  isOfLayout?: true
  /** The key of its statements in `Schema.systemTables`, if its rows are moved to another database although they are no layout. */
  movedWith?: 'undo' | 'mails' | 'events' | 'accessReviews' | 'ruleTests' | 'signIns'
  /** Whether a backup contains no rows of it, because a restored copy must not act on them, or because they are soon outdated. */
  isTransient?: true
}

/**
 * All tables of the server, in an order in which no row refers to a missing one. A server that stops has no other changes in its log,
 * so the log and the positions of its consumers are not moved.
 */
export const serverTables: readonly ServerTable[] = [
  { name: '_migrations', isOfLayout: true },
  { name: '_collections', isOfLayout: true },
  { name: '_admins', isOfLayout: true },
  { name: '_params', isOfLayout: true },
  { name: '_externalAuths', isOfLayout: true },
  { name: '_logs', isOfLayout: true },
  { name: '_cofferDeletions', movedWith: 'undo' },
  { name: '_cofferMails', movedWith: 'mails', isTransient: true },
  { name: '_cofferAttempts', isTransient: true },
  { name: '_cofferEvents', isTransient: true },
  { name: '_cofferCursors', isTransient: true },
  { name: '_cofferDeliveries', movedWith: 'events', isTransient: true },
  { name: '_cofferAccessReviews', movedWith: 'accessReviews' },
  { name: '_cofferRuleTests', movedWith: 'ruleTests' },
  { name: '_cofferSignIns', movedWith: 'signIns' },
]

/**
 * Creates a system table, with its indexes, unless it exists. A database gets such a table when it is first used: until then, a data
 * directory has exactly the layout of PocketBase 0.22.
 */
export async function ensureTable(
  transaction: Transaction,
  table: string,
  statements: keyof Schema['systemTables'],
): Promise<void> {
  if (await transaction.schema.hasTable(transaction, table)) return
  for (const statement of transaction.schema.systemTables[statements]) await transaction.run(statement)
}
