import { constant, type Sql } from '../sql.ts'

/**
 * The table of the deletions and updates that can be undone. `deleted` is in milliseconds since 1970; 0 means that the entry has
 * expired, and only its files remain to be removed.
 */
export const undoTables: readonly Sql[] = [
  `CREATE TABLE _cofferDeletions (id INTEGER PRIMARY KEY, key TEXT NOT NULL, deleted INTEGER NOT NULL, size INTEGER NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, files TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX _cofferDeletions_key_idx ON _cofferDeletions (key)',
  'CREATE INDEX _cofferDeletions_record_idx ON _cofferDeletions (recordId, collectionId)',
  'CREATE INDEX _cofferDeletions_deleted_idx ON _cofferDeletions (deleted, size)',
].map(constant)
