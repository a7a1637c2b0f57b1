import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import type { ExistingIdCache } from '../../rows/ExistingIdCache.ts'

/** The database and the permissions of the requester that a pending record is validated with. */
export interface ValidationContext {
  transaction: Transaction
  catalog: Catalog
  /** Saves queries for the records that relations refer to. */
  existingIdCache: ExistingIdCache
  /** Whether the requester manages the record; see `managesRecord`. */
  manages: boolean
  /** Whether the submitted `oldPassword` is correct. */
  isOldPasswordVerified: boolean
}
