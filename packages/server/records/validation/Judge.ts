import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import type { KnownIds } from '../../rows/KnownIds.ts'

/** The database and the permissions of the requester that a draft is validated with. */
export interface Judge {
  transaction: Transaction
  catalog: Catalog
  /** Ids that need no query to know that they exist. */
  known: KnownIds
  /** Whether the requester manages the record; see `managesRecord`. */
  manages: boolean
  /** Whether the submitted `oldPassword` is correct. */
  knowsPassword: boolean
}
