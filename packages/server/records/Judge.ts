import type { Catalog } from '../collections/Catalog.ts'
import type { Reader } from '../db/engine.ts'

/** What a draft is judged against. */
export interface Judge {
  reader: Reader
  catalog: Catalog
  /** Whether the requester may set what only administrators and managers may. */
  manages: boolean
  /** Whether the submitted `oldPassword` is the account's. */
  knowsPassword: boolean
}
