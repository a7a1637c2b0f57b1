import type { Field } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'

/** What a filter is about. */
export interface FilterSubject {
  collection: Collection
  /** All that its relations may lead to. */
  collections: readonly Collection[]
  /** What usually stands below a field that holds JSON, by the field's name. Anything else may stand there too. */
  keys?: Readonly<Record<string, readonly Field[]>>
  /** A rule may ask about the request and about other collections; a filter of the record list is not led there. */
  scope: 'filter' | 'rule'
}
