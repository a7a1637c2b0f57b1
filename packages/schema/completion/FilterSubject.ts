import type { Field } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'

/** The records that a filter applies to, and the names it can use. */
export interface FilterSubject {
  collection: Collection
  /** All collections, for the relations of the filtered one. */
  collections: readonly Collection[]
  /** Commonly used keys of JSON fields, by field name. Other keys are valid too. */
  keys?: Readonly<Record<string, readonly Field[]>>
  /** Whether the filter is a rule. Only rules get suggestions for `@request` and `@collection`. */
  scope: 'filter' | 'rule'
}
