import type { Collection } from '../collections/Collection.ts'

/** What a filter is about. */
export interface FilterSubject {
  collection: Collection
  /** All that its relations may lead to. */
  collections: readonly Collection[]
  /** A rule may ask about the request and about other collections; a filter of the record list is not led there. */
  scope: 'filter' | 'rule'
}
