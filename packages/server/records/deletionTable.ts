import type { Transaction } from '../db/engine.ts'
import { hasTable } from '../db/hasTable.ts'
import { constant } from '../db/sql.ts'

/** Table of the deletions that can still be undone: one row for each, with everything that it deleted. */
export const deletionTable = '_cofferDeletions'

/** `deleted` is in milliseconds since 1970; 0 means that the deletion has expired, and only its files remain to be removed. */
const layout = [
  `CREATE TABLE _cofferDeletions (id INTEGER PRIMARY KEY, key TEXT NOT NULL, deleted INTEGER NOT NULL, size INTEGER NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, files TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX _cofferDeletions_key_idx ON _cofferDeletions (key)',
  'CREATE INDEX _cofferDeletions_record_idx ON _cofferDeletions (recordId, collectionId)',
  'CREATE INDEX _cofferDeletions_deleted_idx ON _cofferDeletions (deleted, size)',
]

/** Creates the table when it is first needed, so that until then the data directory has the 0.22 layout exactly. */
export const ensureDeletionTable = async (transaction: Transaction): Promise<void> => {
  if (await hasTable(transaction, deletionTable)) return
  for (const statement of layout) await transaction.run(constant(statement))
}
