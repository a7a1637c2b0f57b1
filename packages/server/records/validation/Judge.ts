import type { Catalog } from '../../catalog/Catalog.ts'
import type { Transaction } from '../../db/engine.ts'
import type { KnownIds } from '../../rows/KnownIds.ts'

/** What a draft is judged against. */
export interface Judge {
  transaction: Transaction
  catalog: Catalog
  /** What relations may refer to without being looked for. */
  known: KnownIds
  /** Whether the requester may set what only administrators and managers may. */
  manages: boolean
  /** Whether the submitted `oldPassword` is the account's. */
  knowsPassword: boolean
}
