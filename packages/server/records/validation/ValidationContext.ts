import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'

/** The database and the permissions of the requester that a pending record is validated with. */
export interface ValidationContext {
  transaction: Transaction
  catalog: Catalog
  /** Whether the requester manages the record; see `managesRecord`. */
  manages: boolean
  /** Whether the submitted `oldPassword` is correct. */
  isOldPasswordVerified: boolean
}
