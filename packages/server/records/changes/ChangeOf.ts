import type { StoredRecord } from '../rows/StoredRecord.ts'

/** A change of one record. */
export type ChangeOf =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord }
  | { action: 'delete'; before: StoredRecord }
