import type { RecordJson } from '@coffer/fields'
import type { Collection } from '@coffer/schema'

/** What the documentation is about. */
export interface DocsSubject {
  collection: Collection
  /** All collections, to tell what relations lead to. */
  collections: readonly Collection[]
  /** Address of the server, without a slash at its end. */
  origin: string
  /** Stands in samples and answers: made up, or a stored one. */
  record: RecordJson
}
