import type { Collection } from '@coffer/schema'

/** A record as the server holds it: normal values by column name, system columns included. */
export interface StoredRecord {
  collection: Collection
  values: Record<string, unknown>
}
