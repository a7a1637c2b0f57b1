import type { RecordJson } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

/** The collection that the documentation is about. */
export interface DocsSubject {
  collection: Collection
  /** All collections, for the targets of relations. */
  collections: readonly Collection[]
  /** Base URL of the server, without a trailing slash. */
  origin: string
  /** Record shown in samples and responses: an example or a stored one. */
  record: RecordJson
}
