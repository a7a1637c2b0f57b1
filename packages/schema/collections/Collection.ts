import type { Field } from '@coffer/fields'
import type { RuleTest } from '../access/RuleTest.ts'
import type { AuthOptions, ViewOptions } from './collectionOptions.ts'

/** A date that the server sets for each record. */
export type DateName = 'created' | 'updated'

export type CollectionType = 'base' | 'auth' | 'view'

/** An access rule: null allows only admins, '' allows everyone, any other text is a filter. */
export type Rule = string | null

interface CollectionBase {
  id: string
  created: string
  updated: string
  name: string
  system: boolean
  schema: Field[]
  indexes: string[]
  listRule: Rule
  viewRule: Rule
  createRule: Rule
  updateRule: Rule
  deleteRule: Rule
  /** Expectations about the rules; absent if there are none. */
  ruleTests?: readonly RuleTest[]
  /**
   * The dates that every record has, but that records of this collection do not show: clients of PocketBase 0.23 and later have left them
   * out of the fields. Absent if there are none.
   */
  omittedDates?: readonly DateName[] | undefined
}

export interface BaseCollection extends CollectionBase {
  type: 'base'
  options: Record<string, never>
}

export interface AuthCollection extends CollectionBase {
  type: 'auth'
  options: AuthOptions
}

/**
 * The affinity of a column or expression: how SQLite converts the values with which it is compared. `real` is a numeric column that
 * contains only floating-point numbers, `column` one without a type, `none` any expression.
 */
export type Affinity = 'numeric' | 'real' | 'text' | 'column' | 'none'

export interface ViewCollection extends CollectionBase {
  type: 'view'
  options: ViewOptions
  /** Which of `created` and `updated` the query selects. Read from the database view, not part of the definition. */
  dates: readonly ('created' | 'updated')[]
  /** Fields that the database view no longer selects, because a column it reads was renamed. Their values are empty. */
  absent?: readonly string[]
  /** The affinities of the columns that have another one than the type of their field. Read from the database view. */
  affinities?: ReadonlyMap<string, Affinity>
}

export type Collection = BaseCollection | AuthCollection | ViewCollection

/** Whether the records of a collection are the rows of a query. Narrows lists of collections. */
export function isView(collection: Collection): collection is ViewCollection {
  return collection.type === 'view'
}
