import type { Transaction } from '../db/engine.ts'
import { hasTable } from '../db/hasTable.ts'
import { constant } from '../db/sql.ts'

/** Where deletions are kept that may still be undone: one row for each, with all that it took away. */
export const deletionTable = '_cofferDeletions'

/** `deleted` is in milliseconds since 1970, or 0 once the deletion can be undone no longer; then its files are still to be removed. */
const layout = [
  `CREATE TABLE _cofferDeletions (id INTEGER PRIMARY KEY, key TEXT NOT NULL, deleted INTEGER NOT NULL, size INTEGER NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, files TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX _cofferDeletions_key_idx ON _cofferDeletions (key)',
  'CREATE INDEX _cofferDeletions_record_idx ON _cofferDeletions (recordId, collectionId)',
  'CREATE INDEX _cofferDeletions_deleted_idx ON _cofferDeletions (deleted, size)',
]

/** Makes the table when it is first needed, so that a directory of 0.22 stays what it is until then. */
export const requireDeletionTable = async (transaction: Transaction): Promise<void> => {
  if (await hasTable(transaction, deletionTable)) return
  for (const statement of layout) await transaction.run(constant(statement))
}
